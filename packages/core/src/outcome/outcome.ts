import { ReactorError } from '../kernel/reactor-error.js';
import type { Failure, RollbackFailure } from './failure.js';

const BRAND = Symbol.for('nest-reactor:outcome');

/**
 * The id of an execution: a string that remembers its reactor for the compiler, so that `wait`, `find` and `resume` are
 * typed. Any plain string may stand for it.
 */
export type ExecutionId<R = unknown> = string & { readonly '~reactor'?: R; readonly length: number };

/** An open interrupt of a paused execution. */
export interface OpenInterrupt {
  readonly step: string;
  /** Names from the root to the interrupt. */
  readonly path: readonly string[];
  readonly correlationId?: string;
  readonly timeoutAt?: Date;
}

interface OutcomeCommon<Results, Id extends string> {
  readonly executionId: Id;
  /** By step name; undone, failed and never-started steps are absent. */
  readonly results: Readonly<Results>;
  /** The run was not started now: an earlier one with the same key or id answered. */
  readonly replayed?: true;
}

interface Completed<Value> {
  readonly status: 'completed';
  readonly ok: true;
  readonly value: Value;
}
/** A step stopped the run cleanly; what was done stays. */
interface Halted {
  readonly status: 'halted';
  readonly ok: false;
  readonly reason: string;
  readonly step?: string;
  /** The period that was used up, when a `@WithPeriod` stopped it. */
  readonly periodKey?: string;
}
/** The run failed and was rolled back; `rollbackFailures` lists what could not be undone. */
interface FailedRun {
  readonly status: 'failed';
  readonly ok: false;
  readonly failure: Failure;
  readonly rollbackFailures: readonly RollbackFailure[];
}
/** The rest of the run was handed to a worker. `jobId` is null when the outcome is replayed. */
interface Dispatched {
  readonly status: 'dispatched';
  readonly ok: false;
  readonly jobId: string | null;
}
/** The run waits for outside input. */
interface Paused {
  readonly status: 'paused';
  readonly ok: false;
  readonly interrupts: readonly OpenInterrupt[];
}
interface Stopped {
  readonly status: 'rolling_back' | 'cancelled' | 'aborted';
  readonly ok: false;
  readonly reason?: string;
}

/** The data of an outcome, without its methods. */
export type OutcomeData<
  Value = unknown,
  Results extends object = Readonly<Record<string, unknown>>,
  Id extends string = ExecutionId,
> = OutcomeCommon<Results, Id> & (Completed<Value> | Halted | FailedRun | Dispatched | Paused | Stopped);

interface OutcomeMethods<Value> {
  /**
   * The value of a completed run. Throws {@link ReactorOutcomeError} for every other status; its message names reactor,
   * execution, status, what went wrong and the next action.
   */
  unwrap(): Value;
  /** The outcome as plain data without `cause` and `stack`, so that a controller can answer it. */
  toJSON(): Record<string, unknown>;
}

/** An outcome whose value, results and id have the given types; `Outcome<R>` is this for one reactor. */
export type OutcomeUnion<Value, Results extends object, Id extends string> = OutcomeMethods<Value> &
  OutcomeData<Value, Results, Id>;

/** Thrown by `unwrap()` when the run did not complete; `cause` is what made it fail. */
export class ReactorOutcomeError extends ReactorError {
  /** The outcome itself, to look further. */
  readonly outcome: OutcomeUnion<unknown, object, string>;

  constructor(outcome: OutcomeUnion<unknown, object, string>, reactor: string | undefined) {
    const failed = outcome.status === 'failed' ? outcome.failure : undefined;
    const run = reactor === undefined ? 'the run' : `reactor '${reactor}'`;
    super(
      `${run} (execution '${outcome.executionId}') ${describe(outcome)}`,
      failed === undefined ? {} : { cause: failed.cause ?? failed },
    );
    this.outcome = outcome;
  }
}

/** What happened and what to do next. */
function describe(outcome: OutcomeUnion<unknown, object, string>): string {
  const id = outcome.executionId;
  switch (outcome.status) {
    case 'completed':
      return 'completed';
    case 'failed':
      return `failed: ${outcome.failure.message}${rollbackNote(outcome.rollbackFailures)}; ${afterFailure(outcome.failure, id)}`;
    case 'halted':
      return `halted${outcome.step === undefined ? '' : ` at step '${outcome.step}'`}: ${outcome.reason}; what it did stays. Check the outcome's status before unwrap() where a halt is expected`;
    case 'dispatched':
      return `was dispatched and has no value yet; wait for it with runner.wait('${id}')`;
    case 'paused':
      return `is paused at ${outcome.interrupts.map((open) => `'${open.path.join('/')}'`).join(', ')}; answer with runner.resume('${id}', { step, payload })`;
    case 'rolling_back':
      return `is rolling back${because(outcome.reason)}; wait for its end with runner.wait('${id}')`;
    case 'cancelled':
      return `was cancelled${because(outcome.reason)}; run the reactor again if it is still wanted`;
    case 'aborted':
      return `was aborted${because(outcome.reason)}; runner.undo('${id}') rolls back what it did, runner.retry('${id}') goes on`;
  }
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${reason})`;
}

function rollbackNote(failures: readonly RollbackFailure[]): string {
  if (failures.length === 0) return '';
  const names = failures.map((entry) => `${entry.kind} of '${entry.path.join('/')}'`).join(', ');
  return ` (could not be rolled back: ${names})`;
}

function afterFailure(failed: Failure, id: string): string {
  const rejected = failed.fieldErrors !== undefined && failed.step === undefined;
  return rejected
    ? 'correct the inputs named in outcome.failure.fieldErrors and run again'
    : `see outcome.failure; runner.retry('${id}') runs it again from the failed step`;
}

// Methods, brand and reactor sit beside the data, so that two equal outcomes stay deeply equal to their plain data.
class OutcomeObject {
  readonly #reactor: string | undefined;

  constructor(reactor: string | undefined) {
    this.#reactor = reactor;
  }

  get [BRAND](): true {
    return true;
  }

  unwrap(): unknown {
    const outcome = this as unknown as OutcomeUnion<unknown, object, string>;
    if (outcome.status === 'completed') return outcome.value;
    throw new ReactorOutcomeError(outcome, this.#reactor);
  }

  toJSON(): Record<string, unknown> {
    const data: Record<string, unknown> = Object.fromEntries(Object.entries(this));
    const failed = data['failure'];
    if (typeof failed === 'object' && failed !== null) {
      const { cause: _cause, stack: _stack, ...rest } = failed as Record<string, unknown>;
      data['failure'] = rest;
    }
    return data;
  }
}

/** Makes the outcome a caller gets from its data. `reactor` is the reactor's name, for the message of `unwrap()`. */
export function createOutcome<Value, Results extends object, Id extends string>(
  data: OutcomeData<Value, Results, Id>,
  reactor?: string,
): OutcomeUnion<Value, Results, Id> {
  return Object.assign(new OutcomeObject(reactor), data) as unknown as OutcomeUnion<Value, Results, Id>;
}

/** True for an outcome made by any copy of the package; never for plain data that merely looks like one. */
export function isOutcome(value: unknown): value is OutcomeUnion<unknown, Readonly<Record<string, unknown>>, string> {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
