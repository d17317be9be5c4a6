/**
 * What anybody may tell an execution without its lease. `id` makes the append idempotent. Later parts add wake-ups,
 * outcomes of units and children, and interrupt claims.
 */
export interface InboxEntry {
  readonly id: string;
  readonly kind: 'cancel' | 'late_outcome' | 'wake';
  /** Plain JSON data. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type PostAnswer =
  | {
      readonly status: 'posted';
      /** Holder of a live lease, to be signalled; null when nobody holds it, so that the poster adds a continuation. */
      readonly owner: string | null;
      readonly turn: number;
      readonly executionStatus: string;
    }
  | { readonly status: 'missing' };
