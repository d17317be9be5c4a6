import type { TraceRecord } from '../checkpoint/trace-entry.js';
import type { Clock } from '../kernel/clock.js';
import { ContractViolationError } from '../contract/contract.errors.js';
import type { ContractVerdict } from '../contract/contract.js';
import type { InjectionScope, StepDefinition } from '../definition/reactor-definition.js';
import { callMethod, type Call } from '../execution/call-method.js';
import { answersOutcome, problemOf, type AttemptEnd } from '../execution/interpret-answer.js';
import { invokeBody, type Invocation } from '../execution/invoke-body.js';
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
  state.attempts++;
  state.started = true;
  state.status = 'running';
  const attempt = new Attempt(execution, scope, state, args);
  execution.engine.middlewares.emit('StepStart', execution, scope, state, { attempt: state.attempts });
  execution.enter(attempt.context);
  return invokeBody(attempt);
}

/** What belongs to one attempt, in one object: a step makes one of these for each, so it is made of few pieces. */
class Attempt implements Invocation<NodeEnd>, Call {
  readonly context: StepContextImpl;
  readonly timeout: number | null;
  private readonly entry: TraceRecord;

  constructor(
    private readonly execution: LiveExecution,
    readonly scope: Scope,
    private readonly state: NodeState,
    readonly args: NamedArguments,
  ) {
    this.context = new StepContextImpl(execution, scope, state);
    this.timeout = this.definition.timeout;
    this.entry = execution.trace('run', scope, state, { attempt: state.attempts });
    state.startedAt ??= this.entry.at;
  }

  get ctx(): StepContextImpl {
    return this.context;
  }

  get clock(): Clock {
    return this.execution.engine.clock;
  }

  positional(): unknown[] {
    return [this.args, this.context];
  }

  injection(): InjectionScope {
    return this.execution.injection();
  }

  body(): unknown {
    const { engine, record } = this.execution;
    const { body } = this.definition;
    if (!engine.middlewares.wraps(record.reactor)) return callMethod(body, this);
    return engine.middlewares.around(record.reactor, this.context, () => callMethod(body, this))();
  }

  ended(end: AttemptEnd): Awaitable<NodeEnd> {
    const { execution, scope, state } = this;
    execution.leave(this.context);
    execution.checkpointer.ended(this.entry, execution.now());
    if (answersOutcome(end)) warnOutcome(execution, state);
    return accepted(execution, scope, state, end);
  }

  private get definition(): StepDefinition {
    return this.state.node.definition as StepDefinition;
  }
}

/** A result that breaks the output contract, or cannot be stored, fails the step after its body ran. */
function accepted(execution: LiveExecution, scope: Scope, state: NodeState, end: AttemptEnd): Awaitable<NodeEnd> {
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
