import type { StoredEntry } from './stored-entry.js';

/** Where an execution stands: by the time of its creation, then by id. */
export interface CreationKey {
  readonly createdAt: number;
  readonly id: string;
}

interface Place extends CreationKey {
  /** Null once it was removed; the place itself goes with the next clean-up. */
  entry: StoredEntry | null;
}

/** Below this many removed places a clean-up is not worth its cost. */
const LEAST_CLEANED = 1_024;

/**
 * All executions in the order of their creation: a sorted array. Almost all are added at its end; removed ones leave an
 * empty place until these are the majority.
 */
export class CreationOrder {
  private places: Place[] = [];
  private removed = 0;

  /** Length including empty places: the start of a walk from the newest. */
  get end(): number {
    return this.places.length;
  }

  at(index: number): StoredEntry | null {
    return this.places[index]?.entry ?? null;
  }

  add(entry: StoredEntry): void {
    const place: Place = { createdAt: entry.createdAt, id: entry.id, entry };
    const last = this.places.at(-1);
    if (last === undefined || isBefore(last, place)) this.places.push(place);
    else this.places.splice(this.indexOf(place), 0, place);
  }

  remove(entry: StoredEntry): void {
    let index = this.indexOf(entry);
    while (this.places[index]?.id === entry.id && this.places[index]?.entry !== entry) index++;
    const place = this.places[index];
    if (place?.entry !== entry) return;
    place.entry = null;
    this.removed++;
    if (this.removed >= LEAST_CLEANED && this.removed * 2 > this.places.length) {
      this.places = this.places.filter((kept) => kept.entry !== null);
      this.removed = 0;
    }
  }

  /** Index of the first place that is not before the key. */
  indexOf(key: CreationKey): number {
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.places[middle]!, key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isBefore(left: CreationKey, right: CreationKey): boolean {
  return left.createdAt < right.createdAt || (left.createdAt === right.createdAt && left.id < right.id);
}
