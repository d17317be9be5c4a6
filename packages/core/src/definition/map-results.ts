import type { Failure } from '../outcome/failure.js';

/** One settled element of a map, as iterating {@link MapResults} gives it. Skipped elements are never yielded. */
export type ElementResult<V> =
  | { readonly index: number; readonly status: 'completed'; readonly value: V }
  | { readonly index: number; readonly status: 'failed'; readonly failure: Failure };

/**
 * The result of a `@MapStep`: its settled elements in the order of their index, read lazily, in chunks.
 *
 * A class and not an interface, so that a plain import works in a decorated signature. The engine makes the instances.
 *
 * @example
 * ```ts
 * async summarise(results: MapResults<Charge>) {
 *   const paid = await results.toArray();
 *   return paid.reduce((sum, charge) => sum + charge.amount, 0);
 * }
 * ```
 */
export abstract class MapResults<V> implements AsyncIterable<ElementResult<V>> {
  /** How many elements the source gave. */
  abstract readonly count: number;

  abstract [Symbol.asyncIterator](): AsyncIterator<ElementResult<V>>;

  /** The values of the completed elements, in index order. */
  abstract successes(): AsyncIterable<V>;

  /** The failures of the failed elements, in index order. */
  abstract failures(): AsyncIterable<Failure>;

  /** All values as an array, in index order. Throws the first failure when an element failed. */
  abstract toArray(): Promise<V[]>;
}
