import type { ClassOf } from '../definition/contract-type.js';
import type { TargetDecorator } from './node-check.js';
import { nodeDecorator } from './node-declaration.js';
import type { TargetOptions } from './step-options.js';
import type { Exact } from './type-error.js';

/**
 * A whole reactor as part of this unit of work: it runs in this execution and is rolled back with it; a halt inside it
 * halts the whole run. The node's result is the child's value. A method builds the child's inputs, a property of type
 * `Yields<V>` takes them from `args`. The class may be given as `() => Child`.
 *
 * @example
 * ```ts
 * @Compose(PaymentReactor)
 * payment(@Result('order') order: Order): ArgsFor<PaymentReactor> { return { orderId: order.id }; }
 * ```
 */
export function Compose<C extends ClassOf, const Options extends TargetOptions = Record<never, never>>(
  child: C | (() => C),
  options?: Exact<Options, TargetOptions>,
): TargetDecorator<C, Options>;
export function Compose(...args: readonly unknown[]): never {
  return nodeDecorator(
    { kind: 'compose', decorator: '@Compose', target: 'required', targetNoun: 'reactor class' },
    args,
  );
}
