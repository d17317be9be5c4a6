/** The right to change one execution. Each acquisition has a higher epoch and a new nonce; every write carries both. */
export interface Lease {
  readonly executionId: string;
  /** The process that holds it; `SignalBus` channel `owner:<owner>` reaches it. */
  readonly owner: string;
  /** max(stored + 1, store time in µs), so that it grows even when the store lost it. */
  readonly epoch: number;
  readonly nonce: string;
  /** Store time in milliseconds; lapsed from then on. */
  readonly deadline: number;
}

export interface LeaseRequest {
  readonly owner: string;
  /** Random, made by the caller: a resent request with the same nonce is answered as before. */
  readonly nonce: string;
  /** Milliseconds. */
  readonly ttl: number;
}
