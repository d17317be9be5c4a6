import type { ExecutionRecord } from '../../checkpoint/execution-record.js';
import type { RetryRunOptions } from '../../definition/runner-methods.js';
import type { Engine } from '../../execution/engine.js';
import { enqueueExecution, requireQueue } from '../../execution/enqueue-execution.js';
import { dispatched, executionOutcome, type AnyOutcome } from '../../execution/execution-outcome.js';
import type { Executor } from '../../execution/executor.js';
import { applyInbox } from '../../execution/inbox.js';
import type { LiveExecution } from '../../execution/live-execution.js';
import type { NodeState } from '../../execution/node-state.js';
import type { Scope } from '../../execution/scope.js';
import { InvalidStatusError } from '../runtime.errors.js';
import { withHeld } from './with-held.js';

/**
 * `retry`: runs a failed or aborted execution again. What was undone, failed or never ran runs anew; what is complete
 * stays. Attempts start afresh, the old trace stays. A node whose undo failed is refused, since its effect may still be
 * there, unless forced: it then runs again with the same `idempotencyKey`. What had been handed to the workers is handed to
 * them again.
 */
export async function retryExecution(
  engine: Engine,
  executor: Executor,
  executionId: string,
  options: RetryRunOptions,
): Promise<AnyOutcome> {
  return withHeld(engine, executionId, 'retry', async (execution) => {
    const { status } = execution.record;
    if (status !== 'failed' && status !== 'aborted') {
      throw new InvalidStatusError('retry', executionId, status, 'Only failed and aborted executions can be retried');
    }
    const stuck = [...execution.root.all()].filter(
      (state) => state.status === 'completed' && state.rolledBack === 'failed',
    );
    if (stuck.length > 0 && options.force !== true) {
      const names = stuck.map((state) => `'${state.path}'`).join(', ');
      throw new InvalidStatusError(
        'retry',
        executionId,
        status,
        `The undo of ${names} failed, so its effect may still be there: clean it up, then retry with { force: true }`,
      );
    }
    const isBackground = execution.record.background === true;
    if (isBackground) requireQueue(engine);
    resetScope(execution, execution.root);
    execution.record = anew(execution.record, isBackground ? 'waiting' : 'running', execution.now());
    execution.checkpointer.recordChanged();
    if (isBackground && (await handOff(execution))) {
      return dispatched(execution.record, await enqueueExecution(engine, execution.record, { first: true }));
    }
    await executor.rerun(execution);
    return executionOutcome(engine, execution.record, execution.root, { thrown: execution.thrown });
  });
}

/** Gives the lease up for a worker to take; false when a cancel came in, which then ends the execution here. */
async function handOff(execution: LiveExecution): Promise<boolean> {
  const { clock, settings } = execution.engine;
  for (;;) {
    const answer = await execution.checkpointer.finish({ due: clock.now() + settings.leaseTtl });
    if (answer.status === 'finished') return true;
    applyInbox(execution, answer.inbox);
    if (execution.stop !== null) return false;
  }
}

function resetScope(execution: LiveExecution, scope: Scope): void {
  for (const state of scope.states) {
    const child = scope.children.get(state.node.index);
    if (child !== undefined) resetScope(execution, child);
    if (!runsAgain(state)) continue;
    const keepsChild = child !== undefined && [...child.all()].some((each) => each.isComplete);
    if (child !== undefined) child.stale = !keepsChild;
    const { args } = state;
    state.reset();
    // A child that kept some of its work goes on with the inputs it had.
    if (keepsChild) state.args = args;
    execution.checkpointer.nodeChanged(state);
  }
  scope.recompute();
}

function runsAgain(state: NodeState): boolean {
  return state.status !== 'skipped' && (state.status !== 'completed' || state.rolledBack === 'failed');
}

/** The record without what the ended run left in it. */
function anew(record: ExecutionRecord, status: 'running' | 'waiting', now: number): ExecutionRecord {
  const {
    failure: _failure,
    endedAt: _endedAt,
    reason: _reason,
    haltedBy: _haltedBy,
    rollbackCause: _cause,
    ...rest
  } = record;
  return { ...rest, status, rollbackFailures: [], turn: record.turn + 1, updatedAt: now };
}
