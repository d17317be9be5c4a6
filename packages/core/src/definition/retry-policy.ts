/** How often a step is tried and how long to wait between attempts. Durations in milliseconds. */
export interface RetryPolicy {
  /** Counts the first try; 1 means never retried. */
  readonly maxAttempts: number;
  readonly backoff: 'exponential' | 'linear' | 'fixed';
  readonly baseDelay: number;
  readonly maxDelay: number | null;
  /** Share of the delay, 0 to 1, that is drawn at random and taken off. */
  readonly jitter: number;
  /** A veto: answering false for the thrown value ends the attempts. */
  readonly retryIf: ((thrown: unknown) => boolean) | null;
}

export const NO_RETRIES: RetryPolicy = Object.freeze({
  maxAttempts: 1,
  backoff: 'fixed',
  baseDelay: 0,
  maxDelay: null,
  jitter: 0,
  retryIf: null,
});

/** What `retries: {}` means. */
export const DEFAULT_RETRIES: RetryPolicy = Object.freeze({
  maxAttempts: 3,
  backoff: 'exponential',
  baseDelay: 1_000,
  maxDelay: null,
  jitter: 0,
  retryIf: null,
});
