import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers';
import { systemClock } from '../kernel/system-clock.js';
import { jobId, type Job, type JobKind } from '../ports/job.js';
import type {
  ConsumeOptions,
  EnqueueOptions,
  JobAnswer,
  JobConsumer,
  JobHandler,
  JobQueue,
  QueueHost,
} from '../ports/job-queue.js';
import { JobLine, type QueuedJob } from './job-line.js';

export interface InProcessQueueOptions {
  /** Whether jobs run by themselves when they are due; default true. False leaves it to `runNext` and `drain`. */
  readonly auto?: boolean;
}

/** A job that waits. */
export interface WaitingJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly executionId: string;
  /** Names from the root to the node; empty for a whole execution. */
  readonly path: readonly string[];
  readonly turn: number;
  /** When it is due. */
  readonly runAt: Date;
}

/** The queue of the embedded default. What waits in it is lost with the process. */
export interface InProcessQueue extends JobQueue {
  /** Runs the next job that is due, to its end; false when none is due. Throws when no module of it is a worker. */
  runNext(): Promise<boolean>;
  /** Runs jobs, one after the other, until none is due; answers how many. */
  drain(): Promise<number>;
  /** The jobs that wait, in the order in which they are due. One that runs is not in it. */
  jobs(): readonly WaitingJob[];
}

/** Milliseconds until a job whose handler rejected is delivered again; doubled each time, up to the longest. */
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 60_000;

interface Consumer {
  readonly handle: JobHandler;
  readonly concurrency: number;
  readonly running: Set<Promise<void>>;
}

class MemoryJobQueue implements InProcessQueue {
  readonly kind = 'memory';
  readonly name = 'in-process queue';
  private readonly line = new JobLine();
  /** Ids of all that waits or runs. */
  private readonly known = new Set<string>();
  /** In the order of their turns: whoever got a job goes to the end. */
  private consumers: Consumer[] = [];
  private host: QueueHost | null = null;
  private opened = 0;
  private scheduled = false;
  private cancelTimer: (() => void) | null = null;

  constructor(private readonly auto: boolean) {}

  async open(host: QueueHost): Promise<void> {
    this.host ??= host;
    this.opened++;
  }

  async close(): Promise<void> {
    this.opened = Math.max(0, this.opened - 1);
    if (this.opened > 0) return;
    this.disarm();
    const { size } = this.line;
    if (size > 0) {
      this.host?.logger.warn({
        event: 'reactor.queue.jobs_lost',
        message: `${size} ${size === 1 ? 'job waits' : 'jobs wait'} in the in-process queue and will be lost when this process exits: use a durable backend and queue for work that must outlive it`,
        jobs: size,
      });
    }
    this.host = null;
  }

  async enqueue(job: Job, options: EnqueueOptions = {}): Promise<string> {
    const { delay = 0, first = false } = options;
    const id = jobId(job, delay > 0);
    if (this.known.has(id)) return id;
    this.known.add(id);
    this.add({ id, job, runAt: this.now() + Math.max(0, delay), first, failures: 0 });
    return id;
  }

  consume(handler: JobHandler, { concurrency }: ConsumeOptions): JobConsumer {
    // Bound to the context of this call: a job must not see the request, or the step, that added it.
    const consumer: Consumer = { handle: AsyncResource.bind(handler), concurrency, running: new Set() };
    this.consumers.push(consumer);
    this.schedule();
    return {
      stop: async () => {
        this.consumers = this.consumers.filter((each) => each !== consumer);
        if (this.consumers.length === 0) this.disarm();
        await Promise.all(consumer.running);
      },
    };
  }

  async runNext(): Promise<boolean> {
    const consumer = this.consumers[0];
    const due = this.line.nextDue;
    if (due === null || due > this.now()) return false;
    if (consumer === undefined) {
      throw new Error('the in-process queue has due jobs and nobody to run them: give one module `worker: true`');
    }
    const queued = this.line.take(this.now());
    if (queued === null) return false;
    await this.give(consumer, queued);
    return true;
  }

  async drain(): Promise<number> {
    let count = 0;
    while (await this.runNext()) count++;
    return count;
  }

  jobs(): readonly WaitingJob[] {
    return this.line.all().map(({ id, job, runAt }) => ({ id, ...job, runAt: new Date(runAt) }));
  }

  private now(): number {
    return (this.host?.clock ?? systemClock).now();
  }

  private add(queued: QueuedJob): void {
    this.line.add(queued, this.now());
    this.schedule();
  }

  /** Jobs start in a turn of their own, so that adding one never runs it, and many never hold up everything else. */
  private schedule(): void {
    if (!this.auto || this.scheduled || this.consumers.length === 0 || this.line.size === 0) return;
    this.scheduled = true;
    nextTurn(() => {
      this.scheduled = false;
      this.deliver();
    });
  }

  private deliver(): void {
    this.disarm();
    const now = this.now();
    for (let consumer = this.free(); consumer !== undefined; consumer = this.free()) {
      const queued = this.line.take(now);
      if (queued === null) {
        this.arm(now);
        return;
      }
      void this.give(consumer, queued);
    }
  }

  private free(): Consumer | undefined {
    return this.consumers.find(({ running, concurrency }) => running.size < concurrency);
  }

  private arm(now: number): void {
    const due = this.line.nextDue;
    if (due === null || this.host === null) return;
    this.cancelTimer = this.host.clock.setTimer(due - now, () => {
      this.cancelTimer = null;
      this.schedule();
    });
  }

  private disarm(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  /** Resolves when the job was answered; never rejects. */
  private give(consumer: Consumer, queued: QueuedJob): Promise<void> {
    this.consumers = [...this.consumers.filter((each) => each !== consumer), consumer];
    const run = this.run(consumer, queued).finally(() => {
      consumer.running.delete(run);
      this.schedule();
    });
    consumer.running.add(run);
    return run;
  }

  private async run(consumer: Consumer, queued: QueuedJob): Promise<void> {
    const answer = await this.answerOf(consumer, queued);
    if (answer.status === 'done') {
      this.known.delete(queued.id);
      return;
    }
    queued.runAt = this.now() + Math.max(0, answer.in);
    this.add(queued);
  }

  private async answerOf(consumer: Consumer, queued: QueuedJob): Promise<JobAnswer> {
    try {
      const answer = await consumer.handle(queued.job);
      queued.failures = 0;
      return answer;
    } catch (error) {
      const delay = Math.min(FIRST_RETRY * 2 ** queued.failures++, LONGEST_RETRY);
      this.host?.logger.error({
        event: 'reactor.queue.handler_failed',
        message: `job '${queued.id}' was not handled: ${String(error)}. It is delivered again in ${delay} ms`,
        executionId: queued.job.executionId,
      });
      return { status: 'again', in: delay };
    }
  }
}

/**
 * A queue in this process: the embedded default, and what tests use. Given to two modules it serves both: each job goes to
 * one of their workers.
 *
 * @example
 * ```ts
 * const queue = inProcessQueue({ auto: false });
 * // ReactorModule.forRoot({ queue })
 * await runner.dispatch(SignupReactor, inputs);
 * await queue.drain();
 * ```
 */
export function inProcessQueue(options: InProcessQueueOptions = {}): InProcessQueue {
  const { auto = true } = options;
  if (typeof auto !== 'boolean') throw new TypeError(`inProcessQueue: auto is ${String(auto)}: use true or false`);
  return new MemoryJobQueue(auto);
}
