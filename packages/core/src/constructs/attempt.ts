import { ContractViolationError } from '../contract/contract.errors.js';
import type { ContractVerdict } from '../contract/contract.js';
import type { StepDefinition } from '../definition/reactor-definition.js';
import { callMethod } from '../execution/call-method.js';
import { problemOf, type AttemptEnd } from '../execution/interpret-answer.js';
import { invokeBody } from '../execution/invoke-body.js';
import type { LiveExecution } from '../execution/live-execution.js';
import type { NodeEnd } from '../execution/node-handler.js';
import type { NodeState } from '../execution/node-state.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import type { NamedArguments } from '../execution/resolve-arguments.js';
import type { Scope } from '../execution/scope.js';
import { StepContextImpl } from '../execution/step-context-impl.js';
import { ValueCell } from '../execution/value-cell.js';

/** One attempt of a step's body, and what its result is worth: output contract and storage. Never rejects. */
export function runAttempt(
  execution: LiveExecution,
  scope: Scope,
  state: NodeState,
  args: NamedArguments,
): Awaitable<NodeEnd> {
  const { engine } = execution;
  const definition = state.node.definition as StepDefinition;
  state.attempts++;
  state.started = true;
  state.status = 'running';
  const attempt = state.attempts;
  const context = new StepContextImpl(execution, scope, state);
  const entry = execution.trace('run', scope, state, { attempt });
  state.startedAt ??= entry.at;
  engine.middlewares.emit('StepStart', execution, scope, state, { attempt });
  const call = { args, ctx: context, scope, positional: [args, context] };
  const body = (): unknown => callMethod(definition.body, call, () => execution.injection());
  const wrapped = engine.middlewares.around(execution.record.reactor, context, body) ?? body;
  const finished = (end: AttemptEnd): Awaitable<NodeEnd> => {
    execution.leave(context);
    execution.checkpointer.ended(entry, execution.now());
    return accepted(execution, scope, state, end);
  };
  execution.enter(context);
  return invokeBody(
    context,
    wrapped,
    { clock: engine.clock, timeout: definition.timeout, onOutcome: () => warnOutcome(execution, state) },
    finished,
  );
}

/** A result that breaks the output contract, or cannot be stored, fails the step after its body ran. */
function accepted(
  execution: LiveExecution,
  scope: Scope,
  state: NodeState,
  end: AttemptEnd,
): Awaitable<NodeEnd> {
  if (end.kind === 'halted' || end.kind === 'failed') return end;
  const { output } = state.node.definition as StepDefinition;
  try {
    if (output === null) return { kind: end.kind, result: stored(execution, scope, state, end.value) };
    const verdict = output.validate(end.value, { dropUnknown: false });
    const finish = (given: ContractVerdict): NodeEnd => ({
      kind: end.kind,
      result: stored(execution, scope, state, checked(output.name, state, given), (plain) => output.revive(plain)),
    });
    return isThenable(verdict) ? verdict.then(finish).catch(unfit) : finish(verdict);
  } catch (error) {
    return unfit(error);
  }
}

function stored(
  execution: LiveExecution,
  scope: Scope,
  state: NodeState,
  value: unknown,
  revive?: (plain: unknown) => unknown,
): ValueCell {
  const where = (): string => `the result of step '${state.node.name}' of reactor '${scope.plan.definition.name}'`;
  return ValueCell.of(value, execution.engine.codec, where, revive);
}

function checked(contract: string, state: NodeState, verdict: ContractVerdict): unknown {
  if (verdict.ok) return verdict.value;
  throw new ContractViolationError(contract, `the result of step '${state.node.name}'`, verdict.fieldErrors);
}

/** The same body would answer the same: no further attempt. */
function unfit(error: unknown): NodeEnd {
  return { kind: 'failed', problem: { ...problemOf(error), retryable: false } };
}

function warnOutcome(execution: LiveExecution, state: NodeState): void {
  execution.engine.logger.warn({
    event: 'reactor.step.answered_outcome',
    message:
      `step '${state.node.name}' answered an Outcome: it is stored as a plain value, whatever its status. ` +
      'Answer outcome.unwrap(), or decide on its status',
    executionId: execution.id,
    reactor: execution.record.reactor,
    step: state.node.name,
  });
}
