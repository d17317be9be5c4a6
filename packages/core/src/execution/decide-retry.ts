import type { RetryPolicy } from '../definition/retry-policy.js';

export interface FailedAttempt {
  /** From 1. */
  readonly attempt: number;
  /** What was thrown, or the error of a failure. */
  readonly thrown: unknown;
  /** The thrown value's own veto. */
  readonly retryable: boolean;
  /** 0 ≤ random < 1, passed in so that the decision is pure. */
  readonly random: number;
}

export type RetryDecision =
  | { readonly again: true; readonly delay: number }
  /** `vetoed`: another attempt makes no sense, however many are left. */
  | { readonly again: false; readonly vetoed: boolean };

const OUT_OF_ATTEMPTS: RetryDecision = Object.freeze({ again: false, vetoed: false });
const VETOED: RetryDecision = Object.freeze({ again: false, vetoed: true });

/** Whether and when a failed attempt is followed by another. A `retryIf` that throws counts as a veto. */
export function decideRetry(policy: RetryPolicy, failed: FailedAttempt): RetryDecision {
  if (!failed.retryable) return VETOED;
  if (policy.retryIf !== null && !agrees(policy.retryIf, failed.thrown)) return VETOED;
  if (failed.attempt >= policy.maxAttempts) return OUT_OF_ATTEMPTS;
  return { again: true, delay: retryDelay(policy, failed.attempt, failed.random) };
}

/** Milliseconds to wait after attempt number `attempt`; `jitter` takes off up to that share. */
function retryDelay(policy: RetryPolicy, attempt: number, random: number): number {
  const full = growth(policy, attempt);
  const capped = policy.maxDelay === null ? full : Math.min(full, policy.maxDelay);
  return Math.min(capped, Number.MAX_SAFE_INTEGER) * (1 - policy.jitter * random);
}

function growth(policy: RetryPolicy, attempt: number): number {
  switch (policy.backoff) {
    case 'exponential':
      return policy.baseDelay * 2 ** (attempt - 1);
    case 'linear':
      return policy.baseDelay * attempt;
    case 'fixed':
      return policy.baseDelay;
  }
}

function agrees(retryIf: (thrown: unknown) => boolean, thrown: unknown): boolean {
  try {
    return retryIf(thrown) === true;
  } catch {
    return false;
  }
}
