import type { ExecutionRecord, RollbackCause } from '../../checkpoint/execution-record.js';
import { isTerminal } from '../../checkpoint/status.js';
import { allowsRetry } from '../../execution/describe-thrown.js';
import type { Engine } from '../../execution/engine.js';
import { executionOutcome, type AnyOutcome } from '../../execution/execution-outcome.js';
import { failureRecord } from '../../execution/failures.js';
import type { LiveExecution } from '../../execution/live-execution.js';
import { textRedactor } from '../../execution/redactor.js';
import { rollBack } from '../../execution/rollback.js';
import { rollbackOrder } from '../../execution/rollback-order.js';
import { failLostNodes } from '../../execution/lost-nodes.js';
import { finishRegardless } from '../../execution/release-lease.js';
import { releaseUnchanged, withHeld } from './with-held.js';
import { InvalidStatusError } from '../runtime.errors.js';

const UNDO_REASON = 'Undo triggered';

/**
 * `undo`: rolls back what an execution completed. With an Error it ends `failed` with that reason, else `cancelled`. When
 * nothing is left to undo, the present outcome is answered and nothing changes.
 */
export async function undoExecution(
  engine: Engine,
  executionId: string,
  reason: string | Error | undefined,
): Promise<AnyOutcome> {
  const stored = await engine.reader.find(executionId);
  if (stored?.record.status === 'rolling_back') throw alreadyRollingBack(executionId);
  return withHeld(engine, executionId, 'undo', async (execution) => {
    if (execution.record.status === 'rolling_back') throw alreadyRollingBack(executionId);
    const cause = await causeOf(execution);
    if (rollbackOrder(execution.root, cause).length === 0) {
      await releaseUnchanged(execution);
      return executionOutcome(engine, execution.record, execution.root);
    }
    // Known to whoever continues a rollback that was cut off; it then ends `cancelled`.
    execution.update({ reason: reason instanceof Error ? reason.message : (reason ?? UNDO_REASON) });
    await rollBack(execution, cause);
    execution.update({ ...ending(execution, reason), endedAt: execution.now() });
    await finishRegardless(execution, { due: null, retention: engine.settings.retention });
    return executionOutcome(engine, execution.record, execution.root, {
      thrown: reason instanceof Error ? reason : undefined,
    });
  });
}

/** One whose process was lost midway may have nodes with an unknown outcome: they are compensated, as a cancel would. */
async function causeOf(execution: LiveExecution): Promise<RollbackCause> {
  const { status } = execution.record;
  if (isTerminal(status) || status === 'paused') return 'undo';
  await failLostNodes(execution);
  return 'cancel';
}

function alreadyRollingBack(executionId: string): InvalidStatusError {
  return new InvalidStatusError(
    'undo',
    executionId,
    'rolling_back',
    'A rollback is already in progress: wait for its end',
  );
}

function ending(execution: LiveExecution, reason: string | Error | undefined): Partial<ExecutionRecord> {
  if (!(reason instanceof Error)) return { status: 'cancelled', reason: reason ?? UNDO_REASON };
  const site = {
    reactor: execution.record.reactor,
    path: [],
    attempts: 0,
    args: {},
    redact: textRedactor(execution.root, null, {}),
  };
  const failure = failureRecord(execution.engine.codec, site, {
    thrown: reason,
    retryable: allowsRetry(reason),
    started: false,
  });
  return { status: 'failed', failure, reason: failure.message };
}
