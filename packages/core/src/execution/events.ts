import type { FailureRecord } from '../checkpoint/failure-record.js';
import type { Failure } from '../outcome/failure.js';

export type ReactorEventName =
  | 'ReactorStart'
  | 'ReactorComplete'
  | 'ReactorFail'
  | 'ReactorHalt'
  | 'StepStart'
  | 'StepComplete'
  | 'StepFail'
  | 'StepRetry'
  | 'StepSkip'
  | 'CompensationStart'
  | 'CompensationComplete'
  | 'CompensationFail'
  | 'UndoStart'
  | 'UndoComplete'
  | 'UndoFail';

/** One thing that happened in a run, as middlewares see it. The hook of event `StepStart` is `onStepStart`. */
export interface ReactorEvent {
  readonly name: ReactorEventName;
  readonly executionId: string;
  /** Name of the reactor whose step it is; the root's for events of the run. */
  readonly reactor: string;
  readonly at: Date;
  /** Of the caller: `RunOptions.context`. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly step?: string;
  readonly path?: readonly string[];
  readonly attempt?: number;
  /** Milliseconds until the next attempt, on `StepRetry`. */
  readonly delay?: number;
  /** What a completed or skipped step gave, or a hook answered. A redacted copy. */
  readonly result?: unknown;
  readonly failure?: Failure;
  /** Of a halt. */
  readonly reason?: string;
  /** On hooks of a rollback: none was declared. */
  readonly skipped?: boolean;
}

/** What the engine knows when it reports an event; the sink adds the rest. */
export interface EventDetails {
  readonly attempt?: number;
  readonly delay?: number;
  readonly result?: unknown;
  readonly failure?: FailureRecord;
  readonly thrown?: unknown;
  readonly reason?: string;
  readonly skipped?: boolean;
}
