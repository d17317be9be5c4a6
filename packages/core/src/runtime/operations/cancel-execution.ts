import { isTerminal } from '../../checkpoint/status.js';
import { concludeExecution } from '../../execution/conclude.js';
import type { CancelOptions } from '../../definition/runner-methods.js';
import type { Engine } from '../../execution/engine.js';
import { LeaseHeldError } from '../../execution/execution.errors.js';
import { failLostNodes } from '../../execution/lost-nodes.js';
import { executionOutcome, type AnyOutcome } from '../../execution/execution-outcome.js';
import { newId } from '../../kernel/id.js';
import type { StoredExecution } from '../../checkpoint/execution-record.js';
import { ExecutionNotFoundError, InvalidStatusError, WaitTimeoutError } from '../runtime.errors.js';
import { storedOutcome } from './stored-outcome.js';
import { untilSignal } from './until-signal.js';
import { releaseUnchanged, withHeld } from './with-held.js';

/** Milliseconds `cancel` waits for the end of a live run; the cancel stands in any case. */
const LONGEST_WAIT = 5_000;

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
  if (!ended) throw stillRunning(executionId);
  return storedOutcome(engine, executionId);
}

/** Nobody executes it: this process ends it. */
async function cancelAtRest(engine: Engine, executionId: string, options: CancelOptions): Promise<AnyOutcome> {
  const cancelling = withHeld(engine, executionId, 'cancel', async (execution) => {
    const { status } = execution.record;
    // A worker may have read the cancel first.
    if (status === 'cancelled') {
      await releaseUnchanged(execution);
      return executionOutcome(engine, execution.record, execution.root);
    }
    if (isTerminal(status)) throw refusal(executionId, status);
    execution.requestStop({ kind: 'cancel', reason: options.reason, rollback: options.rollback === true });
    await failLostNodes(execution);
    await concludeExecution(execution);
    return executionOutcome(engine, execution.record, execution.root);
  });
  return cancelling.catch((error: unknown) => {
    throw error instanceof LeaseHeldError ? stillRunning(executionId) : error;
  });
}

function stillRunning(executionId: string): WaitTimeoutError {
  return new WaitTimeoutError(executionId, LONGEST_WAIT, '. The cancel stands and takes effect when its steps end');
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
