import { isTerminal } from '../../checkpoint/status.js';
import { concludeExecution } from '../../execution/conclude.js';
import type { Engine } from '../../execution/engine.js';
import { executionOutcome, type AnyOutcome } from '../../execution/execution-outcome.js';
import { loadScope } from '../../execution/load-execution.js';
import { newId } from '../../kernel/id.js';
import type { StoredExecution } from '../../checkpoint/execution-record.js';
import { ExecutionNotFoundError, InvalidStatusError, WaitTimeoutError } from '../runtime.errors.js';
import { untilSignal } from './until-signal.js';
import { withHeld } from './with-held.js';

/** Milliseconds `cancel` waits for the end of a live run; the cancel stands in any case. */
const LONGEST_WAIT = 5_000;

export interface CancelOptions {
  readonly reason?: string;
  /** Compensate what was in flight and undo the rest. Default false: what was done stays. */
  readonly rollback?: boolean;
}

/** `cancel`: recorded at once in the inbox; a live run stops after the bodies in flight ended. */
export async function cancelExecution(
  engine: Engine,
  executionId: string,
  options: CancelOptions,
): Promise<AnyOutcome> {
  refuseEnded(await engine.reader.find(executionId), executionId);
  const data = {
    ...(options.reason === undefined ? {} : { reason: options.reason }),
    rollback: options.rollback === true,
  };
  const answer = await engine.store.post(executionId, { id: newId(), kind: 'cancel', data });
  if (answer.status === 'missing') throw new ExecutionNotFoundError(executionId);
  if (answer.owner === null) return cancelAtRest(engine, executionId, options);
  engine.signals.publish(`owner:${answer.owner}`, executionId);
  const ended = await untilSignal(engine, executionId, LONGEST_WAIT, async () =>
    isEnded(await engine.reader.find(executionId)),
  );
  if (!ended)
    throw new WaitTimeoutError(executionId, LONGEST_WAIT, '. The cancel stands and takes effect when its steps end');
  return storedOutcome(engine, executionId);
}

/** Nobody executes it: this process ends it. */
async function cancelAtRest(engine: Engine, executionId: string, options: CancelOptions): Promise<AnyOutcome> {
  return withHeld(engine, executionId, 'cancel', async (execution) => {
    if (isTerminal(execution.record.status)) throw refusal(executionId, execution.record.status);
    execution.requestStop({ kind: 'cancel', reason: options.reason, rollback: options.rollback === true });
    await concludeExecution(execution);
    return executionOutcome(engine, execution.record, execution.root);
  });
}

export async function storedOutcome(engine: Engine, executionId: string): Promise<AnyOutcome> {
  const stored = await engine.reader.find(executionId);
  if (stored === null) throw new ExecutionNotFoundError(executionId);
  return executionOutcome(engine, stored.record, loadScope(engine, engine.catalog.plan(stored.record.reactor), stored));
}

function isEnded(stored: StoredExecution | null): boolean {
  return stored === null || isTerminal(stored.record.status);
}

function refuseEnded(stored: StoredExecution | null, executionId: string): void {
  if (stored === null) throw new ExecutionNotFoundError(executionId);
  const { status } = stored.record;
  if (isTerminal(status) || status === 'rolling_back') throw refusal(executionId, status);
}

function refusal(executionId: string, status: string): InvalidStatusError {
  const advice =
    status === 'rolling_back'
      ? 'It cannot be cancelled any more: wait for its end'
      : 'It has ended; undo() rolls it back';
  return new InvalidStatusError('cancel', executionId, status, advice);
}
