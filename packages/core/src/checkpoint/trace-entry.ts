import type { FailureRecord } from './failure-record.js';

export type TraceType =
  | 'run'
  | 'retry'
  | 'compensate'
  | 'undo'
  | 'undo_all'
  | 'skipped'
  | 'halt'
  | 'park'
  | 'handoff'
  | 'dispatch'
  | 'pause'
  | 'resume';

/**
 * One line of what really happened, in order. A `run` takes its place when the body starts and is persisted with the
 * next write; a body cut off by the death of its process leaves none.
 */
export interface TraceRecord {
  readonly seq: number;
  readonly type: TraceType;
  readonly step: string;
  readonly path: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `undefined` is the same as absent. */
  readonly endedAt?: number | undefined;
  readonly attempt?: number;
  /** On compensate and undo: no such hook was declared. */
  readonly skipped?: boolean;
  readonly reason?: string;
  readonly count?: number;
  /** Encoded value. */
  readonly result?: string;
  readonly failure?: FailureRecord;
  readonly key?: string;
  readonly primitive?: string;
}
