import type { Failed, Halt, Skipped, Success } from '../outcome/step-result.js';
import type { ContractIn, ContractOut, DataOf } from './contract-type.js';
import type { MapResults } from './map-results.js';
import type { Inferred, NodeMark } from './node-mark.js';

type AnyFunction = (...args: any[]) => unknown;
export type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * What `TypedReactor` carries in its phantom member `'~types'`; the string key makes it the same type in two copies of
 * the package.
 */
export interface ReactorTypes<Inputs, Output, Raw = ContractIn<Inputs>> {
  readonly inputs: ContractOut<Inputs>;
  readonly raw: Raw;
  readonly output: Output;
}

/** `TypedReactor` without an Output: the value is all results by name. */
export interface AllResults {
  readonly '~all': true;
}

/** The phantom types of a reactor, `never` without `TypedReactor`. */
export type TypesOf<R> = '~types' extends keyof R ? NonNullable<R['~types' & keyof R]> : never;
export type IsTyped<R> = [TypesOf<R>] extends [never] ? false : true;

/** The inputs of a reactor as its bodies see them, after the contract. */
export type InputsOf<R> = [TypesOf<R>] extends [never]
  ? Record<string, unknown>
  : TypesOf<R> extends { readonly inputs: infer I }
    ? I
    : never;

/** The inputs of a reactor as a caller passes them, before the contract. */
export type RawInputsOf<R> = [TypesOf<R>] extends [never]
  ? Record<string, unknown>
  : TypesOf<R> extends { readonly raw: infer I }
    ? I
    : never;

/** The value of a completed run: the declared Output, or all results by step name. */
export type OutputOf<R> = [TypesOf<R>] extends [never]
  ? unknown
  : TypesOf<R> extends { readonly output: infer O }
    ? [O] extends [AllResults]
      ? Partial<ResultsOf<R>>
      : O
    : never;

/** The plain value of a body's answer: signals and marks taken off. */
export type PlainValue<R> =
  R extends Success<infer V>
    ? V
    : R extends Skipped<infer V>
      ? V
      : R extends Halt | Failed
        ? never
        : R extends NodeMark<NodeMark<'each', unknown>['~node'], unknown>
          ? never
          : R;

/** `[kind, value]` of the mark in a method's answer, `never` without one. */
export type MarkOf<R> = R extends NodeMark<infer Kind, infer V> ? [Kind, V] : never;

/** The value inside `Each<V, Result>`: its elements' value and, when said, the collected result. */
export interface EachValue<V, Result> {
  readonly element: V;
  readonly result: Result;
}

/** The result of one member, as a later step reads it. */
export type MemberResult<M> = M extends (...args: any[]) => infer R
  ? IsAny<R> extends true
    ? R
    : [MarkOf<Awaited<R>>] extends [never]
      ? PlainValue<Awaited<R>>
      : MarkedResult<MarkOf<Awaited<R>>>
  : M extends NodeMark<'target', infer V>
    ? V
    : unknown;

type MarkedResult<Mark> = Mark extends ['each', EachValue<infer V, infer Result>]
  ? [Result] extends [Inferred]
    ? MapResults<V>
    : Result
  : Mark extends [string, infer V]
    ? V
    : never;

/** Names of the members that can be nodes. Helper methods are among them: a decorator cannot change a class's type. */
type NodeName<R> = {
  [K in keyof R & string]-?: K extends '~types'
    ? never
    : R[K] extends AnyFunction | NodeMark<'target', unknown>
      ? K
      : never;
}[keyof R & string];

/**
 * The results of a reactor by step name.
 *
 * @example
 * ```ts
 * charge(@Result((r: ResultsOf<OrderReactor>) => r.validate.total) total: number) {}
 * ```
 */
export type ResultsOf<R> = unknown extends R
  ? Readonly<Record<string, unknown>>
  : { readonly [K in NodeName<R>]: MemberResult<R[K & keyof R]> };

/** What a caller passes to a step class or a reactor: plain data of its arguments or inputs. */
export type ArgsOf<Target> = Target extends { run(args: infer A, ...rest: any[]): unknown }
  ? IsAny<A> extends true
    ? A
    : unknown extends A
      ? Record<string, unknown>
      : DataOf<A>
  : IsTyped<Target> extends true
    ? RawInputsOf<Target>
    : Record<string, unknown>;

/** What a step class or a reactor gives when it completes. */
export type ValueOf<Target> = Target extends { run(...args: any[]): infer R }
  ? PlainValue<Awaited<R>>
  : OutputOf<Target>;
