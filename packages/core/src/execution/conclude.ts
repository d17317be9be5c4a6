import type { ExecutionRecord, RollbackCause } from '../checkpoint/execution-record.js';
import { isTerminal } from '../checkpoint/status.js';
import { constructorName } from '../kernel/json.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import type { FinishAnswer } from './checkpointer.js';
import { describeThrown } from './describe-thrown.js';
import { applyInbox } from './inbox.js';
import type { LiveExecution } from './live-execution.js';
import { rollBack } from './rollback.js';

/** Ends an execution in which nothing is in flight any more: rolls back where that follows, then writes the end. */
export function concludeExecution(execution: LiveExecution): Awaitable<void> {
  const cause = rollbackCause(execution);
  if (cause !== null) return rollBackAndEnd(execution, cause);
  const answer = writeEnd(execution);
  return isThenable(answer) || answer.status !== 'finished' ? ended(execution, answer) : emitEnd(execution);
}

async function rollBackAndEnd(execution: LiveExecution, cause: RollbackCause): Promise<void> {
  const { stop } = execution;
  // Known to whoever continues a rollback that was cut off.
  if (cause === 'cancel' && stop?.kind === 'cancel' && stop.reason !== undefined) {
    execution.update({ reason: stop.reason });
  }
  await rollBack(execution, cause);
  await ended(execution, writeEnd(execution));
}

/** When something came in meanwhile, a cancel say, the end is decided again. */
async function ended(execution: LiveExecution, writing: Awaitable<FinishAnswer>): Promise<void> {
  const answer = await writing;
  if (answer.status === 'finished') return emitEnd(execution);
  applyInbox(execution, answer.inbox);
  return execution.rollingBack ? ended(execution, writeEnd(execution)) : concludeExecution(execution);
}

function writeEnd(execution: LiveExecution): Awaitable<FinishAnswer> {
  execution.end(ending(execution));
  return execution.checkpointer.finish({ due: null, retention: execution.engine.settings.retention });
}

function rollbackCause({ stop, record }: LiveExecution): RollbackCause | null {
  if (record.status === 'rolling_back' && record.rollbackCause !== undefined) return record.rollbackCause;
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
