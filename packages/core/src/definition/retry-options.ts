import type { Duration } from '../kernel/duration.js';

/** How often a step is tried and how long it waits between attempts. Without `retries` a step runs once. */
export interface RetryOptions {
  /** Counts the first try. Default 3. */
  readonly maxAttempts?: number;
  /** How the delay grows from attempt to attempt. Default `'exponential'` (doubles). */
  readonly backoff?: 'exponential' | 'linear' | 'fixed';
  /** Delay after the first attempt. Default `'1s'`. */
  readonly baseDelay?: Duration;
  /** Upper bound of a delay. Default: none. */
  readonly maxDelay?: Duration;
  /** Share of each delay, 0 to 1, that is drawn at random and taken off. Default 0. */
  readonly jitter?: number;
  /** Asked after each failed attempt with what was thrown; `false` ends the attempts. Default: always retry. */
  readonly retryIf?: (thrown: unknown) => boolean;
}
