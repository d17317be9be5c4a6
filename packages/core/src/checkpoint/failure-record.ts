import type { FailureData } from '../outcome/failure.js';

/** One error of a stored cause chain; at most five are kept. */
export interface CauseRecord {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

/** A failure in its stored form: plain data, already redacted. `args` and `details` are encoded values. */
export interface FailureRecord extends Omit<FailureData, 'args' | 'details' | 'cause'> {
  readonly args: string;
  readonly details?: string;
  readonly causes: readonly CauseRecord[];
}
