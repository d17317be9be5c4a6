import type { MapResults } from '../definition/map-results.js';
import type { Inferred } from '../definition/node-mark.js';
import type { EachValue, MarkOf, MemberResult, PlainValue } from '../definition/reactor-types.js';

/**
 * What reading the node `Name` of class `T` may give, as a union of one-tuples. More than one only for maps: a decorator
 * cannot see a neighbour's options, so the answers of the methods that could be its `collect` are allowed too.
 */
export type Reading<T, Name> = Name extends keyof T
  ? T[Name] extends (...args: any[]) => infer R
    ? ReadingOfMark<T, T[Name], MarkOf<Awaited<R>>>
    : [MemberResult<T[Name]>]
  : [unknown];

type ReadingOfMark<T, M, Mark> = [Mark] extends [never]
  ? [MemberResult<M>]
  : Mark extends ['each', EachValue<infer V, infer Result>]
    ? [Result] extends [Inferred]
      ? [MapResults<V>] | Collected<T>
      : [Result]
    : Mark extends ['builder', infer V]
      ? [V] | [MapResults<V>] | Collected<T>
      : [MemberResult<M>];

/** Answers of the methods that take `MapResults` first. */
type Collected<T> = {
  [K in keyof T]-?: T[K] extends (first: infer First, ...rest: any[]) => infer R
    ? unknown extends First
      ? never
      : First extends MapResults<unknown>
        ? [PlainValue<Awaited<R>>]
        : never
    : never;
}[keyof T];

/** What `returns: Name` gives: like {@link Reading}, but a map gives its values as an array. */
export type Returned<T, Name> =
  Reading<T, Name> extends infer R ? (R extends [MapResults<infer V>] ? [V[]] | R : R) : never;

/** The one type that reading `Name` gives, `unknown` where it may be several. */
export type SoleReading<T, Name> = Sole<Reading<T, Name>, Reading<T, Name>>;
type Sole<R, Every> = R extends [infer V] ? ([Every] extends [R] ? V : unknown) : never;
