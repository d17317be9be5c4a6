import { describe, expect, test } from '@jest/globals';
import { manualClock, type ManualClock } from '../kernel/manual-clock.js';
import type { LogEntry, ReactorLogger } from '../kernel/logger.js';
import type { Job } from '../ports/job.js';
import { inProcessQueue, type InProcessQueue } from './in-process-queue.js';

const DONE = { status: 'done' } as const;
const job = (executionId: string, turn = 0): Job => ({ kind: 'execution', executionId, path: [], turn });

async function opened(auto: boolean): Promise<{ queue: InProcessQueue; clock: ManualClock; lines: LogEntry[] }> {
  const clock = manualClock();
  const queue = inProcessQueue({ auto });
  const lines: LogEntry[] = [];
  const note = (entry: LogEntry): void => void lines.push(entry);
  const logger: ReactorLogger = { debug: note, log: note, warn: note, error: note };
  await queue.open({ clock, logger });
  return { queue, clock, lines };
}

describe('With auto: false', () => {
  test('nothing runs by itself; runNext runs one due job to its end', async () => {
    const { queue, clock } = await opened(false);
    const ran: string[] = [];
    queue.consume(
      async ({ executionId }) => {
        await Promise.resolve();
        ran.push(executionId);
        return DONE;
      },
      { concurrency: 1 },
    );
    await queue.enqueue(job('a'));
    await queue.enqueue(job('b'));
    await clock.advance('1h');
    expect(ran).toEqual([]);
    expect(await queue.runNext()).toBe(true);
    expect(ran).toEqual(['a']);
    expect(await queue.runNext()).toBe(true);
    expect(await queue.runNext()).toBe(false);
    expect(ran).toEqual(['a', 'b']);
  });

  test('drain runs what is due, with what that adds, and answers how many; the rest stays until its time', async () => {
    const { queue, clock } = await opened(false);
    const ran: string[] = [];
    queue.consume(
      async ({ executionId }) => {
        ran.push(executionId);
        if (executionId === 'a') await queue.enqueue(job('child'));
        return DONE;
      },
      { concurrency: 1 },
    );
    await queue.enqueue(job('later'), { delay: 1_000 });
    await queue.enqueue(job('a'));
    expect(await queue.drain()).toBe(2);
    expect(ran).toEqual(['a', 'child']);
    await clock.advance(999);
    expect(await queue.drain()).toBe(0);
    await clock.advance(1);
    expect(await queue.drain()).toBe(1);
    expect(queue.jobs()).toEqual([]);
  });

  test('jobs lists what waits, in the order in which it is due', async () => {
    const { queue, clock } = await opened(false);
    await queue.enqueue(job('later', 2), { delay: 60_000 });
    const id = await queue.enqueue(job('now'));
    const now = new Date(clock.now());
    expect(queue.jobs()).toEqual([
      { id, kind: 'execution', executionId: 'now', path: [], turn: 0, runAt: now },
      {
        id: expect.stringMatching(/-2-n$/),
        kind: 'execution',
        executionId: 'later',
        path: [],
        turn: 2,
        runAt: new Date(clock.now() + 60_000),
      },
    ]);
  });

  test('runNext says so when nobody is a worker', async () => {
    const { queue } = await opened(false);
    expect(await queue.runNext()).toBe(false);
    await queue.enqueue(job('a'));
    await expect(queue.runNext()).rejects.toThrow('give one module `worker: true`');
    expect(queue.jobs()).toHaveLength(1);
  });
});

describe('Closing', () => {
  test('the last close counts the jobs that are lost, in one warning', async () => {
    const { queue, clock, lines } = await opened(true);
    await queue.open({ clock, logger: { debug() {}, log() {}, warn() {}, error() {} } });
    await queue.enqueue(job('a'));
    await queue.enqueue(job('b'), { delay: 5_000 });
    await queue.close();
    expect(lines).toEqual([]);
    await queue.close();
    expect(lines).toEqual([
      expect.objectContaining({
        event: 'reactor.queue.jobs_lost',
        jobs: 2,
        message: expect.stringContaining('2 jobs'),
      }),
    ]);
  });

  test('an empty queue closes in silence, and leaves no timer', async () => {
    const { queue, clock, lines } = await opened(true);
    const consumer = queue.consume(async () => DONE, { concurrency: 1 });
    await queue.enqueue(job('a'), { delay: 5_000 });
    await clock.advance(1);
    expect(clock.timers).toBe(1);
    await consumer.stop();
    expect(clock.timers).toBe(0);
    queue.consume(async () => DONE, { concurrency: 1 });
    await clock.advance(5_000);
    await queue.close();
    expect(clock.timers).toBe(0);
    expect(lines).toEqual([]);
  });
});

test('a rejecting handler is reported, and waits longer each time', async () => {
  const { queue, clock, lines } = await opened(true);
  const at: number[] = [];
  const start = clock.now();
  queue.consume(
    async () => {
      at.push(clock.now() - start);
      if (at.length < 4) throw new Error('boom');
      return DONE;
    },
    { concurrency: 1 },
  );
  await queue.enqueue(job('a'));
  await clock.advance('1m');
  expect(at).toEqual([0, 1_000, 3_000, 7_000]);
  expect(lines.map(({ event }) => event)).toEqual(Array(3).fill('reactor.queue.handler_failed'));
});

test('thousands of jobs run once each, in order', async () => {
  const { queue } = await opened(false);
  const ran: string[] = [];
  queue.consume(async ({ executionId }) => (ran.push(executionId), DONE), { concurrency: 1 });
  const ids = Array.from({ length: 5_000 }, (_, index) => `e${index}`);
  for (const id of ids) await queue.enqueue(job(id));
  expect(await queue.drain()).toBe(5_000);
  expect(ran).toEqual(ids);
});

test('a wrong option is refused', () => {
  expect(() => inProcessQueue({ auto: 'no' as unknown as boolean })).toThrow('auto is no: use true or false');
});
