import type { RollbackFailure } from '../outcome/failure.js';

/** One error of a stored cause chain; at most five are kept. */
export interface CauseRecord {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

/** A failure in its stored form: plain data, already redacted. `args` and `details` are encoded values. */
export interface FailureRecord {
  readonly message: string;
  readonly name: string;
  readonly code?: string;
  readonly step?: string;
  readonly path: readonly string[];
  readonly reactor: string;
  readonly args: string;
  readonly retryable: boolean;
  readonly attempts: number;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  readonly details?: string;
  readonly stack: string;
  readonly causes: readonly CauseRecord[];
  readonly rollbackFailures: readonly RollbackFailure[];
}
