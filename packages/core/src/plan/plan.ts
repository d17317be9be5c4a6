import type { NodeDefinition, ReactorDefinition } from '../definition/reactor-definition.js';

export interface PlanNode {
  /** Place in declaration order; ties between ready nodes are broken by it. */
  readonly index: number;
  readonly name: string;
  /** The path of the node in a run of its own reactor. */
  readonly ownPath: readonly string[];
  /** Key of its result there. */
  readonly ownResultKey: `result:${string}`;
  readonly definition: NodeDefinition;
  /** Indexes of the nodes that must be complete first. */
  readonly dependencies: readonly number[];
  /** Indexes of the nodes that wait for this one. */
  readonly dependents: readonly number[];
}

/** The graph of one definition. Frozen, shared by all executions. */
export interface Plan {
  readonly definition: ReactorDefinition;
  readonly nodes: readonly PlanNode[];
  readonly byName: ReadonlyMap<string, PlanNode>;
  /** Index of the node whose result is the value; null: all results by name. */
  readonly returns: number | null;
  /** Number of dependencies of each node, by index: where an execution's countdown starts. */
  readonly initialDependencies: readonly number[];
  /** Indexes of the nodes without dependencies, ascending. */
  readonly initialReady: readonly number[];
}
