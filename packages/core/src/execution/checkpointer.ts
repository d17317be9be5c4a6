import type { ExecutionRecord, ValueKey } from '../checkpoint/execution-record.js';
import type { TraceRecord } from '../checkpoint/trace-entry.js';
import type { InboxEntry } from '../ports/storage/inbox.js';
import type { CheckpointWrite, ExecutionStore, Pieces, WriteAnswer } from '../ports/storage/execution-store.js';
import type { Lease } from '../ports/storage/lease.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import { isTerminal } from '../checkpoint/status.js';
import { StaleLeaseError } from './execution.errors.js';
import type { NodeState } from './node-state.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What a finishing write was answered. */
export type FinishAnswer =
  | { readonly status: 'finished' }
  | { readonly status: 'inbox_unread'; readonly inbox: readonly InboxEntry[] };

/** How a lease is given up; see `CheckpointWrite.release`. */
export interface Release {
  readonly due: number | null;
  readonly retention?: number;
}

type Taken = Pieces & { readonly states: readonly NodeState[] };

const FINISHED: FinishAnswer = Object.freeze({ status: 'finished' });

/**
 * The only writer to the execution store. It collects what changed and sends it as one atomic write. Writes of one
 * execution are serialised: changes that come in while one is under way travel together in the next.
 */
export class Checkpointer {
  private nodes: NodeState[] = [];
  private values: Map<ValueKey, string> | null = null;
  private entries: Mutable<TraceRecord>[] = [];
  private headerChanged = false;
  private sequence = 0;
  private writing: Promise<void> | null = null;
  private queued: Promise<void> | null = null;
  /** Counter of the inbox as last answered, and as last looked at. */
  inboxCounter: number;
  inboxSeen: number;

  constructor(
    private readonly store: ExecutionStore,
    private readonly execution: { readonly id: string; readonly record: ExecutionRecord; readonly lease: Lease },
    inboxCounter: number,
  ) {
    this.inboxCounter = inboxCounter;
    this.inboxSeen = inboxCounter;
  }

  /** Something came into the inbox since it was last looked at. */
  get hasUnread(): boolean {
    return this.inboxCounter !== this.inboxSeen;
  }

  recordChanged(): void {
    this.headerChanged = true;
  }

  nodeChanged(state: NodeState): void {
    if (state.isChanged) return;
    state.isChanged = true;
    this.nodes.push(state);
  }

  value(key: ValueKey, text: string): void {
    (this.values ??= new Map()).set(key, text);
  }

  traced(entry: TraceRecord): void {
    this.entries.push(entry);
  }

  /** Notes the end of what an entry is about, unless the entry was written meanwhile: the trace is append-only. */
  ended(entry: TraceRecord, at: number): void {
    const pending = this.entries.find(({ seq }) => seq === entry.seq);
    if (pending !== undefined) pending.endedAt = at;
  }

  /** Writes what changed so far; done, or resolved, when the store acknowledged it. */
  save(): Awaitable<void> {
    if (this.writing === null) return this.write();
    this.queued ??= this.writing.then(() => {
      this.queued = null;
      return this.write();
    });
    return this.queued;
  }

  /**
   * The last write under this lease: gives it up. When something unread came in, nothing is applied and the holder has to
   * look again.
   */
  finish(release: Release): Awaitable<FinishAnswer> {
    if (this.writing !== null) return this.writing.then(() => this.finish(release));
    const pieces = this.take();
    const answer = this.send({ ...pieces, release: { inboxSeen: this.inboxSeen, ...release } });
    return isThenable(answer) ? answer.then((each) => this.finished(each, pieces)) : this.finished(answer, pieces);
  }

  private finished(answer: WriteAnswer, pieces: Taken): FinishAnswer {
    if (answer.status === 'stale') throw new StaleLeaseError(this.execution.id);
    if (answer.status === 'written') return FINISHED;
    this.giveBack(pieces);
    this.inboxCounter = answer.inboxCounter;
    this.inboxSeen = answer.inboxCounter;
    return answer;
  }

  /** Everything collected so far. */
  private take(): Taken {
    const states = this.nodes;
    const pieces: Mutable<Taken> = { states };
    if (this.headerChanged) pieces.record = this.execution.record;
    if (states.length > 0) pieces.nodes = states.map((state) => state.record());
    if (this.values !== null) pieces.values = this.values;
    if (this.entries.length > 0) pieces.trace = this.entries;
    for (const state of states) state.isChanged = false;
    this.nodes = [];
    this.values = null;
    this.entries = [];
    this.headerChanged = false;
    return pieces;
  }

  private giveBack(pieces: Taken): void {
    for (const state of pieces.states) this.nodeChanged(state);
    for (const [key, text] of pieces.values ?? []) this.value(key, text);
    this.entries = [...(pieces.trace ?? []), ...this.entries];
    this.headerChanged = true;
  }

  private write(): Awaitable<void> {
    const answer = this.send(this.take());
    if (!isThenable(answer)) return this.written(answer);
    this.writing = answer
      .then((each) => this.written(each))
      .finally(() => {
        this.writing = null;
      });
    return this.writing;
  }

  private written(answer: WriteAnswer): void {
    if (answer.status === 'stale') throw new StaleLeaseError(this.execution.id);
    this.inboxCounter = answer.inboxCounter;
  }

  private send(write: Omit<CheckpointWrite, 'lease' | 'sequence'>): Awaitable<WriteAnswer> {
    const { record, nodes, values, trace, release } = write;
    const full: Mutable<CheckpointWrite> = { lease: this.execution.lease, sequence: ++this.sequence };
    if (record !== undefined) full.record = record;
    if (nodes !== undefined) full.nodes = nodes;
    if (values !== undefined) full.values = values;
    if (trace !== undefined) full.trace = trace;
    if (release !== undefined) full.release = release;
    // Only with the end: until then the next holder must find a cancel that this process knew of.
    if (release !== undefined && this.inboxSeen > 0 && isTerminal(this.execution.record.status)) {
      full.inboxTaken = this.inboxSeen;
    }
    return this.store.write(full);
  }
}
