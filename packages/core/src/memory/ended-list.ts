import type { StoredEntry } from './stored-entry.js';

/** The ended executions, oldest end first: a linked list, so that each step costs the same however many there are. */
export class EndedList {
  private oldest: StoredEntry | null = null;
  private newest: StoredEntry | null = null;
  private count = 0;

  get size(): number {
    return this.count;
  }

  get first(): StoredEntry | null {
    return this.oldest;
  }

  append(entry: StoredEntry): void {
    this.remove(entry);
    entry.endedBefore = this.newest;
    if (this.newest === null) this.oldest = entry;
    else this.newest.endedAfter = entry;
    this.newest = entry;
    this.count++;
  }

  remove(entry: StoredEntry): void {
    if (!this.holds(entry)) return;
    if (entry.endedBefore === null) this.oldest = entry.endedAfter;
    else entry.endedBefore.endedAfter = entry.endedAfter;
    if (entry.endedAfter === null) this.newest = entry.endedBefore;
    else entry.endedAfter.endedBefore = entry.endedBefore;
    entry.endedBefore = null;
    entry.endedAfter = null;
    this.count--;
  }

  private holds(entry: StoredEntry): boolean {
    return entry.endedBefore !== null || this.oldest === entry;
  }
}
