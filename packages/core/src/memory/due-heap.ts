import type { StoredEntry } from './stored-entry.js';

/**
 * Entries ordered by `due`, as a binary heap. Each entry knows its place, so that leaving it costs as little as joining
 * and nothing stale stays behind.
 */
export class DueHeap {
  private readonly heap: StoredEntry[] = [];

  /** Puts the entry where its `due` belongs; outside when that is null. */
  place(entry: StoredEntry): void {
    if (entry.due === null) {
      this.remove(entry);
      return;
    }
    if (entry.heapIndex < 0) {
      entry.heapIndex = this.heap.length;
      this.heap.push(entry);
    }
    this.settle(entry);
  }

  /** The first `limit` entries due at `now`, earliest first. They stay in the heap. */
  earliest(now: number, limit: number): readonly StoredEntry[] {
    const found: StoredEntry[] = [];
    while (found.length < limit) {
      const first = this.heap[0];
      if (first === undefined || dueOf(first) > now) break;
      this.remove(first);
      found.push(first);
    }
    for (const entry of found) this.place(entry);
    return found;
  }

  private remove(entry: StoredEntry): void {
    const index = entry.heapIndex;
    if (index < 0) return;
    entry.heapIndex = -1;
    const last = this.heap.pop()!;
    if (last === entry) return;
    this.put(last, index);
    this.settle(last);
  }

  private settle(entry: StoredEntry): void {
    this.rise(entry);
    this.sink(entry);
  }

  private rise(entry: StoredEntry): void {
    let index = entry.heapIndex;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.heap[parentIndex]!;
      if (dueOf(parent) <= dueOf(entry)) break;
      this.put(parent, index);
      index = parentIndex;
    }
    this.put(entry, index);
  }

  private sink(entry: StoredEntry): void {
    let index = entry.heapIndex;
    for (;;) {
      const childIndex = this.earlierChild(index);
      const child = this.heap[childIndex];
      if (child === undefined || dueOf(entry) <= dueOf(child)) break;
      this.put(child, index);
      index = childIndex;
    }
    this.put(entry, index);
  }

  private earlierChild(index: number): number {
    const left = 2 * index + 1;
    const right = this.heap[left + 1];
    return right !== undefined && dueOf(right) < dueOf(this.heap[left]!) ? left + 1 : left;
  }

  private put(entry: StoredEntry, index: number): void {
    this.heap[index] = entry;
    entry.heapIndex = index;
  }
}

/** Entries in the heap have a due time. */
function dueOf(entry: StoredEntry): number {
  return entry.due ?? Infinity;
}
