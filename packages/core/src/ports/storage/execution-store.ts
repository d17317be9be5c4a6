import type { ExecutionRecord, StoredExecution, ValueKey } from '../../checkpoint/execution-record.js';
import type { NodeRecord } from '../../checkpoint/node-record.js';
import type { TraceRecord } from '../../checkpoint/trace-entry.js';
import type { Awaitable } from '../../kernel/awaitable.js';
import type { InboxEntry, PostAnswer } from './inbox.js';
import type { Lease, LeaseRequest } from './lease.js';

/** Pieces that one write changes. What is absent stays as it was; a write never carries more than changed. */
export interface Pieces {
  readonly record?: ExecutionRecord;
  readonly nodes?: readonly NodeRecord[];
  readonly values?: ReadonlyMap<ValueKey, string>;
  /** New trace entries, in order. */
  readonly trace?: readonly TraceRecord[];
}

export interface StartRequest extends Pieces {
  readonly record: ExecutionRecord;
  readonly lease: LeaseRequest;
}

export type StartAnswer =
  | { readonly status: 'created'; readonly lease: Lease }
  /** The id is taken: by an earlier start with the same id or idempotency key. Nothing was changed. */
  | { readonly status: 'exists'; readonly execution: StoredExecution };

export type AcquireAnswer =
  | {
      readonly status: 'acquired';
      readonly lease: Lease;
      readonly execution: StoredExecution;
      /** Unread entries, oldest first, and the counter to name when the lease is given up. */
      readonly inbox: readonly InboxEntry[];
      readonly inboxCounter: number;
    }
  | { readonly status: 'held'; readonly owner: string; readonly deadline: number }
  | { readonly status: 'missing' };

export interface CheckpointWrite extends Pieces {
  readonly lease: Pick<Lease, 'executionId' | 'epoch' | 'nonce'>;
  /**
   * From 1, one more with each write under this lease, a refused one included. A number seen before is answered as before
   * and changes nothing; one that leaves a gap is thrown back: writes of one holder come one after the other.
   */
  readonly sequence: number;
  /** The inbox counter up to which entries are dealt with by this write and may be dropped. */
  readonly inboxTaken?: number;
  /** Given when this write gives up the lease (finish, pause, park, hand-off). */
  readonly release?: {
    /** Refused with `inbox_unread` when more has come in: the holder looks again and nothing of this write is applied. */
    readonly inboxSeen: number;
    /** When the execution is due for recovery, in store time; null for never (lazily paused; a terminal one never is). */
    readonly due: number | null;
    /** For terminal executions: milliseconds until it is forgotten; absent or Infinity for no end. Unfinished ones stay. */
    readonly retention?: number;
  };
}

export type WriteAnswer =
  | { readonly status: 'written'; readonly inboxCounter: number }
  | { readonly status: 'inbox_unread'; readonly inbox: readonly InboxEntry[]; readonly inboxCounter: number }
  /** Another holder took the lease, it was released, or the execution is gone: this holder stops at once. */
  | { readonly status: 'stale' };

export type RenewAnswer =
  | { readonly status: 'renewed'; readonly deadline: number; readonly inboxCounter: number }
  | { readonly status: 'lost' };

/**
 * The one place where executions live. Every method is atomic and idempotent: a resent call (the reply was lost) changes
 * nothing and is answered as before, until another holder took the lease. Records it was given are never changed by either
 * side; what it answers is not changed by later writes. An expired execution is unknown to every method.
 *
 * `id` and `createdAt` of a record stay those of its start. The turn never goes back: a record written with a lower one
 * (the due index raised it meanwhile) keeps the stored turn. `start` and `write`, which are on every step, may answer
 * without a promise.
 *
 * A start, and a write with a record that is terminal or paused, publishes the status on the channel `execution:<id>` of
 * the signal bus after it was applied; the record decides, never the signal.
 */
export interface ExecutionStore {
  /** Creates the record under a lease, in one call. Creating is the claim: of two starts with one id, one is `created`. */
  start(request: StartRequest): Awaitable<StartAnswer>;

  /**
   * Takes the lease when it is free or lapsed (its deadline reached), in store time, and answers skeleton, inputs, context
   * and unread inbox. A terminal execution can be taken too, for a manual undo; it does not expire until released again.
   */
  acquire(executionId: string, lease: LeaseRequest): Promise<AcquireAnswer>;

  /** Applies the pieces if the lease is still this holder's. */
  write(write: CheckpointWrite): Awaitable<WriteAnswer>;

  /** Extends many leases in one call; a lapsed lease that nobody took is renewed too. */
  renew(leases: readonly Lease[], ttl: number): Promise<readonly RenewAnswer[]>;

  /**
   * Appends to the inbox, under no lease, of terminal executions too. A known entry id changes nothing, even when taken.
   * An unfinished execution without a live lease is due at once.
   */
  post(executionId: string, entry: InboxEntry): Promise<PostAnswer>;

  /** Unread inbox entries, for the holder. */
  readInbox(executionId: string): Promise<{ readonly inbox: readonly InboxEntry[]; readonly inboxCounter: number }>;

  /** The named values; absent ones are left out. */
  values(executionId: string, keys: readonly ValueKey[]): Promise<ReadonlyMap<ValueKey, string>>;
}
