import type { ExecutionStatus } from '@nest-reactor/core/ports';

/** One thing that somebody does. Few actors and few ids, so that they meet. */
export type Command =
  | { readonly type: 'start' | 'acquire'; readonly actor: number; readonly id: string }
  | { readonly type: 'resend_request' | 'resend_write' | 'write_with_gap'; readonly actor: number }
  | { readonly type: 'write'; readonly actor: number; readonly status: ExecutionStatus; readonly parts: Parts }
  | { readonly type: 'release'; readonly actor: number; readonly status: ExecutionStatus; readonly terms: Terms }
  | { readonly type: 'post'; readonly id: string; readonly entry: string }
  | { readonly type: 'look'; readonly id: string }
  | { readonly type: 'renew' | 'due' }
  | { readonly type: 'list'; readonly limit: number; readonly status: readonly ExecutionStatus[] | null }
  | { readonly type: 'reschedule'; readonly pick: number; readonly raiseTurn: boolean }
  | { readonly type: 'advance'; readonly by: number };

/** What a write carries. */
export interface Parts {
  readonly record: boolean;
  readonly node: boolean;
  readonly value: boolean;
  readonly trace: boolean;
  readonly taken: boolean;
}

/** How a lease is given up. */
export interface Terms {
  readonly due: boolean;
  readonly retention: boolean;
  /** Whether it names the counter it was answered last, or none. */
  readonly looked: boolean;
}
