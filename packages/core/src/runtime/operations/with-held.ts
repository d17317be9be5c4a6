import { isTerminal } from '../../checkpoint/status.js';
import type { Release } from '../../execution/checkpointer.js';
import type { Engine } from '../../execution/engine.js';
import type { LiveExecution } from '../../execution/live-execution.js';
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
export async function releaseUnchanged(execution: LiveExecution): Promise<void> {
  const { settings, clock } = execution.engine;
  const release = isTerminal(execution.record.status)
    ? { due: null, retention: settings.retention }
    : { due: clock.now() + settings.leaseTtl };
  await finishRegardless(execution, release);
}

/** The last write of an operation that nothing in the inbox can change any more. */
export async function finishRegardless(execution: LiveExecution, release: Release): Promise<void> {
  while ((await execution.checkpointer.finish(release)).status === 'inbox_unread');
}
