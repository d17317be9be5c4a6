import { ContractViolationError } from '../contract/contract.errors.js';
import type { ComposeDefinition } from '../definition/reactor-definition.js';
import type { ExecutorOps } from '../execution/executor-ops.js';
import { problemOf } from '../execution/interpret-answer.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { prepareArguments } from '../execution/node-arguments.js';
import type { NodeEnd, NodeHandler } from '../execution/node-handler.js';
import type { NodeState } from '../execution/node-state.js';
import { Scope } from '../execution/scope.js';
import { scopeInputs, scopeResult } from '../execution/scope-values.js';

/**
 * Runs a child reactor as part of the same execution: its nodes are nodes of this run, one level down, and roll back with
 * it. A failure or halt inside has stopped the whole run already; here it only becomes the node's own end.
 */
export class ComposeHandler implements NodeHandler {
  async run(execution: LiveExecution, scope: Scope, state: NodeState, ops: ExecutorOps): Promise<NodeEnd> {
    let child: Scope;
    try {
      const present = scope.children.get(state.node.index);
      child = present === undefined || present.stale ? await this.open(execution, scope, state, present) : present;
    } catch (error) {
      state.attempts = 1;
      return { kind: 'failed', problem: problemOf(error, false) };
    }
    const now = execution.now();
    state.attempts = 1;
    state.started = true;
    state.status = 'running';
    state.startedAt ??= now;
    execution.engine.middlewares.emit('StepStart', execution, scope, state, { attempt: 1 });
    await ops.runScope(execution, child);
    return this.end(execution, child, state);
  }

  private async open(
    execution: LiveExecution,
    scope: Scope,
    state: NodeState,
    earlier: Scope | undefined,
  ): Promise<Scope> {
    const { child } = state.node.definition as ComposeDefinition;
    const plan = execution.engine.catalog.plan(child);
    const args = await prepareArguments(execution, scope, state);
    const { inputs } = plan.definition;
    let value: unknown = args;
    if (inputs !== null) {
      const verdict = await inputs.validate(args, { dropUnknown: true });
      if (!verdict.ok)
        throw new ContractViolationError(
          inputs.name,
          `the inputs of child '${child}' at step '${state.node.name}'`,
          verdict.fieldErrors,
        );
      value = verdict.value;
    }
    const cell = scopeInputs(execution.engine.codec, plan, value);
    state.args = cell;
    execution.checkpointer.value(`args:${state.path}`, cell.text);
    const opened = new Scope(plan, cell, { scope, node: state.node });
    if (earlier !== undefined) opened.inheritRounds(earlier);
    scope.children.set(state.node.index, opened);
    return opened;
  }

  private end(execution: LiveExecution, child: Scope, state: NodeState): NodeEnd {
    const failed = firstFailed(child);
    if (failed?.failure !== undefined) {
      const { thrown, failure } = failed;
      return { kind: 'failed', problem: { thrown, retryable: failure.retryable, started: true, record: failure } };
    }
    if (!child.isComplete) return { kind: 'stopped' };
    return {
      kind: 'completed',
      result: scopeResult(execution.engine.codec, child, `the result of step '${state.node.name}'`),
    };
  }
}

/** The node whose failure came first; one that was merely stopped has none. */
function firstFailed(scope: Scope): NodeState | undefined {
  return scope.states
    .filter((state) => state.status === 'failed' && state.failure !== undefined)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))[0];
}
