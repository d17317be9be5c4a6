import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Any other number gives another day at the airport, just as repeatable. */
const SEED = 2001;
const FASTEST_CALL = 1;
const SLOWEST_CALL = 5;

/**
 * The outside world of the demo: what goes wrong there, and how long a call takes.
 *
 * Every answer depends on the seed and the question only, never on the order of the questions, so that concurrent sagas
 * end the same way in every run.
 */
@Injectable()
export class Conditions {
  /** Whether the event hits this subject; `odds` from 0 to 1. */
  happens(event: string, odds: number, subject: string): boolean {
    return this.draw(event, subject) < odds;
  }

  /** A whole number between the two, both included. */
  between(least: number, most: number, what: string, subject: string): number {
    return least + Math.floor(this.draw(what, subject) * (most - least + 1));
  }

  /** The time a call to another system takes. */
  async roundTrip(system: string, subject: string): Promise<void> {
    await pause(this.between(FASTEST_CALL, SLOWEST_CALL, system, subject));
  }

  /** From 0 up to, but without, 1. FNV-1a, then mixed, since similar texts must not give similar numbers. */
  private draw(...texts: readonly string[]): number {
    let hash = 0x811c9dc5 ^ SEED;
    for (const character of texts.join('|')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  }
}
