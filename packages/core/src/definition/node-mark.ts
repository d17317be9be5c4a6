/** A union member that no value ever has: it tells the compiler the node's result, and plain values stay assignable. */
export interface NodeMark<Kind extends 'target' | 'builder' | 'each' | 'interrupt', Value> {
  readonly '~node': Kind;
  readonly '~value': Value;
}

/** Stands for "not said": the result follows from the target or from the elements. */
export interface Inferred {
  readonly '~inferred': true;
}

/**
 * The type of a node in property form; `V` is the node's result.
 *
 * Never a usable value: at run time the property is `undefined`, and the compiler refuses to read `V` from it. A class
 * and not a type, so that a plain import works in a decorated signature.
 *
 * @example
 * ```ts
 * @Step(ChargeStep, { args: { amount: from.result('total') } }) charge!: Yields<Charge>;
 * ```
 */
export abstract class Yields<V> implements NodeMark<'target', V> {
  declare readonly '~node': 'target';
  declare readonly '~value': V;
}
