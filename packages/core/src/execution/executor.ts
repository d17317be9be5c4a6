import type { FailureRecord } from '../checkpoint/failure-record.js';
import type { PlanNode } from '../plan/plan.js';
import { concludeExecution } from './conclude.js';
import type { ExecutorOps } from './executor-ops.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import { readInbox } from './inbox.js';
import type { LiveExecution } from './live-execution.js';
import type { HandlerTable, NodeEnd } from './node-handler.js';
import type { NodeState } from './node-state.js';
import type { Scope } from './scope.js';
import { describeProblem } from './site.js';

/**
 * The loop. It owns the order of things inside a live execution; handlers run nodes, the checkpointer writes, `conclude`
 * ends. Invariants:
 *
 * - E1 Effect, then node record, then checkpoint, then the next node: a crash repeats at most the nodes in flight.
 * - E2 One writer: whoever holds the lease. A refused write breaks the execution here at once.
 * - E3 A checkpoint exists before anything that names it.
 * - E4 Definition and plan never change; the record is the only thing that does.
 * - E5 Every path out of a node is a `NodeEnd`; an exception that leaves a handler is a failure of the process, not of the
 *   node, and breaks the execution.
 *
 * Nodes run in lanes. A lane is a chain of nodes, each started after the one before it was written; a node that makes
 * several others ready opens further lanes, up to the reactor's `concurrency`.
 */
export class Executor implements ExecutorOps {
  constructor(private readonly handlers: HandlerTable) {}

  /** Runs an execution whose first nodes were taken and written by the start, to its end. */
  async run(execution: LiveExecution, first: readonly PlanNode[]): Promise<void> {
    try {
      await this.open(execution, execution.root, first);
      assertWhole(execution);
      await concludeExecution(execution);
    } catch (error) {
      execution.break(error);
      throw error;
    }
  }

  /** Runs a loaded execution from where its states say. */
  async rerun(execution: LiveExecution): Promise<void> {
    try {
      await this.runScope(execution, execution.root);
      assertWhole(execution);
      await concludeExecution(execution);
    } catch (error) {
      execution.break(error);
      throw error;
    }
  }

  async runScope(execution: LiveExecution, scope: Scope): Promise<void> {
    const first = execution.mayStart ? scope.take() : [];
    this.mark(execution, scope, first);
    await execution.checkpointer.save();
    await this.open(execution, scope, first);
  }

  /** Opens a lane for each node; ends when all have ended, then with the first error. */
  private open(execution: LiveExecution, scope: Scope, nodes: readonly PlanNode[]): Awaitable<void> {
    const [only] = nodes;
    if (only !== undefined && nodes.length === 1) return this.follow(execution, scope, new Lane(only));
    return allEnded(nodes.map((node) => this.openLane(execution, scope, node)));
  }

  /** Starts a node at once, so that nodes start in declaration order, and follows its lane from there. */
  private openLane(execution: LiveExecution, scope: Scope, node: PlanNode): Promise<void> {
    const started = (async () => this.step(execution, scope, node))();
    const lane = this.followLater(execution, scope, new Lane(undefined), started);
    // It is awaited only when its opener ends: until then its rejection must not count as unhandled.
    lane.catch(() => undefined);
    return lane;
  }

  /** Follows a lane to its end; at once, as long as its nodes answer at once. */
  private follow(execution: LiveExecution, scope: Scope, lane: Lane): Awaitable<void> {
    try {
      const pending = this.advance(execution, scope, lane);
      if (pending !== null) return this.followLater(execution, scope, lane, pending);
    } catch (error) {
      return this.broken(execution, lane, error);
    }
    return lane.opened.length > 0 ? allEnded(lane.opened) : undefined;
  }

  private async followLater(
    execution: LiveExecution,
    scope: Scope,
    lane: Lane,
    first: Promise<Followers>,
  ): Promise<void> {
    try {
      for (let pending: Promise<Followers> | null = first; pending !== null;) {
        this.goOnWith(execution, scope, lane, await pending);
        pending = this.advance(execution, scope, lane);
      }
    } catch (error) {
      return this.broken(execution, lane, error);
    }
    if (lane.opened.length > 0) await allEnded(lane.opened);
  }

  /** Runs the lane's nodes until one has to be waited for; null at its end. */
  private advance(execution: LiveExecution, scope: Scope, lane: Lane): Promise<Followers> | null {
    while (lane.next !== undefined) {
      const followers = this.step(execution, scope, lane.next);
      if (isThenable(followers)) return followers;
      this.goOnWith(execution, scope, lane, followers);
    }
    return null;
  }

  private goOnWith(execution: LiveExecution, scope: Scope, lane: Lane, followers: Followers): void {
    lane.next = followers.at(-1);
    for (const node of followers.slice(0, -1)) lane.opened.push(this.openLane(execution, scope, node));
  }

  /** Nothing else of this execution may start; what is in flight is awaited, so that no body outlives its run unseen. */
  private async broken(execution: LiveExecution, lane: Lane, error: unknown): Promise<never> {
    execution.break(error);
    await Promise.allSettled(lane.opened);
    throw error;
  }

  /** One node from start to checkpoint; answers the nodes to start next. */
  private step(execution: LiveExecution, scope: Scope, node: PlanNode): Awaitable<Followers> {
    const state = scope.states[node.index] as NodeState;
    if (!execution.mayStart) {
      scope.withdraw(node);
      execution.checkpointer.nodeChanged(state);
      return NONE;
    }
    if (!execution.leaseIsValid) return execution.assertLease().then(() => this.step(execution, scope, node));
    const handler = this.handlers[node.definition.kind];
    if (handler === undefined) throw new Error(`no handler for nodes of kind '${node.definition.kind}'`);
    const end = handler.run(execution, scope, state, this);
    return isThenable(end)
      ? end.then((ended) => this.afterwards(execution, scope, state, ended))
      : this.afterwards(execution, scope, state, end);
  }

  private afterwards(execution: LiveExecution, scope: Scope, state: NodeState, end: NodeEnd): Awaitable<Followers> {
    if (end.kind === 'failed' || end.kind === 'stopped') return this.afterFailure(execution, scope, state, end);
    this.settle(execution, scope, state, end, null);
    return this.goOn(execution, scope);
  }

  private async afterFailure(
    execution: LiveExecution,
    scope: Scope,
    state: NodeState,
    end: Extract<NodeEnd, { readonly kind: 'failed' | 'stopped' }>,
  ): Promise<Followers> {
    // What fails because this process gives up says nothing about the step: it stays marked, for whoever takes over.
    if (execution.broken !== null) throw execution.broken.error;
    const failure = end.kind === 'failed' ? await describeProblem(execution, scope, state, end.problem) : null;
    this.settle(execution, scope, state, end, failure);
    return this.goOn(execution, scope);
  }

  /** Takes and marks the nodes that follow, in the same write as what just ended. */
  private goOn(execution: LiveExecution, scope: Scope): Awaitable<Followers> {
    const next = execution.mayStart ? scope.take() : NONE;
    this.mark(execution, scope, next);
    // The last node's checkpoint is the finish: the execution is concluded right after the lanes end.
    if (scope.parent === null && scope.active === 0) return NONE;
    const saved = execution.checkpointer.save();
    if (!isThenable(saved) && !execution.checkpointer.hasUnread) return next;
    return this.saved(execution, saved, next);
  }

  private async saved(
    execution: LiveExecution,
    saving: Awaitable<void>,
    next: readonly PlanNode[],
  ): Promise<Followers> {
    await saving;
    if (execution.checkpointer.hasUnread) await readInbox(execution);
    return next;
  }

  private mark(execution: LiveExecution, scope: Scope, nodes: readonly PlanNode[]): void {
    for (const node of nodes) execution.checkpointer.nodeChanged(scope.states[node.index] as NodeState);
  }

  /** Turns how a node ended into its state, and into a stop of the whole execution where that follows. */
  private settle(
    execution: LiveExecution,
    scope: Scope,
    state: NodeState,
    end: NodeEnd,
    failure: FailureRecord | null,
  ): void {
    const { middlewares } = execution.engine;
    const now = execution.now();
    switch (end.kind) {
      case 'completed':
      case 'skipped': {
        state.complete(end.kind, end.result, now, execution.nextOrder());
        execution.checkpointer.value(scope.resultKey(state), end.result.text);
        if (end.kind === 'skipped') execution.trace('skipped', scope, state);
        middlewares.emit(end.kind === 'skipped' ? 'StepSkip' : 'StepComplete', execution, scope, state);
        break;
      }
      case 'halted':
        state.stop('halted', now, execution.nextOrder());
        execution.trace('halt', scope, state, { reason: end.reason });
        execution.requestStop({ kind: 'halt', step: state.node.name, reason: end.reason });
        break;
      case 'failed': {
        if (failure === null) throw new Error(`the failure of '${state.path}' was not described`);
        state.started = end.problem.started;
        state.fail(failure, end.problem.thrown, now, execution.nextOrder());
        middlewares.emit('StepFail', execution, scope, state, { failure, thrown: end.problem.thrown });
        execution.failed(failure, end.problem.thrown);
        break;
      }
      case 'stopped':
        state.stop(execution.stop?.kind === 'halt' ? 'halted' : 'failed', now, execution.nextOrder());
        break;
    }
    scope.ended(state);
    execution.checkpointer.nodeChanged(state);
  }
}

/** An execution that this process had to leave midway has not ended: its record is left to recovery. */
function assertWhole(execution: LiveExecution): void {
  if (execution.broken !== null && !execution.root.isComplete) throw execution.broken.error;
}

/** The nodes to start after one that ended: the last in its lane, those before in new ones. */
type Followers = readonly PlanNode[];

const NONE: Followers = Object.freeze([]);

/** A chain of nodes, each started after the one before it was written. */
class Lane {
  readonly opened: Promise<void>[] = [];

  constructor(public next: PlanNode | undefined) {}
}

async function allEnded(lanes: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(lanes)) if (end.status === 'rejected') throw end.reason;
}
