import type { ExecutionRecord, StoredExecution, ValueKey } from '../checkpoint/execution-record.js';
import type { NodeRecord } from '../checkpoint/node-record.js';
import type { TraceRecord } from '../checkpoint/trace-entry.js';
import type { StartRequest, WriteAnswer } from '../ports/storage/execution-store.js';
import type { InboxEntry } from '../ports/storage/inbox.js';
import type { Lease } from '../ports/storage/lease.js';

/** What was posted to one execution. */
interface StoredInbox {
  /** Ids of all entries ever posted; their number is the inbox counter. */
  readonly ids: Set<string>;
  /** The last ones, not yet taken. */
  readonly unread: InboxEntry[];
}

/** One execution in memory. Its records are replaced, never changed; what only an index uses says so. */
export interface StoredEntry {
  readonly id: string;
  /** As it was started with: its place in lists. */
  readonly createdAt: number;
  record: ExecutionRecord;
  readonly nodes: Map<string, NodeRecord>;
  readonly values: Map<ValueKey, string>;
  readonly trace: TraceRecord[];
  /** As answered by `start`, for a resent one. */
  readonly startLease: Lease;
  /** As answered to the last holder; `deadline` is the renewed one. */
  lease: Lease;
  deadline: number;
  /** False once the holder gave it up; a lapsed lease that nobody took is still held. */
  held: boolean;
  /** The last write under this lease, and what it was answered. */
  sequence: number;
  lastAnswer: WriteAnswer | null;
  /** Null until something is posted, as for most executions. */
  inbox: StoredInbox | null;
  /** When it needs a look; null for never. */
  due: number | null;
  revision: number;
  /** Infinity for executions that do not expire. */
  expiresAt: number;
  /** Place in the due heap, -1 outside of it. */
  heapIndex: number;
  /** Neighbours in the list of ended executions. */
  endedBefore: StoredEntry | null;
  endedAfter: StoredEntry | null;
}

/** A new execution under its first lease. */
export function newEntry(request: StartRequest, lease: Lease): StoredEntry {
  return {
    id: request.record.id,
    createdAt: request.record.createdAt,
    record: request.record,
    nodes: new Map(request.nodes?.map((node) => [node.path, node])),
    values: new Map(request.values),
    trace: request.trace === undefined ? [] : [...request.trace],
    startLease: lease,
    lease,
    deadline: lease.deadline,
    held: true,
    sequence: 0,
    lastAnswer: null,
    inbox: null,
    due: null,
    revision: 0,
    expiresAt: Infinity,
    heapIndex: -1,
    endedBefore: null,
    endedAfter: null,
  };
}

/** A copy that later writes do not reach, with the given values, by default all. */
export function snapshot(entry: StoredEntry, values?: readonly ValueKey[]): StoredExecution {
  return {
    record: entry.record,
    nodes: new Map(entry.nodes),
    trace: entry.trace.slice(),
    values: values === undefined ? new Map(entry.values) : pickValues(entry, values),
  };
}

/** The named values; absent ones are left out. */
export function pickValues(entry: StoredEntry, keys: readonly ValueKey[]): ReadonlyMap<ValueKey, string> {
  const picked = new Map<ValueKey, string>();
  for (const key of keys) {
    const value = entry.values.get(key);
    if (value !== undefined) picked.set(key, value);
  }
  return picked;
}

export function inboxCounter(entry: StoredEntry): number {
  return entry.inbox === null ? 0 : entry.inbox.ids.size;
}

/** A copy of the unread entries, oldest first. */
export function unreadInbox(entry: StoredEntry): readonly InboxEntry[] {
  return entry.inbox === null ? [] : entry.inbox.unread.slice();
}
