import type { RollbackCause } from '../checkpoint/execution-record.js';
import type { NodeState } from './node-state.js';
import type { Scope } from './scope.js';

/** One thing a rollback does. `close` ends a construct whose own entries were done just before. */
export interface RollbackAction {
  readonly kind: 'compensate' | 'undo' | 'close';
  readonly scope: Scope;
  readonly state: NodeState;
}

/**
 * What is left to roll back, in order: first the finally failed nodes, by their failure; then the completed ones, in
 * exact reverse order of completion. A composed child is one entry: its own entries stand in its place, innermost
 * first. Nodes that never started, were skipped or are rolled back already are not in it.
 *
 * A manual undo compensates nothing: what was cut off by the caller's abort has no known outcome to clean up after.
 */
export function rollbackOrder(scope: Scope, cause: RollbackCause): readonly RollbackAction[] {
  const stopped: NodeState[] = [];
  const completed: NodeState[] = [];
  for (const state of scope.states) {
    if (state.rolledBack !== undefined || state.order === undefined) continue;
    if (state.status === 'completed') completed.push(state);
    else if (state.status === 'failed' || state.status === 'halted') stopped.push(state);
  }
  stopped.sort((a, b) => (a.order as number) - (b.order as number));
  completed.sort((a, b) => (b.order as number) - (a.order as number));
  return [
    ...stopped.flatMap((state) => stoppedActions(scope, state, cause)),
    ...completed.flatMap((state) => undoActions(scope, state, cause)),
  ];
}

function stoppedActions(scope: Scope, state: NodeState, cause: RollbackCause): readonly RollbackAction[] {
  const child = scope.children.get(state.node.index);
  if (child !== undefined) return [...rollbackOrder(child, cause), { kind: 'close', scope, state }];
  const compensates = state.status === 'failed' && state.started && cause !== 'undo';
  return compensates ? [{ kind: 'compensate', scope, state }] : [];
}

function undoActions(scope: Scope, state: NodeState, cause: RollbackCause): readonly RollbackAction[] {
  const child = scope.children.get(state.node.index);
  if (child === undefined) return [{ kind: 'undo', scope, state }];
  return [...rollbackOrder(child, cause), { kind: 'close', scope, state }];
}
