import type { ContractVerdict } from '../contract/contract.js';
import { ContractViolationError } from '../contract/contract.errors.js';
import type { StepDefinition } from '../definition/reactor-definition.js';
import { callMethod } from '../execution/call-method.js';
import { decideRetry } from '../execution/decide-retry.js';
import { problemOf, type AttemptEnd } from '../execution/interpret-answer.js';
import { invokeBody } from '../execution/invoke-body.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { prepareArguments } from '../execution/node-arguments.js';
import type { NodeEnd, NodeHandler } from '../execution/node-handler.js';
import type { NodeProblem } from '../execution/node-problem.js';
import type { NodeState } from '../execution/node-state.js';
import { isThenable, type NamedArguments } from '../execution/resolve-arguments.js';
import type { Scope } from '../execution/scope.js';
import { describeProblem } from '../execution/site.js';
import { StepContextImpl } from '../execution/step-context-impl.js';
import { ValueCell } from '../execution/value-cell.js';

/** Runs one step: arguments → contract → attempts → output contract. The executor records how it ended. */
export class StepHandler implements NodeHandler {
  async run(execution: LiveExecution, scope: Scope, state: NodeState): Promise<NodeEnd> {
    const definition = state.node.definition as StepDefinition;
    let args: NamedArguments;
    try {
      const prepared = prepareArguments(execution, scope, state);
      args = isThenable(prepared) ? await prepared : prepared;
    } catch (error) {
      state.attempts = 1;
      return { kind: 'failed', problem: problemOf(error, false) };
    }
    for (;;) {
      const end = await this.attempt(execution, scope, state, args);
      if (end.kind !== 'failed') return end;
      if (!(await this.waitForNext(execution, scope, state, definition, end.problem))) return end;
    }
  }

  private async attempt(
    execution: LiveExecution,
    scope: Scope,
    state: NodeState,
    args: NamedArguments,
  ): Promise<NodeEnd> {
    const definition = state.node.definition as StepDefinition;
    const { engine } = execution;
    const now = execution.now();
    state.attempts++;
    state.started = true;
    state.status = 'running';
    state.startedAt ??= now;
    const context = new StepContextImpl(execution, scope, state);
    const entry = execution.trace('run', scope, state, { attempt: state.attempts });
    engine.middlewares.emit('StepStart', execution, scope, state, { attempt: state.attempts });
    execution.enter(context);
    try {
      const call = { args, ctx: context, scope, positional: [args, context] };
      const body = (): unknown => callMethod(definition.body, call, () => execution.injection());
      const wrapped = engine.middlewares.around(execution.record.reactor, context, body) ?? body;
      const limits = {
        clock: engine.clock,
        timeout: definition.timeout,
        onOutcome: () => warnOutcome(execution, state),
      };
      const ended = invokeBody(context, wrapped, limits);
      const end = isThenable(ended) ? await ended : ended;
      return await this.accepted(execution, scope, state, end);
    } finally {
      execution.leave(context);
      execution.checkpointer.ended(entry, execution.now());
    }
  }

  /** Output contract and storage: a result that fails either fails the step, after its body ran. */
  private async accepted(execution: LiveExecution, scope: Scope, state: NodeState, end: AttemptEnd): Promise<NodeEnd> {
    if (end.kind === 'halted' || end.kind === 'failed') return end;
    const { output } = state.node.definition as StepDefinition;
    try {
      const value =
        output === null
          ? end.value
          : await checked(output.name, state, await output.validate(end.value, { dropUnknown: false }));
      const where = (): string => `the result of step '${state.node.name}' of reactor '${scope.plan.definition.name}'`;
      const revive = output === null ? undefined : (plain: unknown): unknown => output.revive(plain);
      return { kind: end.kind, result: ValueCell.of(value, execution.engine.codec, where, revive) };
    } catch (error) {
      return { kind: 'failed', problem: { ...problemOf(error), retryable: false } };
    }
  }

  /** Records a failed attempt that is followed by another, and waits; false when it was the last. */
  private async waitForNext(
    execution: LiveExecution,
    scope: Scope,
    state: NodeState,
    definition: StepDefinition,
    problem: NodeProblem,
  ): Promise<boolean> {
    const { thrown, retryable } = problem;
    const decision = decideRetry(definition.retries, {
      attempt: state.attempts,
      thrown,
      retryable,
      random: Math.random(),
    });
    if (!decision.again || !execution.mayRetry) return false;
    const attempt = state.attempts;
    const failure = await describeProblem(execution, scope, state, problem);
    execution.trace('retry', scope, state, { attempt, failure });
    execution.engine.middlewares.emit('StepRetry', execution, scope, state, {
      attempt,
      delay: decision.delay,
      failure,
      thrown,
    });
    state.status = 'waiting';
    execution.checkpointer.nodeChanged(state);
    await execution.checkpointer.save();
    await execution.sleep(decision.delay);
    return execution.mayRetry;
  }
}

async function checked(contract: string, state: NodeState, verdict: ContractVerdict): Promise<unknown> {
  if (verdict.ok) return verdict.value;
  throw new ContractViolationError(contract, `the result of step '${state.node.name}'`, verdict.fieldErrors);
}

function warnOutcome(execution: LiveExecution, state: NodeState): void {
  execution.engine.logger.warn({
    event: 'reactor.step.answered_outcome',
    message: `step '${state.node.name}' answered an Outcome: it is stored as a plain value, whatever its status. Answer outcome.unwrap(), or decide on its status`,
    executionId: execution.id,
    reactor: execution.record.reactor,
    step: state.node.name,
  });
}
