import type { ClassOf } from '../definition/contract-type.js';
import type { RetryOptions } from '../definition/retry-options.js';
import type { Duration } from '../kernel/duration.js';
import type { MapBodyDecorator, MapTargetDecorator } from './map-check.js';
import { nodeDecorator } from './node-declaration.js';
import type { AnySource } from './source-type.js';
import type { NodeOptions, TargetOptions } from './step-options.js';
import type { Exact } from './type-error.js';

/** How the elements of a map become jobs. */
export interface FanOutOptions {
  /** Elements in flight at once, at most. Default 50. */
  readonly batchSize?: number;
  /** Elements a job. Default 1. */
  readonly chunk?: number;
}

interface MapRules extends NodeOptions {
  /** The elements: a source of an array, iterable or async iterable, or the name of a method that returns one. */
  readonly over: AnySource | string;
  /** Runs the elements as jobs and hands the run to the workers. Default: they run in this execution. */
  readonly fanOut?: FanOutOptions;
  /** Whether the first failed element fails the map; with `false` its failure is one of the results. Default true. */
  readonly failFast?: boolean;
  /** Name of the method that turns `MapResults` into the node's result; without decorators it gets `(results, ctx)`. */
  readonly collect?: string;
  /** Name of the method that undoes all elements at once; without decorators it gets `(results, ctx)`. */
  readonly undoAll?: string;
  /** Elements at once, without `fanOut`. Default 1. */
  readonly concurrency?: number;
}

/** Options of a map whose body is the method. */
export interface MapBodyOptions extends MapRules {
  /** For each element. Default: `defaults.retries`, else once. */
  readonly retries?: RetryOptions;
  /** For one attempt of one element. Default: `defaults.timeout`, else none. */
  readonly timeout?: Duration;
}

/** Options of `@MapStep(Child, …)`. */
export interface MapChildOptions extends MapRules, TargetOptions {}

/** Options of `@MapStep`. */
export type MapStepOptions = MapBodyOptions | MapChildOptions;

/**
 * One body, or one child reactor, per element. The result is a `MapResults<V>`, or what `collect` makes of it.
 *
 * @example
 * ```ts
 * @MapStep({ over: from.input('lines') })
 * price(@MapElement() line: Line): Each<number> { return line.qty * line.price; }
 *
 * @MapStep(ChargeOrder, { over: from.input('orders'), fanOut: { batchSize: 50 } })
 * charges(@MapElement() order: Order): ArgsFor<ChargeOrder> { return { orderId: order.id }; }
 * ```
 */
export function MapStep<const Options extends MapBodyOptions>(
  options: Exact<Options, MapBodyOptions>,
): MapBodyDecorator<Options>;
export function MapStep<C extends ClassOf, const Options extends MapChildOptions>(
  child: C | (() => C),
  options: Exact<Options, MapChildOptions>,
): MapTargetDecorator<C, Options>;
// The body's form once more: of several overloads the compiler explains the last one, and assumes the first.
export function MapStep<const Options extends MapBodyOptions>(
  options: Exact<Options, MapBodyOptions>,
): MapBodyDecorator<Options>;
export function MapStep(...args: readonly unknown[]): never {
  return nodeDecorator({ kind: 'map', decorator: '@MapStep', target: 'optional', targetNoun: 'reactor class' }, args);
}
