import type { Clock } from '../kernel/clock.js';
import { CreationOrder } from './creation-order.js';
import { DueHeap } from './due-heap.js';
import { EndedList } from './ended-list.js';
import type { StoredEntry } from './stored-entry.js';

/**
 * All executions of one memory backend and their indexes; shared by the store, the reader and the due index, which keep
 * it consistent by changing it only through these methods. No timers: what expired is gone at the next look at it, and
 * its memory at the next end of an execution.
 */
export class ExecutionTable {
  readonly created = new CreationOrder();
  readonly due = new DueHeap();
  private readonly entries = new Map<string, StoredEntry>();
  private readonly ended = new EndedList();
  private revisions = 0;

  constructor(
    private readonly clock: Clock,
    private readonly maxTerminal: number,
  ) {}

  find(id: string): StoredEntry | undefined {
    const entry = this.entries.get(id);
    if (entry === undefined || !this.hasExpired(entry)) return entry;
    this.remove(entry);
    return undefined;
  }

  hasExpired(entry: StoredEntry): boolean {
    return entry.expiresAt !== Infinity && entry.expiresAt <= this.clock.now();
  }

  add(entry: StoredEntry): void {
    this.entries.set(entry.id, entry);
    this.created.add(entry);
  }

  setDue(entry: StoredEntry, due: number | null): void {
    entry.due = due;
    this.touch(entry);
    this.due.place(entry);
  }

  /** Gives the due entry a new revision, so that whoever read it before cannot move it. Never the same, whatever the id. */
  touch(entry: StoredEntry): void {
    entry.revision = ++this.revisions;
  }

  /** A terminal execution was given up: it may be forgotten from `expiresAt` on, or when too many ended after it. */
  end(entry: StoredEntry, expiresAt: number): void {
    entry.expiresAt = expiresAt;
    this.ended.append(entry);
    for (let first = this.ended.first; first !== null; first = this.ended.first) {
      if (this.ended.size <= this.maxTerminal && !this.hasExpired(first)) break;
      this.remove(first);
    }
  }

  /** It is worked on again, so it stays. */
  keep(entry: StoredEntry): void {
    entry.expiresAt = Infinity;
    this.ended.remove(entry);
  }

  private remove(entry: StoredEntry): void {
    this.entries.delete(entry.id);
    this.created.remove(entry);
    this.ended.remove(entry);
    this.setDue(entry, null);
    letGo(entry);
  }
}

/** A forgotten entry may linger until the next full garbage collection: what it held must not linger with it. */
function letGo(entry: StoredEntry): void {
  entry.nodes.clear();
  entry.values.clear();
  entry.trace.length = 0;
  entry.inbox = null;
}
