import type { JobRouter } from '../jobs/job-router.js';
import type { JobConsumer, JobQueue } from '../ports/job-queue.js';

/** Jobs that a worker runs at once, unless it is told otherwise. */
export const DEFAULT_CONCURRENCY = 10;

/** Runs the jobs of a queue in this process. */
export class Worker {
  private consumer: JobConsumer | null = null;
  private stopping: Promise<void> = Promise.resolve();

  constructor(
    private readonly queue: JobQueue,
    private readonly router: JobRouter,
    private readonly concurrency: number,
  ) {}

  start(): void {
    this.consumer ??= this.queue.consume((job) => this.router.handle(job), { concurrency: this.concurrency });
  }

  /** Takes no further job from this call on; resolves when those running have ended. */
  stop(): Promise<void> {
    const { consumer } = this;
    this.consumer = null;
    if (consumer !== null) this.stopping = consumer.stop();
    return this.stopping;
  }
}
