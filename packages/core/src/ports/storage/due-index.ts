/** One unfinished execution that needs a look. */
export interface DueEntry {
  readonly executionId: string;
  readonly due: number;
  readonly turn: number;
  /** Counts changes of the entry; `reschedule` compares it. */
  readonly revision: number;
}

/**
 * One entry per unfinished execution: the deadline of its lease, or the due time its last release named, or now when its
 * inbox is unread and nobody holds it. Its cost depends on what is due, not on what exists.
 */
export interface DueIndex {
  /** Entries due by the store's time, earliest first. */
  due(limit: number): Promise<readonly DueEntry[]>;
  /**
   * Moves an entry, by compare-and-set: false when it changed meanwhile. Raises the turn, of its record too, when asked.
   * A resent call is answered false; the entry comes up again at its new time.
   */
  reschedule(entry: DueEntry, due: number, raiseTurn: boolean): Promise<boolean>;
  /** The right to sweep, for `ttl` milliseconds from now: at most one owner has it, who may claim it again. */
  claimSweep(owner: string, ttl: number): Promise<boolean>;
}
