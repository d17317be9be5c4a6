import type { ExecutionRecord, StoredExecution } from '../../checkpoint/execution-record.js';
import type { ExecutionStatus } from '../../checkpoint/status.js';

export interface ListQuery {
  readonly reactor?: string;
  readonly status?: readonly ExecutionStatus[];
  /** Created at or after, milliseconds since the epoch. */
  readonly from?: number;
  /** Created before. */
  readonly to?: number;
  /** As answered by the page before; anything else is refused with `InvalidIdError`. */
  readonly cursor?: string;
  /** At least 1. */
  readonly limit: number;
}

export interface ListedExecution {
  readonly record: ExecutionRecord;
  /** The encoded `inputs` value, for filters on inputs; empty when there is none. */
  readonly inputs: string;
}

export interface ListPage {
  /** Newest first; ties by id, the highest first. Each execution once, also while others are added. */
  readonly items: readonly ListedExecution[];
  /** Null at the end. */
  readonly cursor: string | null;
}

/** What inspectors read. Never needs a lease. */
export interface ExecutionReader {
  /** Everything of one execution, all values included; null when unknown or expired. */
  find(executionId: string): Promise<StoredExecution | null>;
  list(query: ListQuery): Promise<ListPage>;
}
