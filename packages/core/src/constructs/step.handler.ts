import type { StepDefinition } from '../definition/reactor-definition.js';
import { decideRetry } from '../execution/decide-retry.js';
import { problemOf } from '../execution/interpret-answer.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { prepareArguments, presentArguments } from '../execution/node-arguments.js';
import type { NodeEnd, NodeHandler } from '../execution/node-handler.js';
import type { NodeProblem } from '../execution/node-problem.js';
import type { NodeState } from '../execution/node-state.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import type { NamedArguments } from '../execution/resolve-arguments.js';
import type { Scope } from '../execution/scope.js';
import { describeProblem } from '../execution/site.js';
import { runAttempt } from './attempt.js';

/**
 * Runs one step: arguments → contract → attempts → output contract. The executor records how it ended. Where a body
 * answers at once, so does this: most do, and every promise costs.
 */
export class StepHandler implements NodeHandler {
  run(execution: LiveExecution, scope: Scope, state: NodeState): Awaitable<NodeEnd> {
    let args: Awaitable<NamedArguments>;
    try {
      args = prepareArguments(execution, scope, state);
    } catch (error) {
      return neverStarted(state, error);
    }
    if (!isThenable(args)) return this.attempts(execution, scope, state, args);
    return args.then(
      (ready) => this.attempts(execution, scope, state, ready),
      (error: unknown) => neverStarted(state, error),
    );
  }

  private attempts(execution: LiveExecution, scope: Scope, state: NodeState, args: NamedArguments): Awaitable<NodeEnd> {
    const first = runAttempt(execution, scope, state, args);
    if (!isThenable(first) && first.kind !== 'failed') return first;
    if ((state.node.definition as StepDefinition).retries.maxAttempts === 1) return first;
    return this.retried(execution, scope, state, first);
  }

  private async retried(
    execution: LiveExecution,
    scope: Scope,
    state: NodeState,
    first: Awaitable<NodeEnd>,
  ): Promise<NodeEnd> {
    let end = await first;
    while (end.kind === 'failed') {
      const next = await this.waitForNext(execution, scope, state, end.problem);
      if (next === 'vetoed') return { kind: 'failed', problem: { ...end.problem, retryable: false } };
      if (next === 'last') return end;
      // Anew: what one attempt did to its arguments is not seen by the next.
      end = await runAttempt(execution, scope, state, await presentArguments(scope, state));
    }
    return end;
  }

  /** Records a failed attempt that is followed by another, and waits. */
  private async waitForNext(
    execution: LiveExecution,
    scope: Scope,
    state: NodeState,
    problem: NodeProblem,
  ): Promise<'again' | 'vetoed' | 'last'> {
    const { retries } = state.node.definition as StepDefinition;
    const { thrown, retryable } = problem;
    const attempt = state.attempts;
    const decision = decideRetry(retries, { attempt, thrown, retryable, random: Math.random() });
    if (!decision.again) return decision.vetoed ? 'vetoed' : 'last';
    if (!execution.mayRetry) return 'last';
    const failure = await describeProblem(execution, scope, state, problem);
    const { delay } = decision;
    execution.trace('retry', scope, state, { attempt, failure });
    execution.engine.middlewares.emit('StepRetry', execution, scope, state, { attempt, delay, failure, thrown });
    state.status = 'waiting';
    execution.checkpointer.nodeChanged(state);
    await execution.checkpointer.save();
    await execution.sleep(delay);
    return execution.mayRetry ? 'again' : 'last';
  }
}

/** It counts as one attempt, though no body began. */
function neverStarted(state: NodeState, error: unknown): NodeEnd {
  state.attempts = 1;
  return { kind: 'failed', problem: problemOf(error, false) };
}
