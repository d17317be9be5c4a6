import type { Engine } from '../../execution/engine.js';
import type { LiveExecution } from '../../execution/live-execution.js';
import { releaseLease, restingRelease } from '../../execution/release-lease.js';
import { holdExecution } from './held-execution.js';

/** Runs an operation under the lease of a stored execution. A refusal by the operation gives the lease back unchanged. */
export async function withHeld<T>(
  engine: Engine,
  executionId: string,
  operation: string,
  work: (execution: LiveExecution) => Promise<T>,
): Promise<T> {
  const execution = await holdExecution(engine, executionId, operation);
  engine.leases.add(execution);
  const before = execution.record;
  try {
    return await work(execution);
  } catch (error) {
    if (execution.record === before && execution.broken === null) await releaseUnchanged(execution);
    else execution.break(error);
    throw error;
  } finally {
    engine.leases.remove(execution);
  }
}

/** Gives the lease up as it was taken. */
export async function releaseUnchanged({ engine, lease, record, checkpointer }: LiveExecution): Promise<void> {
  await releaseLease(engine, lease, restingRelease(engine, record), checkpointer.inboxCounter);
}
