import type { Duration } from '../kernel/duration.js';
import type { ExecutionId } from '../outcome/outcome.js';
import type { ClassOf } from './contract-type.js';
import type { Yields } from './node-mark.js';
import type { Outcome } from './outcome-type.js';
import type { ArgsOf, IsAny, MemberResult, RawInputsOf, ResultsOf, ValueOf } from './reactor-types.js';
import type { StepClass } from './reactor-step.js';

export interface RunOptions {
  /** A second run with the same key and reactor answers the first one's outcome, with `replayed: true`. Default: none. */
  readonly idempotencyKey?: string;
  /** Whether a run whose key was used with other inputs is answered (`'replay'`) or refused. Default `'replay'`. */
  readonly onConflict?: 'replay' | 'reject';
  /** 1–200 characters. Default: a new random id. */
  readonly executionId?: string;
  /** The caller's own abort: the run ends `aborted`, keeps what it did, and `run` rejects with `signal.reason`. */
  readonly signal?: AbortSignal;
  /** Starts the run later; hands it off. Default: at once. */
  readonly delay?: Duration;
  /** Of its jobs, from 1 (first) to 2,097,151. Default: the reactor's. */
  readonly priority?: number;
  /** Metadata kept with the execution, e.g. the tenant; `ctx.context` in bodies. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Names of the members that can be interrupts. */
type InterruptName<R> = {
  [K in keyof R & string]-?: R[K] extends Yields<unknown>
    ? K
    : R[K] extends (...args: any[]) => infer Answer
      ? IsAny<Awaited<Answer>> extends true
        ? never
        : [Extract<Awaited<Answer>, { readonly '~node': 'interrupt' }>] extends [never]
          ? never
          : K
      : never;
}[keyof R & string];

/**
 * What answers an interrupt of `R`: its name and payload. `step` may be left out while only one is open, and names an
 * interrupt of `R`, or the path (`'payment/approval'`) of one in a composed child.
 */
export type ResumeAnswer<R> = unknown extends R
  ? { readonly step?: string; readonly payload?: unknown }
  : | {
        readonly [N in InterruptName<R>]: { readonly step: N; readonly payload: MemberResult<R[N & keyof R]> };
      }[InterruptName<R>]
    | { readonly step: `${string}/${string}`; readonly payload?: unknown }
    | { readonly step?: never; readonly payload?: unknown };

export interface WaitOptions {
  /** Default `'30s'`. After it, `WaitTimeoutError`; the execution goes on. */
  readonly timeout?: Duration;
}

export interface CancelOptions {
  readonly reason?: string;
  /** Compensates what was in flight and undoes the rest. Default false: it keeps what it did. */
  readonly rollback?: boolean;
}

export interface RetryRunOptions {
  /** Also runs nodes again whose undo failed. Default false: such a retry is refused. */
  readonly force?: boolean;
}

/** Which executions to list; those left out do not matter. */
export interface ListFilter<Status extends string = string> {
  readonly reactor?: ClassOf | string;
  readonly status?: Status | readonly Status[];
  /** Created at or after. */
  readonly from?: Date;
  /** Created before. */
  readonly to?: Date;
  /** Input names and the values they must equal. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Of the previous page. */
  readonly cursor?: string | null;
  /** Default 50. */
  readonly limit?: number;
}

/** Newest first; `cursor` is null on the last page. */
export interface ExecutionPage<View> {
  readonly items: readonly View[];
  readonly cursor: string | null;
}

/** A view whose results are those of the reactor `R`. */
export type ViewOf<R, View> = Omit<View, 'results'> & { readonly results: Partial<ResultsOf<R>> };

/** A reactor as it is passed to the runner: its class. */
type ReactorClass<R extends object> = ClassOf<R>;
type PlainInputs = Readonly<Record<string, unknown>>;

/**
 * The typed face of the runner. `View` is what `find` answers, `Item` what `list` lists, `Description` what
 * `describe` answers. Wherever a reactor
 * is named, its stable name may stand for its class; inputs and outcome are then untyped. The overload by class stands
 * last: the compiler explains the last one that did not fit.
 */
export interface ReactorRunnerMethods<View extends { readonly status: string }, Description, Item = View> {
  run(reactor: string, inputs: PlainInputs, options?: RunOptions): Promise<Outcome>;
  run<R extends object>(reactor: ReactorClass<R>, inputs: RawInputsOf<R>, options?: RunOptions): Promise<Outcome<R>>;

  dispatch(reactor: string, inputs: PlainInputs, options?: RunOptions): Promise<Outcome>;
  dispatch<R extends object>(
    reactor: ReactorClass<R>,
    inputs: RawInputsOf<R>,
    options?: RunOptions,
  ): Promise<Outcome<R>>;

  wait<R = unknown>(executionId: ExecutionId<R>, options?: WaitOptions): Promise<Outcome<R>>;

  find<R = unknown>(executionId: ExecutionId<R>): Promise<ViewOf<R, View> | null>;

  list(filter?: ListFilter<View['status']>): Promise<ExecutionPage<Item>>;

  resume<R = unknown>(executionId: ExecutionId<R>, answer: NoInfer<ResumeAnswer<R>>): Promise<Outcome<R>>;

  resumeByCorrelationId(reactor: string, correlationId: string, answer: ResumeAnswer<unknown>): Promise<Outcome>;
  resumeByCorrelationId<R extends object>(
    reactor: ReactorClass<R>,
    correlationId: string,
    answer: NoInfer<ResumeAnswer<R>>,
  ): Promise<Outcome<R>>;

  cancel<R = unknown>(executionId: ExecutionId<R>, options?: CancelOptions): Promise<Outcome<R>>;

  undo<R = unknown>(executionId: ExecutionId<R>, reason?: string | Error): Promise<Outcome<R>>;

  retry<R = unknown>(executionId: ExecutionId<R>, options?: RetryRunOptions): Promise<Outcome<R>>;

  /** The step's value (skipped: that value); rejects with what the step threw. */
  runStep<C extends StepClass>(step: C, args: ArgsOf<InstanceType<C>>): Promise<ValueOf<InstanceType<C>>>;

  describe(reactor: ClassOf | string): Description;
}
