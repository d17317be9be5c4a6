import type { Failed, Halt, Skipped, Success } from '../outcome/step-result.js';
import type { Failure } from '../outcome/failure.js';
import type { StepContext } from './step-context.js';

/** What a body may answer: a plain value (success), a signal, or a promise of either. */
export type BodyAnswer<T> =
  | T
  | Success<T>
  | Skipped<T>
  | Halt
  | Failed
  | Promise<T | Success<T> | Skipped<T> | Halt | Failed>;

/**
 * The shape of a reusable step class (`@StepHandler`). One instance serves all executions unless it is request-scoped:
 * keep no state in `this`.
 *
 * @example
 * ```ts
 * @StepHandler({ contract: ChargeArgs })
 * export class ChargeStep implements ReactorStep<ChargeArgs, Charge> {
 *   constructor(private readonly payments: Payments) {}
 *   run(args: ChargeArgs, ctx: StepContext) { return this.payments.charge(args, ctx.idempotencyKey); }
 *   undo(result: Charge) { return this.payments.refund(result.id); }
 * }
 * ```
 */
export interface ReactorStep<Args, Value> {
  /** The work. A thrown value or `failure()` fails the step, `halt()` stops the run, `skipped()` goes on without undo. */
  run(args: Args, ctx: StepContext): BodyAnswer<Value>;
  /**
   * Cleans up after this step itself failed, once, after its last attempt. What it answers is ignored, but `failure()`
   * or a thrown value is recorded among the rollback failures and the run fails with `CompensationError`.
   */
  compensate?(reason: Failure, args: Args, ctx: StepContext): unknown;
  /**
   * Takes a completed step back, when something after it failed. `failure()` or a thrown value is recorded among the
   * rollback failures and stops nothing.
   */
  undo?(result: Value, args: Args, ctx: StepContext): unknown;
}

/** A step class, as a value. */
export type StepClass = new (...args: any[]) => ReactorStep<never, unknown>;
