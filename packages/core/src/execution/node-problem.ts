import type { FailureRecord } from '../checkpoint/failure-record.js';

/** Why a node finally failed. */
export interface NodeProblem {
  readonly thrown: unknown;
  readonly retryable: boolean;
  readonly code?: string;
  readonly details?: unknown;
  /** False when an argument, contract or key was the reason, so that no body began: neither compensated nor undone. */
  readonly started: boolean;
  /** Told by a signal or helper, not thrown. */
  readonly answered?: boolean;
  /** Of the leaf below a construct, which has described the problem already. */
  readonly record?: FailureRecord;
}
