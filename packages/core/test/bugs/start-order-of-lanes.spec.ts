import { expect, test } from '@jest/globals';
import { recorder } from '../support/recorder.js';

// nodes made ready together start in declaration order, also when they run side by side. The lane that went on used
// to start the last one first.
test('nodes made ready together start in declaration order', async () => {
  const saga = recorder();
  const reactor = saga.reactor(
    {
      a: {},
      first: { reads: ['a'] },
      second: { reads: ['a'] },
      third: { reads: ['a'] },
      after: { reads: ['first'] },
    },
    { concurrency: 3 },
  );
  const app = await saga.boot();
  await app.runner.run(reactor, {});
  expect(saga.text).toBe('run:a run:first run:second run:third run:after');
});
