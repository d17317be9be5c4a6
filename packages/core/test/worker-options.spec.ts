import { describe, expect, test } from '@jest/globals';
import { inProcessQueue, memoryBackend, type InProcessQueue } from '@nest-reactor/core';
import type { Backend, Job } from '@nest-reactor/core/ports';
import { boot, bootError } from './support/boot.js';
import { rejection, turns } from './support/deferred.js';
import { recorder } from './support/recorder.js';

const manual = (): InProcessQueue => inProcessQueue({ auto: false });

/** The job of an execution, as `dispatch` adds it. */
const jobOf = (executionId: string, turn = 0): Job => ({ kind: 'execution', executionId, path: [], turn });

describe('The options queue and worker', () => {
  const durable = (): Backend => ({ ...memoryBackend(), kind: 'durable', name: 'redis' });

  test.each([
    [
      { backend: durable(), queue: inProcessQueue() },
      "queue 'in-process queue' does not fit backend 'redis', which is durable: give it a durable one",
    ],
    [
      { queue: Object.assign(Object.create(inProcessQueue()) as InProcessQueue, { kind: 'durable', name: 'bullmq' }) },
      "queue 'bullmq' does not fit backend 'memory', which is in memory: give it inProcessQueue()",
    ],
    [
      { backend: durable(), worker: true },
      "worker is true, but there is no queue to take jobs from: give the option 'queue'",
    ],
    [{ worker: { concurrency: 0 } }, 'worker.concurrency is 0: use a positive integer'],
    [{ worker: 3 }, 'worker is 3: use true, false or { concurrency: 10 }'],
    [{ worker: { concurency: 3 } }, "unknown option 'worker.concurency': known are concurrency"],
    [{ worker: { queues: {} } }, "option 'worker.queues' is not available in this version of nest-reactor"],
    [{ queue: {} }, 'queue lacks the methods enqueue, consume, open, close'],
  ])('%# are refused when they do not fit', async (module, message) => {
    expect((await bootError([], { module: module as never })).message).toContain(message);
  });

  test('a durable backend without a queue runs here, and refuses to dispatch', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const { runner } = await saga.boot({ backend: durable() });
    expect(await runner.run(reactor, {})).toMatchObject({ status: 'completed' });
    expect((await rejection(runner.dispatch(reactor, {}))).message).toContain("give ReactorModule the option 'queue'");
    expect((await runner.list()).items).toHaveLength(1);
  });

  test('nothing runs before the application is initialised as a whole', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const log: string[] = [];
    const backend = memoryBackend();
    const queue = inProcessQueue();
    const first = await saga.boot({ backend, module: { queue, worker: false } });
    const { executionId } = await first.runner.dispatch(reactor, {});
    class Slow {
      async onModuleInit(): Promise<void> {
        await turns(20);
        log.push(`initialised after ${saga.log.length}`);
      }
    }
    await saga.boot({ backend, module: { queue }, providers: [Slow] });
    await first.runner.wait(executionId);
    expect(log).toEqual(['initialised after 0']);
    expect(saga.log).toEqual(['run:a']);
  });

  test('stands beside the factory of forRootAsync', async () => {
    const { ReactorModule, ReactorRunner } = await import('@nest-reactor/core');
    const { Test } = await import('@nestjs/testing');
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const queue = manual();
    const module = await Test.createTestingModule({
      imports: [ReactorModule.forRootAsync({ queue, useFactory: () => ({ worker: { concurrency: 1 } }) })],
      providers: [reactor],
    }).compile();
    await module.init();
    await module.get(ReactorRunner).dispatch(reactor, {});
    expect(await queue.drain()).toBe(1);
    expect(saga.log).toEqual(['run:a']);
    await module.close();
  });
});

test('boot is a caller of its own when worker is false', async () => {
  const queue = manual();
  await boot([], { module: { queue, worker: false } });
  await queue.enqueue(jobOf('e'));
  await expect(queue.runNext()).rejects.toThrow('worker: true');
});
