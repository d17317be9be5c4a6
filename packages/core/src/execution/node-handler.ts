import type { NodeKind } from '../kernel/node-kind.js';
import type { Awaitable } from '../kernel/awaitable.js';
import type { ExecutorOps } from './executor-ops.js';
import type { LiveExecution } from './live-execution.js';
import type { NodeProblem } from './node-problem.js';
import type { NodeState } from './node-state.js';
import type { Scope } from './scope.js';
import type { ValueCell } from './value-cell.js';

/** How one node ended; every path out of a node is one of these (E5). */
export type NodeEnd =
  | { readonly kind: 'completed' | 'skipped'; readonly result: ValueCell }
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'failed'; readonly problem: NodeProblem }
  /** A construct that did not come to its end because the execution stops for another reason. */
  | { readonly kind: 'stopped' };

/** One node kind's way of running. A construct that runs a child scope does it through `ops`. */
export interface NodeHandler {
  /** A promise only when something has to be waited for: most bodies answer at once, and each promise costs. */
  run(execution: LiveExecution, scope: Scope, state: NodeState, ops: ExecutorOps): Awaitable<NodeEnd>;
}

/** The handlers by kind, filled by the runtime. */
export type HandlerTable = Readonly<Partial<Record<NodeKind, NodeHandler>>>;
