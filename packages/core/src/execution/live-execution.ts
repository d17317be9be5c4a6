import type { ExecutionRecord } from '../checkpoint/execution-record.js';
import type { FailureRecord } from '../checkpoint/failure-record.js';
import type { ValueCodec } from '../checkpoint/value-codec.js';
import type { TraceRecord, TraceType } from '../checkpoint/trace-entry.js';
import type { InjectionScope } from '../definition/reactor-definition.js';
import type { Lease } from '../ports/storage/lease.js';
import type { AttemptContext } from './attempt-context.js';
import { Checkpointer } from './checkpointer.js';
import type { Engine } from './engine.js';
import type { LeaseHolder } from './lease-keeper.js';
import type { EventSource } from './middleware-chain.js';
import type { NodeState } from './node-state.js';
import type { Scope } from './scope.js';
import { abortsInFlight, strongerStop, type Stop } from './stop.js';
import type { ValueCell } from './value-cell.js';

export interface LiveStart {
  readonly record: ExecutionRecord;
  readonly lease: Lease;
  readonly leaseValidUntil: number;
  /** Last used place in the order of completions, and last trace number. */
  readonly order: number;
  readonly traceSeq: number;
  /** Of the inbox, when the lease was taken. */
  readonly inboxCounter: number;
}

/**
 * An execution that this process holds the lease of: its whole state in memory, and what only lives here (signals,
 * contexts in flight). Only `execution/` and `constructs/` change it (E4).
 */
export class LiveExecution implements LeaseHolder, EventSource {
  record: ExecutionRecord;
  lease: Lease;
  stop: Stop | null = null;
  /** The error that made this process unable to go on: a lost lease, a store that is gone. */
  broken: { readonly error: unknown } | null = null;
  rollingBack = false;
  /** On the monotonic clock, counted from the sending of the last good renewal. */
  leaseValidUntil: number;
  readonly checkpointer: Checkpointer;
  /** What the compensate of the failing step, and the caller, get as the cause. */
  thrown: unknown = undefined;
  private order: number;
  private traceSeq: number;
  /** Of the latest trace entry, for warnings. */
  private lastStep = '';
  private injectionScope: InjectionScope | null = null;
  private readonly inFlight: AttemptContext[] = [];
  private readonly wakers: (() => void)[] = [];

  constructor(
    readonly engine: Engine,
    readonly root: Scope,
    readonly context: ValueCell | null,
    start: LiveStart,
  ) {
    this.record = start.record;
    this.lease = start.lease;
    this.leaseValidUntil = start.leaseValidUntil;
    this.order = start.order;
    this.traceSeq = start.traceSeq;
    this.checkpointer = new Checkpointer(engine.store, this, start.inboxCounter);
  }

  get id(): string {
    return this.record.id;
  }

  get codec(): ValueCodec {
    return this.engine.codec;
  }

  inboxHas(counter: number): void {
    this.checkpointer.inboxCounter = Math.max(this.checkpointer.inboxCounter, counter);
  }

  now(): number {
    return this.engine.clock.now();
  }

  nextOrder(): number {
    return ++this.order;
  }

  /** Changes the header; written with the next checkpoint. */
  update(change: Partial<ExecutionRecord>): void {
    this.record = { ...this.record, ...change, updatedAt: this.now() };
    this.checkpointer.recordChanged();
  }

  /** The header of an ended execution: without what an end that was not accepted had left in it. */
  end(end: Partial<ExecutionRecord>): void {
    const { reason: _reason, haltedBy: _haltedBy, ...rest } = this.record;
    const now = this.now();
    this.record = { ...rest, ...end, updatedAt: now, endedAt: now };
    this.checkpointer.recordChanged();
  }

  trace(type: TraceType, scope: Scope, state: NodeState, more: Partial<TraceRecord> = {}): TraceRecord {
    const step = state.node.name;
    const entry: TraceRecord = {
      seq: ++this.traceSeq,
      type,
      step,
      path: scope.pathTo(state.node),
      at: this.now(),
      endedAt: undefined,
      ...more,
    };
    this.lastStep = step;
    this.checkpointer.traced(entry);
    return entry;
  }

  /** Lets no further node start. A stronger reason replaces a weaker one; after rollback began nothing does. */
  requestStop(stop: Stop): void {
    if (this.rollingBack) return;
    this.stop = strongerStop(this.stop, stop);
    if (!abortsInFlight(this.stop)) return;
    const reason =
      this.stop.kind === 'abort' ? this.stop.reason : new Error(`the execution is stopping: ${this.stop.kind}`);
    for (const context of this.inFlight) context.abort(reason);
    for (const wake of this.wakers.splice(0)) wake();
  }

  /** The run's failure is the first final one (R-3); what fails because the run is stopped already is none. */
  failed(failure: FailureRecord, thrown: unknown): void {
    if (this.record.failure === undefined && !abortsInFlight(this.stop)) {
      this.thrown = thrown;
      this.update({ failure });
    }
    this.requestStop({ kind: 'failure' });
  }

  /** No attempt starts on a lease that may have lapsed (R-12). */
  get leaseIsValid(): boolean {
    return this.broken === null && this.engine.clock.monotonic() < this.leaseValidUntil;
  }

  /** Renews a lease that may have lapsed; throws when it is lost. */
  async assertLease(): Promise<void> {
    if (this.broken !== null) throw this.broken.error;
    if (this.leaseIsValid) return;
    this.warnOverdue();
    await this.engine.leases.renewNow(this);
    if (this.broken !== null) throw (this.broken as { readonly error: unknown }).error;
  }

  private warnOverdue(): void {
    this.engine.logger.warn({
      event: 'reactor.lease.overdue',
      message:
        `the lease of execution '${this.id}' was not renewed in time${this.lastStep === '' ? '' : `: step '${this.lastStep}' blocked the event loop`}. ` +
        'It is renewed before anything starts; move long computations to a worker thread, or raise leaseTtl',
      executionId: this.id,
      reactor: this.record.reactor,
      ...(this.lastStep === '' ? {} : { step: this.lastStep }),
    });
  }

  /** This process can go on no further; whoever waits is woken. */
  break(error: unknown): void {
    if (this.broken !== null) return;
    this.broken = { error };
    for (const context of this.inFlight) context.abort(error);
    for (const wake of this.wakers.splice(0)) wake();
  }

  get mayStart(): boolean {
    return this.stop === null && this.broken === null;
  }

  /** A branch between two attempts: given up on failure and cancel, taken to its end on a halt (R-3). */
  get mayRetry(): boolean {
    return this.broken === null && !abortsInFlight(this.stop);
  }

  enter(context: AttemptContext): void {
    this.inFlight.push(context);
    if (!this.rollingBack && abortsInFlight(this.stop)) context.abort(new Error('the execution is stopping'));
  }

  leave(context: AttemptContext): void {
    this.inFlight.splice(this.inFlight.lastIndexOf(context), 1);
  }

  /** Waits between attempts; ends early when the execution is stopped. */
  sleep(delay: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        const place = this.wakers.indexOf(wake);
        if (place !== -1) this.wakers.splice(place, 1);
        cancel();
        resolve();
      };
      const cancel = this.engine.clock.setTimer(delay, wake);
      this.wakers.push(wake);
      if (!this.mayRetry) wake();
    });
  }

  /** What dependency injection keeps for this execution; made when first needed. */
  injection(): InjectionScope {
    return (this.injectionScope ??= this.engine.openInjectionScope(this.id, this.contextData()));
  }

  contextData(): Readonly<Record<string, unknown>> {
    return this.context === null ? EMPTY : (this.context.copy() as Record<string, unknown>);
  }
}

const EMPTY: Readonly<Record<string, unknown>> = Object.freeze({});
