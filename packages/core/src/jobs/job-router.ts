import type { Engine } from '../execution/engine.js';
import type { Executor } from '../execution/executor.js';
import type { Job } from '../ports/job.js';
import type { JobAnswer } from '../ports/job-queue.js';
import { ExecutionJob } from './execution.job.js';

/** Job kind → job. */
export class JobRouter {
  private readonly execution: ExecutionJob;

  constructor(engine: Engine, executor: Executor) {
    this.execution = new ExecutionJob(engine, executor);
  }

  handle(job: Job): Promise<JobAnswer> {
    switch (job.kind) {
      case 'execution':
        return this.execution.run(job);
    }
  }
}
