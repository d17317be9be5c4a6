import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Clock, Job, JobAnswer, JobHandler, JobQueue, ReactorLogger } from '@nest-reactor/core/ports';

/** One fresh, empty queue for one test. */
export interface JobQueueUnderTest {
  readonly queue: JobQueue;
  readonly clock: Clock;
  /** Moves the queue's time by so much, and lets what came due be delivered. An adapter with real time waits. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export type JobQueueSetup = () => Promise<JobQueueUnderTest>;

const SILENT: ReactorLogger = { debug: () => {}, log: () => {}, warn: () => {}, error: () => {} };
const DONE: JobAnswer = { status: 'done' };
/** Long enough that no adapter with real time takes it for now. */
const DELAY = 500;

function job(executionId: string, turn = 0, path: readonly string[] = []): Job {
  return Object.freeze({ kind: 'execution', executionId, path: Object.freeze([...path]), turn });
}

/** The promises of `JobQueue`, as tests. Every queue runs them. `setup` answers a queue for each test. */
export function jobQueueConformance(name: string, setup: JobQueueSetup): void {
  describe(`job queue of ${name}`, () => {
    let stage!: JobQueueUnderTest;
    let queue!: JobQueue;
    let stops: (() => Promise<void>)[] = [];

    const consume = (handler: JobHandler, concurrency = 1): { stop(): Promise<void> } => {
      const consumer = queue.consume(handler, { concurrency });
      stops.push(() => consumer.stop());
      return consumer;
    };

    /** Notes what it is given, and answers `done`. */
    const noting =
      (seen: Job[], answer: (given: Job) => JobAnswer | Promise<JobAnswer> = () => DONE): JobHandler =>
      async (given) => {
        seen.push(given);
        return answer(given);
      };

    const until = async (condition: () => boolean): Promise<void> => {
      for (let tries = 0; !condition(); tries++) {
        if (tries > 500) throw new Error('it did not come true');
        await stage.advance(1);
      }
    };

    beforeEach(async () => {
      stage = await setup();
      ({ queue } = stage);
      await queue.open({ clock: stage.clock, logger: SILENT });
    });

    afterEach(async () => {
      for (const stop of stops) await stop();
      stops = [];
      await queue.close();
      await stage.close();
    });

    test('delivers a job as it was added, and removes one that is done', async () => {
      const seen: Job[] = [];
      consume(noting(seen));
      await queue.enqueue(job('e', 3, ['payment', 'charge']));
      await until(() => seen.length === 1);
      await stage.advance(DELAY);
      expect(seen).toEqual([{ kind: 'execution', executionId: 'e', path: ['payment', 'charge'], turn: 3 }]);
    });

    test('keeps jobs until there is a consumer, and runs them in the order of adding', async () => {
      for (const id of ['a', 'b', 'c']) await queue.enqueue(job(id));
      const seen: Job[] = [];
      consume(noting(seen));
      await until(() => seen.length === 3);
      expect(seen.map(({ executionId }) => executionId)).toEqual(['a', 'b', 'c']);
    });

    test('runs what is put first before all that waits, the last one first', async () => {
      for (const id of ['a', 'b']) await queue.enqueue(job(id));
      for (const id of ['x', 'y']) await queue.enqueue(job(id), { first: true });
      const seen: Job[] = [];
      consume(noting(seen));
      await until(() => seen.length === 4);
      expect(seen.map(({ executionId }) => executionId)).toEqual(['y', 'x', 'a', 'b']);
    });

    test('the id names kind, execution, path and turn, and whether the job is delayed', async () => {
      const ids = [
        await queue.enqueue(job('e')),
        await queue.enqueue(job('f')),
        await queue.enqueue(job('e', 1)),
        await queue.enqueue(job('e', 0, ['a'])),
        await queue.enqueue(job('e'), { delay: DELAY }),
      ];
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^execution-[0-9a-f]+-\d+-[wn]$/);
      expect(ids[4]).toBe(ids[0]?.replace(/w$/, 'n'));
    });

    test('a job that waits is not added again', async () => {
      const ids = [await queue.enqueue(job('e')), await queue.enqueue(job('e')), await queue.enqueue(job('e'))];
      expect(new Set(ids).size).toBe(1);
      const seen: Job[] = [];
      consume(noting(seen));
      await queue.enqueue(job('last'));
      await until(() => seen.some(({ executionId }) => executionId === 'last'));
      expect(seen).toHaveLength(2);
    });

    test('a job that runs is not added again', async () => {
      const seen: Job[] = [];
      let finish: () => void = () => {};
      const running = new Promise<void>((resolve) => (finish = resolve));
      consume(
        noting(seen, async () => (await running, DONE)),
        2,
      );
      await queue.enqueue(job('e'));
      await until(() => seen.length === 1);
      await queue.enqueue(job('e'));
      finish();
      await stage.advance(DELAY);
      expect(seen).toHaveLength(1);
    });

    test('a job that is done can be added again', async () => {
      const seen: Job[] = [];
      consume(noting(seen));
      for (const times of [1, 2, 3]) {
        await queue.enqueue(job('e'));
        await until(() => seen.length === times);
        await stage.advance(DELAY);
      }
      expect(seen).toHaveLength(3);
    });

    test('a delayed job comes when it is due, not before, and holds up no other', async () => {
      const seen: Job[] = [];
      consume(noting(seen));
      await queue.enqueue(job('late'), { delay: DELAY });
      await queue.enqueue(job('now'));
      await until(() => seen.length === 1);
      await stage.advance(DELAY / 2);
      expect(seen.map(({ executionId }) => executionId)).toEqual(['now']);
      await stage.advance(DELAY);
      await until(() => seen.length === 2);
      expect(seen[1]?.executionId).toBe('late');
    });

    test('delayed jobs come in the order of their due times', async () => {
      const seen: Job[] = [];
      consume(noting(seen));
      await queue.enqueue(job('third'), { delay: DELAY + 200 });
      await queue.enqueue(job('first'), { delay: DELAY });
      await queue.enqueue(job('second'), { delay: DELAY + 100 });
      await stage.advance(DELAY + 300);
      await until(() => seen.length === 3);
      expect(seen.map(({ executionId }) => executionId)).toEqual(['first', 'second', 'third']);
    });

    test('`again` delivers the same job once more, after that time', async () => {
      const seen: Job[] = [];
      consume(noting(seen, () => (seen.length === 1 ? { status: 'again', in: DELAY } : DONE)));
      await queue.enqueue(job('e', 2));
      await until(() => seen.length === 1);
      await stage.advance(DELAY / 2);
      expect(seen).toHaveLength(1);
      await stage.advance(DELAY);
      await until(() => seen.length === 2);
      await stage.advance(DELAY * 2);
      expect(seen).toEqual([job('e', 2), job('e', 2)]);
    });

    test('a handler that rejects gets the job again after a while, and holds up no other', async () => {
      const seen: Job[] = [];
      const isFirst = (): boolean => seen.filter(({ executionId }) => executionId === 'e').length === 1;
      consume(
        noting(seen, ({ executionId }) => {
          if (executionId === 'e' && isFirst()) throw new Error('boom');
          return DONE;
        }),
      );
      await queue.enqueue(job('e'));
      await queue.enqueue(job('other'));
      await until(() => seen.length === 2);
      await stage.advance(5_000);
      await until(() => seen.length === 3);
      expect(seen.map(({ executionId }) => executionId)).toEqual(['e', 'other', 'e']);
    });

    test('runs as many at once as the consumer allows', async () => {
      let running = 0;
      let most = 0;
      let ended = 0;
      const ends: (() => void)[] = [];
      consume(async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running--;
        ended++;
        return DONE;
      }, 3);
      for (let number = 0; number < 7; number++) await queue.enqueue(job(`e${number}`));
      while (ended < 7) {
        await until(() => ends.length > 0);
        await stage.advance(1);
        ends.shift()?.();
        await stage.advance(1);
      }
      expect(most).toBe(3);
    });

    test('each job goes to one of several consumers, and all of them get some', async () => {
      const seen: Job[][] = [[], []];
      for (const each of seen) consume(noting(each, async () => (await stage.advance(0), DONE)));
      for (let number = 0; number < 20; number++) await queue.enqueue(job(`e${number}`));
      await until(() => seen.flat().length === 20);
      await stage.advance(DELAY);
      expect(new Set(seen.flat().map(({ executionId }) => executionId)).size).toBe(20);
      expect(seen.flat()).toHaveLength(20);
      expect(seen.every((each) => each.length > 0)).toBe(true);
    });

    test('stop takes no further job, and waits for those that run', async () => {
      const seen: Job[] = [];
      let finish: () => void = () => {};
      const running = new Promise<void>((resolve) => (finish = resolve));
      const consumer = consume(noting(seen, async () => (await running, DONE)));
      await queue.enqueue(job('a'));
      await queue.enqueue(job('b'));
      await until(() => seen.length === 1);
      let stopped = false;
      const stopping = consumer.stop().then(() => (stopped = true));
      await stage.advance(DELAY);
      expect(stopped).toBe(false);
      finish();
      await stopping;
      await stage.advance(DELAY);
      expect(seen.map(({ executionId }) => executionId)).toEqual(['a']);
      const heir: Job[] = [];
      consume(noting(heir));
      await until(() => heir.length === 1);
      expect(heir[0]?.executionId).toBe('b');
    });

    test('what a stopped consumer gives back goes to another', async () => {
      let answer: (given: JobAnswer) => void = () => {};
      let started = false;
      const consumer = consume(() => {
        started = true;
        return new Promise((resolve) => (answer = resolve));
      });
      await queue.enqueue(job('a'));
      await until(() => started);
      const stopping = consumer.stop();
      answer({ status: 'again', in: 0 });
      await stopping;
      const heir: Job[] = [];
      consume(noting(heir));
      await until(() => heir.length === 1);
      expect(heir).toEqual([job('a')]);
    });

    test('a handler runs outside the async context of whoever added the job', async () => {
      const storage = new AsyncLocalStorage<string>();
      const contexts: (string | undefined)[] = [];
      consume(async () => (contexts.push(storage.getStore()), DONE));
      await storage.run('the request', async () => {
        await queue.enqueue(job('e'));
        await queue.enqueue(job('f'), { delay: DELAY });
      });
      await stage.advance(DELAY * 2);
      await until(() => contexts.length === 2);
      expect(contexts).toEqual([undefined, undefined]);
    });

    test('serves a module that uses it as long as that one is open', async () => {
      await queue.open({ clock: stage.clock, logger: SILENT });
      await queue.close();
      const seen: Job[] = [];
      consume(noting(seen));
      await queue.enqueue(job('e'), { delay: DELAY });
      await stage.advance(DELAY * 2);
      await until(() => seen.length === 1);
    });
  });
}
