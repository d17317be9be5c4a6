import type { Clock } from '../kernel/clock.js';
import type { ReactorLogger } from '../kernel/logger.js';
import type { Job } from './job.js';

export interface EnqueueOptions {
  /** Milliseconds until it is due; default 0: now. */
  readonly delay?: number;
  /** Before all that is due already: for work that was started before. Default false. */
  readonly first?: boolean;
}

/** `done` removes the job, for good; `again` delivers the same job once more after `in` milliseconds. */
export type JobAnswer = { readonly status: 'done' } | { readonly status: 'again'; readonly in: number };

/** Does a job. When it rejects, the job is delivered again after a while. */
export type JobHandler = (job: Job) => Promise<JobAnswer>;

export interface ConsumeOptions {
  /** Jobs this consumer runs at once, at least 1. */
  readonly concurrency: number;
}

export interface JobConsumer {
  /** Takes no further job from this call on; resolves when those running have been answered. */
  stop(): Promise<void>;
}

/** What a module brings into the queue. */
export interface QueueHost {
  /** The backend's time. */
  readonly clock: Clock;
  readonly logger: ReactorLogger;
}

/**
 * Carries jobs to workers. It may deliver a job twice, late, or out of order: the lease and the turn of the record decide
 * and a lost job is found again through the record's due time. It keeps no state of executions.
 *
 * - `enqueue` resolves when the job is kept as safely as the queue keeps anything. It is idempotent per id while that job
 *   waits or runs; an id that was done can be added again.
 * - A job that is due goes to one of the consumers, in order of due time, then of adding. One that is not due goes to
 *   nobody. Without a consumer jobs wait.
 * - A handler runs outside the async context of whoever added the job.
 * - A handler's answer is obeyed also after its consumer was stopped.
 */
export interface JobQueue {
  /** Must fit the backend's: jobs must not live longer, or shorter, than the records they name. */
  readonly kind: 'memory' | 'durable';
  /** Shown in logs and errors. */
  readonly name: string;
  /** Answers the id of the job, also when it is known already. */
  enqueue(job: Job, options?: EnqueueOptions): Promise<string>;
  consume(handler: JobHandler, options: ConsumeOptions): JobConsumer;
  /** Called by each module that uses it, after its backend was opened, before anything else. */
  open(host: QueueHost): Promise<void>;
  /** Called by each module at shutdown, after its consumer stopped; sockets and timers are gone after the last close. */
  close(): Promise<void>;
}
