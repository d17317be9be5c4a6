import type { ValueKey } from '../checkpoint/execution-record.js';
import { isTerminal, type ExecutionStatus } from '../checkpoint/status.js';
import type { Clock } from '../kernel/clock.js';
import type { SignalBus } from '../ports/signal-bus.js';
import type {
  AcquireAnswer,
  CheckpointWrite,
  ExecutionStore,
  RenewAnswer,
  StartAnswer,
  StartRequest,
  WriteAnswer,
} from '../ports/storage/execution-store.js';
import type { InboxEntry, PostAnswer } from '../ports/storage/inbox.js';
import type { Lease, LeaseRequest } from '../ports/storage/lease.js';
import type { ExecutionTable } from './execution-table.js';
import { inboxCounter, newEntry, pickValues, snapshot, unreadInbox, type StoredEntry } from './stored-entry.js';

const STALE: WriteAnswer = { status: 'stale' };
const LOST: RenewAnswer = { status: 'lost' };
const SKELETON_VALUES: readonly ValueKey[] = ['inputs', 'context'];

/**
 * `ExecutionStore` in memory. Each method does its work before it first gives up its turn, which makes it atomic. No
 * write copies what grows with the history of an execution.
 */
export class MemoryExecutionStore implements ExecutionStore {
  constructor(
    private readonly table: ExecutionTable,
    private readonly clock: Clock,
    private readonly signals: SignalBus,
  ) {}

  start(request: StartRequest): StartAnswer {
    const { id, status } = request.record;
    const existing = this.table.find(id);
    if (existing !== undefined) {
      return existing.startLease.nonce === request.lease.nonce
        ? { status: 'created', lease: existing.startLease }
        : { status: 'exists', execution: snapshot(existing) };
    }
    const lease = this.grant(id, request.lease, 0);
    const entry = newEntry(request, lease);
    this.table.add(entry);
    this.table.setDue(entry, lease.deadline);
    this.signals.publish(`execution:${id}`, status);
    return { status: 'created', lease };
  }

  async acquire(executionId: string, request: LeaseRequest): Promise<AcquireAnswer> {
    const entry = this.table.find(executionId);
    if (entry === undefined) return { status: 'missing' };
    if (entry.lease.nonce !== request.nonce) {
      if (this.isLive(entry)) return { status: 'held', owner: entry.lease.owner, deadline: entry.deadline };
      this.handOver(entry, request);
    }
    return {
      status: 'acquired',
      lease: entry.lease,
      execution: snapshot(entry, SKELETON_VALUES),
      inbox: unreadInbox(entry),
      inboxCounter: inboxCounter(entry),
    };
  }

  write(write: CheckpointWrite): WriteAnswer {
    const entry = this.table.find(write.lease.executionId);
    if (entry === undefined || !isLeaseOf(entry, write.lease)) return STALE;
    if (write.sequence <= entry.sequence) return answerAgain(entry, write.sequence);
    if (!entry.held) return STALE;
    if (write.sequence !== entry.sequence + 1) {
      throw new Error(`write ${write.sequence} of execution '${entry.id}' came after write ${entry.sequence}`);
    }
    entry.sequence = write.sequence;
    const counter = inboxCounter(entry);
    if (write.release !== undefined && write.release.inboxSeen !== counter) {
      entry.lastAnswer = { status: 'inbox_unread', inbox: unreadInbox(entry), inboxCounter: counter };
      return entry.lastAnswer;
    }
    this.apply(entry, write);
    entry.lastAnswer = { status: 'written', inboxCounter: counter };
    return entry.lastAnswer;
  }

  async renew(leases: readonly Lease[], ttl: number): Promise<readonly RenewAnswer[]> {
    const deadline = this.clock.now() + ttl;
    return leases.map((lease) => {
      const entry = this.table.find(lease.executionId);
      if (entry === undefined || !isLeaseOf(entry, lease) || !entry.held) return LOST;
      entry.deadline = deadline;
      this.table.setDue(entry, deadline);
      return { status: 'renewed', deadline, inboxCounter: inboxCounter(entry) };
    });
  }

  async post(executionId: string, entry: InboxEntry): Promise<PostAnswer> {
    const stored = this.table.find(executionId);
    if (stored === undefined) return { status: 'missing' };
    const inbox = (stored.inbox ??= { ids: new Set(), unread: [] });
    const live = this.isLive(stored);
    if (!inbox.ids.has(entry.id)) {
      inbox.ids.add(entry.id);
      inbox.unread.push(entry);
      if (!live && !isTerminal(stored.record.status)) this.bringForward(stored);
    }
    return {
      status: 'posted',
      owner: live ? stored.lease.owner : null,
      turn: stored.record.turn,
      executionStatus: stored.record.status,
    };
  }

  async readInbox(
    executionId: string,
  ): Promise<{ readonly inbox: readonly InboxEntry[]; readonly inboxCounter: number }> {
    const entry = this.table.find(executionId);
    if (entry === undefined) return { inbox: [], inboxCounter: 0 };
    return { inbox: unreadInbox(entry), inboxCounter: inboxCounter(entry) };
  }

  async values(executionId: string, keys: readonly ValueKey[]): Promise<ReadonlyMap<ValueKey, string>> {
    const entry = this.table.find(executionId);
    return entry === undefined ? new Map() : pickValues(entry, keys);
  }

  private grant(executionId: string, request: LeaseRequest, storedEpoch: number): Lease {
    const now = this.clock.now();
    const epoch = Math.max(storedEpoch + 1, Math.floor(now * 1_000));
    return { executionId, owner: request.owner, epoch, nonce: request.nonce, deadline: now + request.ttl };
  }

  private handOver(entry: StoredEntry, request: LeaseRequest): void {
    entry.lease = this.grant(entry.id, request, entry.lease.epoch);
    entry.deadline = entry.lease.deadline;
    entry.held = true;
    entry.sequence = 0;
    entry.lastAnswer = null;
    this.table.keep(entry);
    this.table.setDue(entry, entry.deadline);
  }

  private isLive(entry: StoredEntry): boolean {
    return entry.held && entry.deadline > this.clock.now();
  }

  private bringForward(entry: StoredEntry): void {
    const now = this.clock.now();
    if (entry.due === null || entry.due > now) this.table.setDue(entry, now);
  }

  private apply(entry: StoredEntry, write: CheckpointWrite): void {
    const { nodes, values, trace, record, inboxTaken, release } = write;
    if (nodes !== undefined) for (const node of nodes) entry.nodes.set(node.path, node);
    if (values !== undefined) for (const [key, value] of values) entry.values.set(key, value);
    if (trace !== undefined) for (const line of trace) entry.trace.push(line);
    if (inboxTaken !== undefined) dropTaken(entry, inboxTaken);
    if (record !== undefined) this.replaceRecord(entry, record);
    if (release !== undefined) this.release(entry, release);
    if (record !== undefined && isWaitedFor(record.status))
      this.signals.publish(`execution:${entry.id}`, record.status);
  }

  private replaceRecord(entry: StoredEntry, record: StoredEntry['record']): void {
    const { turn } = entry.record;
    entry.record = record.turn < turn ? { ...record, turn } : record;
    if (record.turn > turn) this.table.touch(entry);
  }

  private release(entry: StoredEntry, release: NonNullable<CheckpointWrite['release']>): void {
    entry.held = false;
    const terminal = isTerminal(entry.record.status);
    this.table.setDue(entry, terminal ? null : release.due);
    if (terminal) this.table.end(entry, this.clock.now() + (release.retention ?? Infinity));
  }
}

function isLeaseOf(entry: StoredEntry, lease: CheckpointWrite['lease']): boolean {
  return entry.lease.nonce === lease.nonce && entry.lease.epoch === lease.epoch;
}

/** Only the last answer can be waited for, since a holder sends one write at a time. */
function answerAgain(entry: StoredEntry, sequence: number): WriteAnswer {
  if (sequence === entry.sequence && entry.lastAnswer !== null) return entry.lastAnswer;
  return { status: 'written', inboxCounter: inboxCounter(entry) };
}

/** The counter names the last entry that was dealt with; the unread ones are the last of all that were posted. */
function dropTaken(entry: StoredEntry, taken: number): void {
  if (entry.inbox === null) return;
  const { ids, unread } = entry.inbox;
  const alreadyTaken = ids.size - unread.length;
  unread.splice(0, Math.max(0, taken - alreadyTaken));
}

/** Callers wait for an end or a pause. */
function isWaitedFor(status: ExecutionStatus): boolean {
  return status === 'paused' || isTerminal(status);
}
