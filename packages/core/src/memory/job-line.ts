import type { Job } from '../ports/job.js';

export interface QueuedJob {
  readonly id: string;
  readonly job: Job;
  /** Milliseconds since the epoch. */
  runAt: number;
  readonly first: boolean;
  /** Times a handler rejected. */
  failures: number;
}

/** Jobs in the order in which they run: those put first, last one first; then by due time; ties as they came. */
export class JobLine {
  private readonly front: QueuedJob[] = [];
  /** From `head` on. Moving the head and cutting off now and then costs less than shifting each time. */
  private ready: QueuedJob[] = [];
  private head = 0;
  /** The latest first, so that the next one is at the end. */
  private readonly delayed: QueuedJob[] = [];

  get size(): number {
    return this.front.length + (this.ready.length - this.head) + this.delayed.length;
  }

  /** When the next job is due; null when there is none. A time that has passed for what waits to be taken. */
  get nextDue(): number | null {
    if (this.front.length > 0 || this.head < this.ready.length) return -Infinity;
    return this.delayed.at(-1)?.runAt ?? null;
  }

  add(queued: QueuedJob, now: number): void {
    if (queued.runAt > now) {
      this.delayed.splice(this.placeOf(queued.runAt), 0, queued);
      return;
    }
    this.release(now);
    this.append(queued);
  }

  /** Removes and answers the next job that is due. */
  take(now: number): QueuedJob | null {
    this.release(now);
    const first = this.front.pop();
    if (first !== undefined) return first;
    const next = this.ready[this.head];
    if (next === undefined) return null;
    this.head++;
    if (this.head > 1_000 && this.head * 2 > this.ready.length) {
      this.ready = this.ready.slice(this.head);
      this.head = 0;
    }
    return next;
  }

  all(): readonly QueuedJob[] {
    return [...this.front.toReversed(), ...this.ready.slice(this.head), ...this.delayed.toReversed()];
  }

  private release(now: number): void {
    for (let next = this.delayed.at(-1); next !== undefined && next.runAt <= now; next = this.delayed.at(-1)) {
      this.delayed.pop();
      this.append(next);
    }
  }

  private append(queued: QueuedJob): void {
    (queued.first ? this.front : this.ready).push(queued);
  }

  /** Before those of the same time, which run sooner. */
  private placeOf(runAt: number): number {
    let low = 0;
    let high = this.delayed.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.delayed[middle] as QueuedJob).runAt > runAt) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
