import type { LiveExecution } from './live-execution.js';
import type { NodeState } from './node-state.js';
import type { Scope } from './scope.js';
import { describeProblem } from './site.js';

/**
 * A loaded execution that is stopped does not run its nodes in flight again, so they end here: failed, with an outcome
 * that nobody knows. A rollback then compensates them; forgotten, their effects would stay behind.
 */
export async function failLostNodes(execution: LiveExecution, scope: Scope = execution.root): Promise<void> {
  for (const state of scope.states) {
    const child = scope.children.get(state.node.index);
    if (child !== undefined) await failLostNodes(execution, child);
    if (state.marked) await failLost(execution, scope, state);
  }
}

async function failLost(execution: LiveExecution, scope: Scope, state: NodeState): Promise<void> {
  const order = execution.nextOrder();
  if (scope.children.has(state.node.index)) state.stop('failed', execution.now(), order);
  else {
    const thrown = new Error('its process was lost while it ran, so whether it took effect is unknown');
    state.started = true;
    state.attempts = Math.max(1, state.attempts);
    const failure = await describeProblem(execution, scope, state, { thrown, retryable: true, started: true });
    state.fail(failure, thrown, execution.now(), order);
  }
  execution.checkpointer.nodeChanged(state);
}
