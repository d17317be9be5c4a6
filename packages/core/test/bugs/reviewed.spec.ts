import { expect, test } from '@jest/globals';
import { inProcessQueue, manualClock, memoryBackend, type ManualClock } from '@nest-reactor/core';
import { z } from 'zod';
import { deferred, rejection, turns } from '../support/deferred.js';
import type { Booted } from '../support/boot.js';
import { fails, recorder } from '../support/recorder.js';

/** Closes an application whose shutdown waits for the clock. */
async function closeBy(clock: ManualClock, app: Booted): Promise<void> {
  let isClosed = false;
  const closing = app.close().finally(() => {
    isClosed = true;
  });
  for (let round = 0; round < 100 && !isClosed; round++) await clock.advance(20);
  await closing;
}

const never = (): Promise<never> => new Promise(() => undefined);

// Promise 1, R-18: it used to be forgotten, and its effect with it.
test('a node in flight when its process died is compensated when the run is failing already', async () => {
  const saga = recorder();
  const clock = manualClock();
  const backend = memoryBackend({ clock });
  const reactor = saga.reactor({ a: { run: never }, b: { run: fails } }, { concurrency: 2 });
  const one = await saga.boot({ backend, module: { shutdownTimeout: 20, leaseTtl: 300 } });
  const { executionId } = await one.runner.dispatch(reactor, {});
  await turns();
  await closeBy(clock, one);
  await clock.advance(400);
  const queue = inProcessQueue();
  const two = await saga.boot({ backend, module: { queue } });
  await queue.enqueue({ kind: 'execution', executionId, path: [], turn: 0 });
  await two.runner.wait(executionId);
  expect(saga.log).toContain('compensate:a');
});

// whoever read it took it out of the inbox before it had taken effect.
test('a cancel survives the death of the process that read it', async () => {
  const saga = recorder();
  const clock = manualClock();
  const backend = memoryBackend({ clock });
  const [c, d] = [deferred(), deferred()];
  let hangs = true;
  const reactor = saga.reactor(
    {
      a: { run: () => (hangs ? never() : 1) },
      c: { run: () => c.promise },
      d: { run: () => d.promise },
      b: { reads: ['a', 'c'] },
    },
    { concurrency: 3 },
  );
  const one = await saga.boot({ backend, module: { shutdownTimeout: 20, leaseTtl: 600 } });
  const { executionId } = await one.runner.dispatch(reactor, {});
  await turns();
  one.runner.cancel(executionId, { reason: 'no' }).catch(() => undefined);
  await turns();
  c.resolve();
  await turns();
  d.resolve();
  await turns();
  await closeBy(clock, one);
  await clock.advance(700);
  hangs = false;
  const queue = inProcessQueue();
  const two = await saga.boot({ backend, module: { queue } });
  await queue.enqueue({ kind: 'execution', executionId, path: [], turn: 0 });
  expect((await two.runner.wait(executionId)).status).toBe('cancelled');
});

// a refused operation gives the lease back as it was.
test('a refused retry leaves the inbox as it was', async () => {
  const saga = recorder();
  const backend = memoryBackend();
  const reactor = saga.reactor({ a: {} });
  const one = await saga.boot({ backend, module: { queue: inProcessQueue({ auto: false }) } });
  const { executionId } = await one.runner.dispatch(reactor, {});
  await backend.store.post(executionId, { id: 'c1', kind: 'cancel', data: { rollback: false } });
  await rejection(one.runner.retry(executionId));
  expect((await backend.store.readInbox(executionId)).inbox).toHaveLength(1);
});

// The failure that replaced the original one was not redacted.
test('a failing compensate does not show the secrets of the error it was to clean up after', async () => {
  const saga = recorder();
  const boom = (text: string) => (): never => {
    throw new Error(`${text} hunter2-Zq`);
  };
  const reactor = saga.reactor(
    { a: { run: boom('bad'), compensate: boom('worse') } },
    {
      inputs: z.object({ password: z.string() }),
      redact: ['password'],
    },
  );
  const { runner } = await saga.boot();
  const { executionId } = await runner.run(reactor, { password: 'hunter2-Zq' } as never);
  const cause = (await runner.find(executionId))?.failure?.cause as Error;
  expect((cause.cause as Error).message).not.toContain('hunter2');
});

// What one attempt did to its arguments was seen by the next.
test('each attempt gets its arguments anew', async () => {
  const saga = recorder();
  const seen: string[] = [];
  const reactor = saga.reactor({
    a: { run: () => ({ items: ['x'] }) },
    b: {
      reads: ['a'],
      retries: { maxAttempts: 2, baseDelay: 0 },
      run: (_ctx, a) => {
        const { items } = a as { items: string[] };
        seen.push(items.join());
        items.push('y');
        throw new Error('again');
      },
    },
  });
  const { runner } = await saga.boot();
  await runner.run(reactor, {});
  expect(seen).toEqual(['x', 'x']);
});
