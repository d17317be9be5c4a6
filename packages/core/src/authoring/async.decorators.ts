import type { ClassOf } from '../definition/contract-type.js';
import type { StepClass } from '../definition/reactor-step.js';
import type { BodyDecorator, TargetDecorator, WaitedFor } from './node-check.js';
import { nodeDecorator } from './node-declaration.js';
import type { BodyStepOptions, StepOptions, TargetOptions } from './step-options.js';
import type { Exact } from './type-error.js';

/**
 * A step that is run by a job of its own: the reactor goes on, and nothing waits for it but who reads its result. It
 * compensates itself, once, after its last attempt; it has no undo, and `returns` may not name it. Forms as `@Step`.
 */
export function AsyncStep<const Options extends BodyStepOptions = Record<never, never>>(
  options?: Exact<Options, BodyStepOptions>,
): BodyDecorator<WaitedFor<Options>>;
export function AsyncStep<C extends StepClass, const Options extends StepOptions = Record<never, never>>(
  step: C | (() => C),
  options?: Exact<Options, StepOptions>,
): TargetDecorator<C, Options>;
// The body's form once more: of several overloads the compiler explains the last one, and assumes the first.
export function AsyncStep<const Options extends BodyStepOptions = Record<never, never>>(
  options?: Exact<Options, BodyStepOptions>,
): BodyDecorator<WaitedFor<Options>>;
export function AsyncStep(...args: readonly unknown[]): never {
  return nodeDecorator(
    { kind: 'async_step', decorator: '@AsyncStep', target: 'optional', targetNoun: 'step class' },
    args,
  );
}

/**
 * A whole reactor that is started on its own: linked to this execution, but outside its rollback. A method builds the
 * inputs (returning `ArgsFor<Child>`), a property of type `Yields<V>` takes them from `args`.
 */
export function AsyncReactor<C extends ClassOf, const Options extends TargetOptions = Record<never, never>>(
  child: C | (() => C),
  options?: Exact<Options, TargetOptions>,
): TargetDecorator<C, Options>;
export function AsyncReactor(...args: readonly unknown[]): never {
  return nodeDecorator(
    { kind: 'async_reactor', decorator: '@AsyncReactor', target: 'required', targetNoun: 'reactor class' },
    args,
  );
}
