import type { RollbackFailure } from '../outcome/failure.js';
import type { FailureRecord } from './failure-record.js';
import type { NodeRecord } from './node-record.js';
import type { ExecutionStatus } from './status.js';
import type { TraceRecord } from './trace-entry.js';

/** Why an execution rolls back, and so how it ends. */
export type RollbackCause = 'failure' | 'undo' | 'cancel';

/** The header of an execution: everything but its nodes, values and trace. Plain data; immutable: a change is a new record. */
export interface ExecutionRecord {
  readonly id: string;
  readonly reactor: string;
  readonly version?: string;
  /** Of the definition it was started under. */
  readonly fingerprint: string;
  readonly status: ExecutionStatus;
  /** Random; part of every step's `idempotencyKey`. */
  readonly nonce: string;
  readonly idempotencyKey?: string;
  readonly parent?: { readonly executionId: string; readonly step: string };
  /** Handed to the workers: what is left of it runs there, a `retry` too. */
  readonly background?: true;
  /** Milliseconds since the epoch; a job that comes earlier puts itself back. Absent: run whenever a job comes. */
  readonly notBefore?: number;
  /** Grows with hand-off, park, retry delay and recovery. */
  readonly turn: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt?: number;
  /** Of a halt, cancel or abort. */
  readonly reason?: string;
  /** The node that halted. */
  readonly haltedBy?: string;
  readonly failure?: FailureRecord;
  readonly rollbackCause?: RollbackCause;
  readonly rollbackFailures: readonly RollbackFailure[];
  /** Step whose compensate was cut off. */
  readonly pendingCompensation?: string;
}

/** Keys of the value pieces: `inputs`, `context`, `progress`, and per node `result:<path>` and `args:<path>`. */
export type ValueKey = 'inputs' | 'context' | 'progress' | `result:${string}` | `args:${string}`;

/** An execution as a store answers it. `values` holds what was asked for. */
export interface StoredExecution {
  readonly record: ExecutionRecord;
  readonly nodes: ReadonlyMap<string, NodeRecord>;
  readonly trace: readonly TraceRecord[];
  readonly values: ReadonlyMap<ValueKey, string>;
}
