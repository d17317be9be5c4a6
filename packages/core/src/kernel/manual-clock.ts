import { setImmediate as nextTurn } from 'node:timers';
import type { Clock } from './clock.js';
import { milliseconds, type Duration } from './duration.js';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves the time on and fires the timers that come due, in order, each at its own due time. Resolves when what they
   * started has settled: when no timer was set, fired or cancelled in ten event-loop turns. Promises that only the test
   * resolves, and real input or output, are not waited for. A timer of 0 ms fires with the next `advance(0)`.
   */
  advance(duration: Duration): Promise<void>;
  /** Timers that are set and neither fired nor cancelled. */
  readonly timers: number;
}

const DEFAULT_START = Date.UTC(2026, 0, 1);
/** One turn runs every promise that is ready; more, for code that gives up its turn now and then. */
const QUIET_TURNS = 10;
const MOST_TURNS = 10_000;
/** Timers that set each other again without delay would never end. */
const MOST_FIRINGS_AT_ONCE = 100_000;

interface Timer {
  readonly due: number;
  /** Order of setting, among timers with one due time. */
  readonly place: number;
  readonly callback: () => void;
}

class ControlledClock implements ManualClock {
  private readonly start: number;
  private time: number;
  /** By due time, then place. */
  private readonly pending: Timer[] = [];
  private places = 0;
  /** Grows whenever a timer is set, fired or cancelled. */
  private changes = 0;
  private lastAdvance: Promise<void> = Promise.resolve();

  constructor(start: number) {
    this.start = start;
    this.time = start;
  }

  get timers(): number {
    return this.pending.length;
  }

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time - this.start;
  }

  setTimer(delay: number, callback: () => void): () => void {
    const timer: Timer = { due: this.time + (delay > 0 ? delay : 0), place: this.places++, callback };
    this.pending.splice(this.placeOf(timer), 0, timer);
    this.changes++;
    return () => this.cancel(timer);
  }

  advance(duration: Duration): Promise<void> {
    const length = milliseconds(duration);
    const advance = this.lastAdvance.then(() => this.moveTo(this.time + length));
    this.lastAdvance = advance.catch(() => undefined);
    return advance;
  }

  private async moveTo(target: number): Promise<void> {
    await this.settle();
    let firings = 0;
    for (let next = this.pending[0]; next !== undefined && next.due <= target; next = this.pending[0]) {
      firings = next.due > this.time ? 1 : firings + 1;
      if (firings > MOST_FIRINGS_AT_ONCE) {
        throw new Error(
          `${MOST_FIRINGS_AT_ONCE} timers fired at one time: some timer sets itself again without a delay`,
        );
      }
      this.time = Math.max(this.time, next.due);
      this.cancel(next);
      next.callback();
      await this.settle();
    }
    this.time = target;
    await this.settle();
  }

  private async settle(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn++) {
      const before = this.changes;
      await new Promise<void>((resolve) => nextTurn(resolve));
      quiet = this.changes === before ? quiet + 1 : 0;
    }
  }

  private cancel(timer: Timer): void {
    const index = this.placeOf(timer);
    if (this.pending[index] !== timer) return;
    this.pending.splice(index, 1);
    this.changes++;
  }

  /** Index of the timer, or where it belongs. */
  private placeOf(timer: Timer): number {
    let low = 0;
    let high = this.pending.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.pending[middle]!;
      if (other.due < timer.due || (other.due === timer.due && other.place < timer.place)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A clock that only `advance` moves; it starts at `start`, by default at the beginning of 2026 (UTC). */
export function manualClock(start: number | Date = DEFAULT_START): ManualClock {
  return new ControlledClock(Number(start));
}
