import { expect, test } from '@jest/globals';
import { recorder, fails } from '../support/recorder.js';
test('smoke', async () => {
  const saga = recorder();
  const R = saga.reactor({ a: {}, b: { reads: ['a'], run: fails, retries: { maxAttempts: 2, baseDelay: 0 } } });
  const { runner } = await saga.boot();
  const outcome = await runner.run(R, {});
  expect(saga.text).toBe('run:a run:b retry:b#1 run:b compensate:b undo:a');
  expect(outcome.status).toBe('failed');
});
