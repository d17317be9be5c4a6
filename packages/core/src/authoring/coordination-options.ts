import type { Duration } from '../kernel/duration.js';

/** Options of `@WithLock`, beside its key. */
export interface LockOptions {
  /** How long the lock outlives a holder that died. Default `'60s'`. */
  readonly ttl?: Duration;
  /** How long to wait for it. Default 0: contention at once. */
  readonly wait?: Duration;
  /** Renews it while the step runs. Default true. */
  readonly autoExtend?: boolean;
  /** How long an undo or compensate waits to take it again. Default: `ttl`. */
  readonly rollbackWait?: Duration;
}

/** Options of `@WithSemaphore`, beside its key. */
export interface SemaphoreOptions {
  /** Holders at once, at most. */
  readonly limit: number;
  /** How long to wait for a slot. Default 0: contention at once. */
  readonly wait?: Duration;
  /** How long a slot outlives a holder that died. Default `'60s'`. */
  readonly ttl?: Duration;
  /** How long an undo or compensate waits to take a slot again. Default `'60s'`. */
  readonly rollbackWait?: Duration;
}

export type RateUnit = 'second' | 'minute' | 'hour' | 'day';

/** Options of `@WithRateLimit`, beside its key: one limit, or several of which each must hold. */
export type RateLimitOptions = {
  /** How the window moves. Default `'fixed'`. */
  readonly algorithm?: 'fixed' | 'sliding';
} & (
  | { readonly limit: number; readonly per: Duration | RateUnit; readonly limits?: never }
  | { readonly limits: Readonly<Partial<Record<RateUnit, number>>>; readonly limit?: never; readonly per?: never }
);

/** Options of `@WithPeriod`, beside its key. */
export interface PeriodOptions {
  /** One successful run each such stretch of time; a later one halts with the reason `period`. */
  readonly every: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | Duration;
  /** IANA name of the zone in which calendar periods begin. Default `'UTC'`. */
  readonly timeZone?: string;
}

/** Options of `@WithOrderedLock`, beside its key. */
export interface OrderedLockOptions {
  /** Stops the chain when one of its runs failed for good. Default true. */
  readonly strict?: boolean;
  /** How long a position may hold up those behind it. Default `'10m'`. */
  readonly poisonTimeout?: Duration;
  /** How long an idle chain is remembered. Default `'1d'`. */
  readonly ttl?: Duration;
}
