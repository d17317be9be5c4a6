import { isTerminal } from '../checkpoint/status.js';
import type { Release } from '../execution/checkpointer.js';
import { SerializationError } from '../checkpoint/checkpoint.errors.js';
import { enqueueExecution } from '../execution/enqueue-execution.js';
import type { Engine } from '../execution/engine.js';
import { ShutdownError, StaleLeaseError } from '../execution/execution.errors.js';
import type { Executor } from '../execution/executor.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { failLostNodes } from '../execution/lost-nodes.js';
import { finishRegardless, releaseLease, restingRelease } from '../execution/release-lease.js';
import { resumeExecution, type Acquired } from '../execution/resume-execution.js';
import { resumeStop } from '../execution/resume-stop.js';
import { abortsInFlight } from '../execution/stop.js';
import { newNonce } from '../kernel/id.js';
import type { Job } from '../ports/job.js';
import type { JobAnswer } from '../ports/job-queue.js';

const DONE: JobAnswer = Object.freeze({ status: 'done' });
/** Milliseconds until a job that this process cannot do is delivered again. */
const PUT_BACK = 5_000;

type Level = 'debug' | 'log' | 'warn' | 'error';

/**
 * Goes on with an execution: lease, load, then by its status forward or on with its rollback. The record decides
 * whether there is anything to do; a job that has nothing left to do ends with one log line.
 */
export class ExecutionJob {
  constructor(
    private readonly engine: Engine,
    private readonly executor: Executor,
  ) {}

  async run(job: Job): Promise<JobAnswer> {
    const { engine } = this;
    const sentAt = engine.clock.monotonic();
    const answer = await engine.store.acquire(job.executionId, {
      owner: engine.owner,
      nonce: newNonce(),
      ttl: engine.settings.leaseTtl,
    });
    switch (answer.status) {
      case 'missing':
        return this.end(job, 'log', 'record_missing', 'has no record: it never had one, or its retention ended');
      case 'held':
        return this.end(job, 'debug', 'lease_held', `is being worked on by '${answer.owner}'`);
      case 'acquired':
        return (await this.unfit(job, answer)) ?? this.work(job, answer, sentAt);
    }
  }

  /** What keeps the job from being done here and now: then the lease is given back. Null when nothing does. */
  private async unfit(job: Job, acquired: Acquired): Promise<JobAnswer | null> {
    const { engine } = this;
    const { record } = acquired.execution;
    const now = engine.clock.now();
    if (isTerminal(record.status)) {
      await this.giveBack(acquired, restingRelease(engine, record));
      return this.end(job, 'log', 'already_ended', `is ${record.status}`);
    }
    if (record.status === 'paused') {
      await this.giveBack(acquired, restingRelease(engine, record));
      return this.end(job, 'log', 'paused', 'is paused: only an answer goes on with it');
    }
    if (job.turn < record.turn) {
      await this.giveBack(acquired, { due: now + engine.settings.leaseTtl });
      await enqueueExecution(engine, record, { delay: Math.max(0, (record.notBefore ?? 0) - now) });
      return this.end(job, 'log', 'superseded', `is at turn ${record.turn}, the job is of turn ${job.turn}`);
    }
    if (record.notBefore !== undefined && record.notBefore > now) {
      await this.giveBack(acquired, { due: record.notBefore + engine.settings.leaseTtl });
      return { status: 'again', in: record.notBefore - now };
    }
    if (engine.catalog.find(record.reactor) !== undefined) return null;
    await this.giveBack(acquired, { due: now + PUT_BACK + engine.settings.leaseTtl });
    const why = `is of reactor '${record.reactor}', which this worker does not know: add it to the providers, or stop this worker. The job is delivered again`;
    this.log(job, 'warn', 'unknown_reactor', why, record.reactor);
    return { status: 'again', in: PUT_BACK };
  }

  private async work(job: Job, acquired: Acquired, sentAt: number): Promise<JobAnswer> {
    const { engine } = this;
    let execution: LiveExecution;
    try {
      execution = await resumeExecution(engine, acquired, sentAt);
    } catch (error) {
      return this.unloaded(job, acquired, error);
    }
    engine.leases.add(execution);
    try {
      await this.goOn(execution, acquired);
      return DONE;
    } catch (error) {
      return await this.interrupted(job, execution, error);
    } finally {
      engine.leases.remove(execution);
    }
  }

  private async unloaded(job: Job, acquired: Acquired, error: unknown): Promise<JobAnswer> {
    const { engine } = this;
    const { reactor } = acquired.execution.record;
    if (error instanceof SerializationError) {
      // Nothing is lost: an operator finds the record as it was, and its values.
      await this.giveBack(acquired, { due: null });
      return this.end(job, 'error', 'unreadable', `cannot be read: ${String(error)}. It is left as it is`, reactor);
    }
    await this.giveBack(acquired, { due: engine.clock.now() + PUT_BACK + engine.settings.leaseTtl });
    this.log(job, 'error', 'interrupted', `could not be loaded: ${String(error)}. It is tried again`, reactor);
    return { status: 'again', in: PUT_BACK };
  }

  private async goOn(execution: LiveExecution, { inbox, execution: stored }: Acquired): Promise<void> {
    const { status } = execution.record;
    resumeStop(execution, stored, inbox);
    if (status !== 'rolling_back' && abortsInFlight(execution.stop)) await failLostNodes(execution);
    if (status !== 'rolling_back') execution.update({ status: 'running' });
    if (status === 'pending') execution.engine.middlewares.emit('ReactorStart', execution, execution.root, null);
    await this.executor.rerun(execution);
  }

  /** This process could not go on. The record is given to whoever takes the job next, or left to its lease. */
  private async interrupted(job: Job, execution: LiveExecution, error: unknown): Promise<JobAnswer> {
    const { engine } = this;
    const { reactor } = execution.record;
    if (error instanceof StaleLeaseError) {
      return this.end(job, 'log', 'lease_lost', 'was taken over by another process', reactor);
    }
    const isShutdown = error instanceof ShutdownError;
    if (!isShutdown)
      this.log(job, 'error', 'interrupted', `could not go on: ${String(error)}. It is tried again`, reactor);
    try {
      if (execution.record.status === 'running') execution.update({ status: 'waiting' });
      await finishRegardless(execution, { due: engine.clock.now() });
      return { status: 'again', in: isShutdown ? 0 : PUT_BACK };
    } catch {
      // The store is gone, or the lease: it lapses by itself.
    }
    return { status: 'again', in: engine.settings.leaseTtl };
  }

  private giveBack(acquired: Acquired, release: Release): Promise<void> {
    return releaseLease(this.engine, acquired.lease, release, acquired.inboxCounter);
  }

  /** The job has nothing left to do; says why. */
  private end(job: Job, level: Level, event: string, why: string, reactor?: string): JobAnswer {
    this.log(job, level, event, why, reactor);
    return DONE;
  }

  private log(job: Job, level: Level, event: string, why: string, reactor?: string): void {
    this.engine.logger[level]({
      event: `reactor.job.${event}`,
      message: `a job for execution '${job.executionId}': the execution ${why}`,
      executionId: job.executionId,
      ...(reactor === undefined ? {} : { reactor }),
    });
  }
}
