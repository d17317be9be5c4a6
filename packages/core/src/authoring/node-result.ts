import type { EachValue, ArgsOf, ValueOf } from '../definition/reactor-types.js';
import type { Inferred, NodeMark } from '../definition/node-mark.js';

type InstanceOf<T> = T extends abstract new (...args: any[]) => infer I ? I : T;

// The value twins make plain imports legal in decorated signatures, where the compiler wants a value (TS1272).

/** Value twin of the type; never used. */
export const ArgsFor: unique symbol = Symbol.for('nest-reactor:ArgsFor');
/**
 * Return type of a builder method: the arguments of `Target` (a step class or a reactor). Readers of the node get the
 * target's value. `Result` says what they get instead, where the builder's map has a `collect`.
 *
 * @example
 * ```ts
 * @Compose(PaymentReactor)
 * payment(@Result('order') order: Order): ArgsFor<PaymentReactor> { return { orderId: order.id }; }
 * ```
 */
export type ArgsFor<Target, Result = Inferred> =
  | ArgsOf<InstanceOf<Target>>
  | NodeMark<'builder', [Result] extends [Inferred] ? ValueOf<InstanceOf<Target>> : Result>;

/** Value twin of the type; never used. */
export const Each: unique symbol = Symbol.for('nest-reactor:Each');
/**
 * Return type of a map body: `V` for each element. Readers of the node get `MapResults<V>`, or, where the map has a
 * `collect`, its answer; `Each<V, Summary>` says that answer for `ResultsOf` and `outcome.results` too.
 */
export type Each<V, Result = Inferred> = V | NodeMark<'each', EachValue<V, Result>>;

/** Value twin of the type; never used. */
export const CorrelationFor: unique symbol = Symbol.for('nest-reactor:CorrelationFor');
/** Return type of an interrupt's method: it answers the correlation id, readers of the node get `Payload`. */
export type CorrelationFor<Payload> = string | NodeMark<'interrupt', Payload>;
