import type { RollbackCause } from '../checkpoint/execution-record.js';
import type { TraceRecord } from '../checkpoint/trace-entry.js';
import type { MethodDefinition, StepDefinition } from '../definition/reactor-definition.js';
import type { RollbackFailure } from '../outcome/failure.js';
import { callMethod } from './call-method.js';
import { describeThrown } from './describe-thrown.js';
import { CompensationError } from './execution.errors.js';
import { failureOf, failureRecord } from './failures.js';
import type { AttemptEnd } from './interpret-answer.js';
import { invokeBody } from './invoke-body.js';
import type { LiveExecution } from './live-execution.js';
import { presentArguments } from './node-arguments.js';
import type { NodeState } from './node-state.js';
import { textRedactor } from './redactor.js';
import { rollbackOrder, type RollbackAction } from './rollback-order.js';
import { shownArguments } from './site.js';
import { StepContextImpl } from './step-context-impl.js';

/**
 * Walks the execution backwards. Each undo and compensate runs with a fresh signal and is written when it returned, so
 * that a crash repeats at most the one cut off. The last write is left to the caller: it is the finish.
 */
export async function rollBack(execution: LiveExecution, cause: RollbackCause): Promise<void> {
  const actions = rollbackOrder(execution.root, cause);
  execution.rollingBack = true;
  if (actions.length === 0) return;
  execution.update({ status: 'rolling_back', rollbackCause: cause });
  await execution.checkpointer.save();
  for (const [index, action] of actions.entries()) {
    await execution.assertLease();
    if (action.kind === 'close') close(execution, action.state);
    else await runHook(execution, action);
    if (index < actions.length - 1) await execution.checkpointer.save();
  }
}

/** A construct is undone when its own entries are. */
function close(execution: LiveExecution, state: NodeState): void {
  if (state.status === 'completed') state.status = 'undone';
  state.rolledBack = 'done';
  state.round++;
  execution.checkpointer.nodeChanged(state);
}

type HookEnd =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly thrown: unknown; readonly reason: 'raised' | 'returned_failure' };

async function runHook(execution: LiveExecution, action: RollbackAction): Promise<void> {
  const { kind, scope, state } = action;
  const definition = state.node.definition as StepDefinition;
  const hook = kind === 'undo' ? definition.undo : definition.compensate;
  const type = kind === 'undo' ? 'undo' : 'compensate';
  const { middlewares } = execution.engine;
  const events = kind === 'undo' ? UNDO_EVENTS : COMPENSATION_EVENTS;
  execution.checkpointer.nodeChanged(state);
  if (hook === null) {
    state.rolledBack = 'skipped';
    if (kind === 'undo') state.status = 'undone';
    execution.trace(type, scope, state, { skipped: true });
    return;
  }
  middlewares.emit(events.start, execution, scope, state);
  const at = execution.now();
  const end = await callHook(execution, action, hook);
  if (end.kind === 'failed') {
    state.rolledBack = 'failed';
    const failure = reportFailure(execution, action, end, await shownArguments(scope, state));
    execution.trace(type, scope, state, { at, endedAt: execution.now(), skipped: false, failure });
    middlewares.emit(events.fail, execution, scope, state, { failure, thrown: end.thrown });
    return;
  }
  state.rolledBack = 'done';
  state.round++;
  if (kind === 'undo') state.status = 'undone';
  execution.trace(type, scope, state, {
    at,
    endedAt: execution.now(),
    skipped: false,
    ...resultOf(execution, end.answer),
  });
  middlewares.emit(events.complete, execution, scope, state, { result: end.answer });
}

const UNDO_EVENTS = { start: 'UndoStart', complete: 'UndoComplete', fail: 'UndoFail' } as const;
const COMPENSATION_EVENTS = {
  start: 'CompensationStart',
  complete: 'CompensationComplete',
  fail: 'CompensationFail',
} as const;

async function callHook(execution: LiveExecution, action: RollbackAction, hook: MethodDefinition): Promise<HookEnd> {
  const { kind, scope, state } = action;
  const context = new StepContextImpl(execution, scope, state);
  const body = async (): Promise<unknown> => {
    const args = await presentArguments(scope, state);
    const base = { args, ctx: context, scope, injection: () => execution.injection() };
    if (kind === 'undo') {
      const result = state.result?.copy();
      return callMethod(hook, { ...base, positional: () => [result, args, context] });
    }
    const record = state.failure;
    if (record === undefined) throw new Error(`step '${state.path}' has no failure to compensate`);
    const reason = failureOf(execution.engine.codec, record, state.thrown);
    return callMethod(hook, { ...base, reason, positional: () => [reason, args, context] });
  };
  const end = await invokeBody({
    context,
    timeout: null,
    clock: execution.engine.clock,
    body,
    ended: (each: AttemptEnd) => each,
  });
  if (end.kind !== 'failed') return { kind: 'done', answer: 'value' in end ? end.value : undefined };
  const { thrown, answered } = end.problem;
  return { kind: 'failed', thrown, reason: answered === true ? 'returned_failure' : 'raised' };
}

/** Records that a hook did not complete; it stops nothing. A failing compensate becomes the run's failure. */
function reportFailure(
  execution: LiveExecution,
  action: RollbackAction,
  end: Extract<HookEnd, { kind: 'failed' }>,
  args: unknown,
): NonNullable<TraceRecord['failure']> {
  const { kind, scope, state } = action;
  const redact = textRedactor(scope, state, args);
  const message = redact(describeThrown(end.thrown).message);
  const path = scope.pathTo(state.node);
  const entry: RollbackFailure = {
    step: state.node.name,
    path,
    kind: kind === 'undo' ? 'undo' : 'compensate',
    reason: end.reason,
    message,
  };
  const site = { reactor: execution.record.reactor, path, attempts: 1, args: {}, redact };
  execution.update({ rollbackFailures: [...execution.record.rollbackFailures, entry] });
  if (kind === 'compensate') replaceFailure(execution, state, message, redact);
  return failureRecord(execution.engine.codec, site, { thrown: end.thrown, retryable: false, started: true });
}

/** The first compensate that fails gives the run its failure; further ones are in the list. */
function replaceFailure(
  execution: LiveExecution,
  state: NodeState,
  message: string,
  redact: (text: string) => string,
): void {
  const { failure } = execution.record;
  if (failure === undefined || failure.name === CompensationError.name) return;
  const original = state.thrown ?? state.failure?.message;
  const error = new CompensationError(state.node.name, message, original);
  const site = {
    reactor: execution.record.reactor,
    path: failure.path,
    attempts: 1,
    args: execution.engine.codec.decode(failure.args),
    redact,
  };
  execution.update({
    failure: {
      ...failureRecord(execution.engine.codec, site, { thrown: error, retryable: false, started: true }),
      attempts: failure.attempts,
    },
  });
  execution.thrown = error;
}

/** What a hook answered is shown in the trace; an answer that cannot be stored is no failure of the hook. */
function resultOf(execution: LiveExecution, answer: unknown): { readonly result?: string } {
  if (answer === undefined) return {};
  try {
    return { result: execution.engine.codec.encode(answer, 'the answer of a rollback hook') };
  } catch {
    return {};
  }
}
