import type { Plan, PlanNode } from '../plan/plan.js';
import { ReadyQueue } from '../plan/ready-nodes.js';
import { NodeState } from './node-state.js';
import type { ValueCell } from './value-cell.js';

export interface ScopeParent {
  readonly scope: Scope;
  readonly node: PlanNode;
}

/**
 * One plan being run: the root reactor's, or that of a composed child inside it. It knows which nodes are ready
 * and hands them out, lowest declaration first; it performs nothing.
 */
export class Scope {
  readonly states: readonly NodeState[];
  /** Names from the root to this scope. */
  readonly path: readonly string[];
  /** Scopes of composed children, by node index. */
  readonly children = new Map<number, Scope>();
  private readonly ready = new ReadyQueue();
  private readonly missing: number[];
  private incomplete: number;
  /** Nodes that were handed out and did not end yet. */
  active = 0;
  /** All of it was rolled back: a later run of the construct opens it anew, with new inputs. */
  stale = false;

  constructor(
    readonly plan: Plan,
    readonly inputs: ValueCell,
    readonly parent: ScopeParent | null,
  ) {
    this.path = parent === null ? [] : [...parent.scope.path, parent.node.name];
    const prefix = parent === null ? '' : `${this.path.join('/')}/`;
    this.states = plan.nodes.map((node) => new NodeState(node, prefix + node.name));
    this.missing = [...plan.initialDependencies];
    this.incomplete = plan.nodes.length;
    for (const index of plan.initialReady) this.ready.push(index);
  }

  get isComplete(): boolean {
    return this.incomplete === 0;
  }

  /** Takes the next ready nodes, up to the reactor's concurrency, and marks them as started. */
  take(): readonly PlanNode[] {
    const limit = this.plan.definition.concurrency - this.active;
    if (limit <= 0 || this.ready.size === 0) return NONE;
    const taken: PlanNode[] = [];
    while (taken.length < limit && this.ready.size > 0) {
      const index = this.ready.pop() as number;
      const state = this.states[index] as NodeState;
      state.marked = true;
      this.active++;
      taken.push(state.node);
    }
    return taken;
  }

  /** Gives back a node that was taken but must not start any more. */
  withdraw(node: PlanNode): void {
    (this.states[node.index] as NodeState).marked = false;
    this.active--;
  }

  /** A taken node ended; when it has a result, the nodes that waited only for it become ready. */
  ended(state: NodeState): void {
    this.active--;
    if (state.isComplete) this.release(state.node);
  }

  /** Works out readiness again from the states: after a load, and before a retry. */
  recompute(): void {
    this.ready.clear();
    this.incomplete = 0;
    for (const node of this.plan.nodes) {
      const missing = node.dependencies.filter((index) => !(this.states[index] as NodeState).isComplete).length;
      this.missing[node.index] = missing;
      const state = this.states[node.index] as NodeState;
      if (state.isComplete) continue;
      this.incomplete++;
      if (missing === 0) this.ready.push(node.index);
    }
  }

  /** Takes over the rounds of an earlier run of the same construct, so that its `idempotencyKey`s are not used again. */
  inheritRounds(earlier: Scope): void {
    for (const [index, state] of this.states.entries()) state.round = earlier.states[index]?.round ?? 0;
  }

  state(name: string): NodeState | undefined {
    const node = this.plan.byName.get(name);
    return node === undefined ? undefined : this.states[node.index];
  }

  /** Names from the root to a node. Shared, never changed. */
  pathTo(node: PlanNode): readonly string[] {
    return this.parent === null ? node.ownPath : [...this.path, node.name];
  }

  resultKey(state: NodeState): `result:${string}` {
    return this.parent === null ? state.node.ownResultKey : `result:${state.path}`;
  }

  /** Every state of this scope and of its composed children. */
  *all(): Generator<NodeState> {
    for (const state of this.states) {
      yield state;
      const child = this.children.get(state.node.index);
      if (child !== undefined) yield* child.all();
    }
  }

  private release(node: PlanNode): void {
    this.incomplete--;
    for (const dependent of node.dependents) {
      const missing = (this.missing[dependent] as number) - 1;
      this.missing[dependent] = missing;
      // On a retry a dependent may be complete already: it was skipped, and what it read ran again.
      if (missing === 0 && !(this.states[dependent] as NodeState).isComplete) this.ready.push(dependent);
    }
  }
}

const NONE: readonly PlanNode[] = Object.freeze([]);
