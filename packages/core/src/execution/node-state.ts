import type { FailureRecord } from '../checkpoint/failure-record.js';
import type { NodeRecord } from '../checkpoint/node-record.js';
import type { NodeStatus } from '../checkpoint/status.js';
import type { PlanNode } from '../plan/plan.js';
import type { ValueCell } from './value-cell.js';

/** One node of a live execution. `record()` is its stored form. */
export class NodeState {
  status: NodeStatus = 'pending';
  attempts = 0;
  started = false;
  round = 0;
  marked = false;
  recoveries = 0;
  startedAt: number | undefined = undefined;
  endedAt: number | undefined = undefined;
  order: number | undefined = undefined;
  failure: FailureRecord | undefined = undefined;
  rolledBack: NodeRecord['rolledBack'] = undefined;
  result: ValueCell | null = null;
  /** Only when the arguments are stored; else they are derived again. */
  args: ValueCell | null = null;
  /** What was thrown, in the process where it was; gone after a reload. */
  thrown: unknown = undefined;
  /** Waits to be written. */
  isChanged = false;

  constructor(
    readonly node: PlanNode,
    readonly path: string,
  ) {}

  /** Has a result that others may read. */
  get isComplete(): boolean {
    return this.status === 'completed' || this.status === 'skipped';
  }

  complete(status: 'completed' | 'skipped', result: ValueCell, at: number, order: number): void {
    this.status = status;
    this.result = result;
    this.failure = undefined;
    this.end(at, order);
  }

  fail(failure: FailureRecord, thrown: unknown, at: number, order: number): void {
    this.status = 'failed';
    this.failure = failure;
    this.thrown = thrown;
    this.end(at, order);
  }

  /** Ends without a result of its own: a halt, or a construct that was stopped midway. */
  stop(status: 'halted' | 'failed', at: number, order: number): void {
    this.status = status;
    this.end(at, order);
  }

  /** Ready to run anew, in a later round of the same execution. */
  reset(): void {
    this.status = 'pending';
    this.attempts = 0;
    this.started = false;
    this.marked = false;
    this.startedAt = undefined;
    this.endedAt = undefined;
    this.order = undefined;
    this.failure = undefined;
    this.rolledBack = undefined;
    this.result = null;
    this.args = null;
    this.thrown = undefined;
  }

  load(record: NodeRecord): void {
    this.status = record.status;
    this.attempts = record.attempts;
    this.started = record.started;
    this.round = record.round;
    this.marked = record.marked;
    this.recoveries = record.recoveries;
    this.startedAt = record.startedAt;
    this.endedAt = record.endedAt;
    this.order = record.order;
    this.failure = record.failure;
    this.rolledBack = record.rolledBack;
  }

  record(): NodeRecord {
    // All at once, always in one shape: properties added later would each cost memory of their own in what is kept.
    return {
      path: this.path,
      kind: this.node.definition.kind,
      status: this.status,
      attempts: this.attempts,
      started: this.started,
      round: this.round,
      marked: this.marked,
      recoveries: this.recoveries,
      startedAt: this.startedAt,
      endedAt: this.endedAt,
      order: this.order,
      failure: this.failure,
      rolledBack: this.rolledBack,
    };
  }

  private end(at: number, order: number): void {
    this.endedAt = at;
    this.order = order;
    this.marked = false;
  }
}
