import { Inject, Injectable } from '@nestjs/common';
import type { ClassOf } from '../definition/contract-type.js';
import type { Outcome } from '../definition/outcome-type.js';
import type { StepClass } from '../definition/reactor-step.js';
import type { ArgsOf, RawInputsOf, ValueOf } from '../definition/reactor-types.js';
import type {
  CancelOptions,
  ExecutionPage,
  ListFilter,
  ReactorRunnerMethods,
  RetryRunOptions,
  RunOptions,
  ViewOf,
  WaitOptions,
} from '../definition/runner-methods.js';
import type { ExecutionId } from '../outcome/outcome.js';
import type { ExecutionSummary, ExecutionView } from '../runtime/execution-view.js';
import type { ReactorDescription } from '../runtime/reactor-client.js';
import { ReactorRegistrar } from './reactor.registrar.js';

type Built = Pick<
  ReactorRunnerMethods<ExecutionView, ReactorDescription, ExecutionSummary>,
  'run' | 'dispatch' | 'wait' | 'find' | 'list' | 'cancel' | 'undo' | 'retry' | 'runStep' | 'describe'
>;

/**
 * Starts reactors and looks after their executions. Inject it wherever a saga is started; a reactor's name may stand for
 * its class.
 *
 * @example
 * ```ts
 * const outcome = await this.reactors.run(SignupReactor, { email, password });
 * return outcome.unwrap();
 * ```
 */
@Injectable()
export class ReactorRunner implements Built {
  constructor(@Inject(ReactorRegistrar) private readonly registrar: ReactorRegistrar) {}

  /**
   * Runs the reactor here and answers its outcome: `completed`, `halted`, `failed` (rolled back) or `cancelled`. A failure
   * of the saga is answered, never thrown; so are invalid inputs, which store nothing.
   *
   * Throws when nothing could start (`ReactorNotReadyError`, `ReactorNotRegisteredError`, `InvalidIdError`,
   * `ExecutionConflictError`, `IdempotencyConflictError`), when the store is gone, and with `signal.reason` when the
   * caller's own signal aborted the run; the execution is then `aborted` and can be undone or retried by its id.
   */
  run(reactor: string, inputs: Readonly<Record<string, unknown>>, options?: RunOptions): Promise<Outcome>;
  // Last, since the compiler explains a mistake in the inputs by the last overload.
  run<R extends object>(reactor: ClassOf<R>, inputs: RawInputsOf<R>, options?: RunOptions): Promise<Outcome<R>>;
  async run(reactor: ClassOf | string, inputs: unknown, options: RunOptions = {}): Promise<Outcome<never>> {
    const client = this.registrar.client('run a reactor');
    // It may have come with a lazily loaded module.
    if (!client.knows(reactor)) await this.registrar.registerNew();
    return typed(await client.run(reactor, inputs, options));
  }

  /**
   * Hands the reactor to the workers and answers `dispatched` at once: it is stored, then its job is added. Invalid inputs
   * are answered as `failed` and store nothing; `wait` gives the outcome. With an `idempotencyKey` or `executionId` that is
   * known already, the first start is answered, with `replayed: true`.
   *
   * Throws what `run` throws before it starts, and when the job could not be added; the execution then stays `pending`.
   */
  dispatch(reactor: string, inputs: Readonly<Record<string, unknown>>, options?: RunOptions): Promise<Outcome>;
  dispatch<R extends object>(reactor: ClassOf<R>, inputs: RawInputsOf<R>, options?: RunOptions): Promise<Outcome<R>>;
  async dispatch(reactor: ClassOf | string, inputs: unknown, options: RunOptions = {}): Promise<Outcome<never>> {
    const client = this.registrar.client('dispatch a reactor');
    if (!client.knows(reactor)) await this.registrar.registerNew();
    return typed(await client.dispatch(reactor, inputs, options));
  }

  /**
   * Waits until an execution is terminal or paused, woken by a signal. Default time-out 30 s, then `WaitTimeoutError`;
   * waiting stops nothing.
   */
  async wait<R = unknown>(executionId: ExecutionId<R>, options: WaitOptions = {}): Promise<Outcome<R>> {
    return typed(await this.registrar.client('wait').wait(executionId, options));
  }

  /** Everything about one execution, redacted; null when the id is unknown or its retention ended. */
  async find<R = unknown>(executionId: ExecutionId<R>): Promise<ViewOf<R, ExecutionView> | null> {
    return (await this.registrar.client('find').find(executionId)) as ViewOf<R, ExecutionView> | null;
  }

  /** Executions, newest first, a page at a time. */
  async list(filter: ListFilter<ExecutionView['status']> = {}): Promise<ExecutionPage<ExecutionSummary>> {
    return this.registrar.client('list').list(filter);
  }

  /**
   * Stops an execution: what is in flight gets its signal aborted and is awaited, what was done stays, unless `rollback`.
   * Recorded at once; waits at most 5 s for the end, then throws `WaitTimeoutError` while the cancel stands. Throws
   * `InvalidStatusError` for an execution that ended or rolls back.
   */
  async cancel<R = unknown>(executionId: ExecutionId<R>, options: CancelOptions = {}): Promise<Outcome<R>> {
    return typed(await this.registrar.client('cancel').cancel(executionId, options));
  }

  /**
   * Rolls back what a completed, failed, halted, cancelled, paused or aborted execution has done. It ends `cancelled`
   * ('Undo triggered' or `reason`), with an Error `failed`. Undoing again changes nothing. Throws `InvalidStatusError`
   * while it rolls back already, `LeaseHeldError` when it still runs after 5 s.
   */
  async undo<R = unknown>(executionId: ExecutionId<R>, reason?: string | Error): Promise<Outcome<R>> {
    return typed(await this.registrar.client('undo').undo(executionId, reason));
  }

  /**
   * Runs a failed or aborted execution again: what was undone, failed or never ran, under new budgets; what is complete is
   * kept. Undone steps get a new `idempotencyKey`. A step whose undo failed is refused, unless `force`. One that had been
   * dispatched is dispatched again.
   */
  async retry<R = unknown>(executionId: ExecutionId<R>, options: RetryRunOptions = {}): Promise<Outcome<R>> {
    return typed(await this.registrar.client('retry').retry(executionId, options));
  }

  /** Runs a step class on its own, once: its value, or what it threw. Nothing is stored and nothing is undone. */
  async runStep<C extends StepClass>(step: C, args: ArgsOf<InstanceType<C>>): Promise<ValueOf<InstanceType<C>>> {
    const client = this.registrar.client('run a step');
    if (!client.knows(step)) await this.registrar.registerNew();
    return (await client.runStep(step, args)) as ValueOf<InstanceType<C>>;
  }

  /** The compiled definition: nodes, dependencies, policies and Mermaid text. */
  describe(reactor: ClassOf | string): ReactorDescription {
    return this.registrar.client('describe').describe(reactor);
  }

  /** Names of all reactors of the application. */
  reactors(): readonly string[] {
    return this.registrar.client('list reactors').reactors();
  }
}

/** The engine knows no types; the id remembers them. */
function typed<R>(outcome: unknown): Outcome<R> {
  return outcome as Outcome<R>;
}
