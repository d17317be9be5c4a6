import type { StepClass } from '../definition/reactor-step.js';
import type { BodyDecorator, TargetDecorator, WaitedFor } from './node-check.js';
import { nodeDecorator } from './node-declaration.js';
import type { BodyStepOptions, StepOptions } from './step-options.js';
import type { Exact } from './type-error.js';

/**
 * A step. On a method without a class, the method is the body. With a step class, a method builds its arguments
 * (returning `ArgsFor<Class>`), or a property of type `Yields<V>` takes them from `args`. The class may be given as
 * `() => Class`.
 *
 * @example
 * ```ts
 * @Step({ retries: { maxAttempts: 3 }, timeout: '10s' })
 * createUser(@Input('email') email: string) { return this.users.create({ email }); }
 *
 * @Step(ChargeStep, { args: { amount: from.result('total') } })
 * charge!: Yields<Charge>;
 * ```
 */
export function Step<const Options extends BodyStepOptions = Record<never, never>>(
  options?: Exact<Options, BodyStepOptions>,
): BodyDecorator<WaitedFor<Options>>;
export function Step<C extends StepClass, const Options extends StepOptions = Record<never, never>>(
  step: C | (() => C),
  options?: Exact<Options, StepOptions>,
): TargetDecorator<C, Options>;
// The body's form once more: of several overloads the compiler explains the last one, and assumes the first.
export function Step<const Options extends BodyStepOptions = Record<never, never>>(
  options?: Exact<Options, BodyStepOptions>,
): BodyDecorator<WaitedFor<Options>>;
export function Step(...args: readonly unknown[]): never {
  return nodeDecorator({ kind: 'step', decorator: '@Step', target: 'optional', targetNoun: 'step class' }, args);
}
