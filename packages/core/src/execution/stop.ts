/** Why no further node starts. */
export type Stop =
  | { readonly kind: 'failure' }
  | { readonly kind: 'halt'; readonly step: string; readonly reason: string }
  | { readonly kind: 'cancel'; readonly reason: string | undefined; readonly rollback: boolean }
  /** The caller's own signal: the one interruption that skips rollback. */
  | { readonly kind: 'abort'; readonly reason: unknown };

const RANK = { halt: 0, failure: 1, cancel: 2, abort: 3 } as const;

/** A failure beats a halt, a cancel beats both, the caller's abort beats all; among equals the first stays. */
export function strongerStop(present: Stop | null, next: Stop): Stop {
  return present === null || RANK[next.kind] > RANK[present.kind] ? next : present;
}

/** On a halt, nodes in flight and branches between attempts go on to their end; else their signal is aborted. */
export function abortsInFlight(stop: Stop | null): boolean {
  return stop !== null && stop.kind !== 'halt';
}
