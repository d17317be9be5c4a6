import type { ExecutionRecord, RollbackCause } from '../checkpoint/execution-record.js';
import { isTerminal } from '../checkpoint/status.js';
import { constructorName } from '../kernel/json.js';
import { isThenable } from '../kernel/awaitable.js';
import { describeThrown } from './describe-thrown.js';
import { applyInbox } from './inbox.js';
import type { LiveExecution } from './live-execution.js';
import { rollBack } from './rollback.js';
import type { Stop } from './stop.js';

/** Ends an execution in which nothing is in flight any more: rolls back where that follows, then writes the end. */
export async function concludeExecution(execution: LiveExecution): Promise<void> {
  for (;;) {
    const cause = rollbackCause(execution.stop);
    if (cause !== null) await rollBack(execution, cause);
    const end = ending(execution);
    execution.update({ ...end, endedAt: execution.now() });
    const finishing = execution.checkpointer.finish({ due: null, retention: execution.engine.settings.retention });
    const answer = isThenable(finishing) ? await finishing : finishing;
    if (answer.status === 'finished') break;
    applyInbox(execution, answer.inbox);
  }
  emitEnd(execution);
}

function rollbackCause(stop: Stop | null): RollbackCause | null {
  if (stop?.kind === 'failure') return 'failure';
  return stop?.kind === 'cancel' && stop.rollback ? 'cancel' : null;
}

/** How the run ends, by what stopped it. */
function ending(execution: LiveExecution): Partial<ExecutionRecord> {
  const { stop } = execution;
  if (stop === null) return { status: 'completed' };
  switch (stop.kind) {
    case 'failure':
      return { status: 'failed' };
    case 'halt':
      return { status: 'halted', reason: stop.reason, haltedBy: stop.step };
    case 'cancel':
      return { status: 'cancelled', ...(stop.reason === undefined ? {} : { reason: stop.reason }) };
    case 'abort':
      return { status: 'aborted', reason: abortReason(stop.reason) };
  }
}

function abortReason(reason: unknown): string {
  const { message } = describeThrown(reason);
  return constructorName(reason) === 'DOMException' || message === '' ? 'the caller aborted the run' : message;
}

function emitEnd(execution: LiveExecution): void {
  const { middlewares } = execution.engine;
  const { status, failure, reason } = execution.record;
  if (!isTerminal(status)) return;
  if (status === 'completed') middlewares.emit('ReactorComplete', execution, execution.root, null);
  if (status === 'halted')
    middlewares.emit('ReactorHalt', execution, execution.root, null, reason === undefined ? {} : { reason });
  if (status === 'failed' && failure !== undefined) {
    middlewares.emit('ReactorFail', execution, execution.root, null, { failure, thrown: execution.thrown });
  }
}
