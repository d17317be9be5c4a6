import type { Failure } from '../outcome/failure.js';

/** How an async node ended, whatever the end: what a `@Settled('step')` parameter receives. */
export type SettledResult<V> =
  | { readonly status: 'completed'; readonly value: V }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'halted'; readonly reason: string }
  | { readonly status: 'cancelled' | 'aborted' | 'timed_out'; readonly reason?: string };
