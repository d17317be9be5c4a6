import { expect, test } from '@jest/globals';
import { skipped } from '@nest-reactor/core';
import { failsTimes, recorder } from '../support/recorder.js';

// Found by test/properties.spec.ts: a skipped step was run again by a retry when what it depends on was.
test('a retry leaves a skipped step as it is, though what it reads runs again', async () => {
  const saga = recorder();
  const reactor = saga.reactor({
    a: {},
    s: { reads: ['a'], run: () => skipped('nothing to do') },
    b: { reads: ['a', 's'], run: failsTimes(1) },
    c: { reads: ['s', 'b'] },
  });
  const { runner } = await saga.boot();
  const { executionId } = await runner.run(reactor, {});
  saga.clear();
  const outcome = await runner.retry(executionId);
  expect(outcome).toMatchObject({ status: 'completed', results: { s: 'nothing to do' } });
  expect(saga.text).toBe('run:a run:b run:c');
});
