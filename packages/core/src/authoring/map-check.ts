import type { MapResults } from '../definition/map-results.js';
import type { ArgsOf, IsAny, PlainValue, ValueOf } from '../definition/reactor-types.js';
import type { GivenArgs, GivenIssue, TargetInstance } from './argument-check.js';
import type { BuilderCheck, NamesCheck, PropertyIssue, WaitedFor } from './node-check.js';
import type { AnySource, SourceIssue, SourceValue } from './source-type.js';
import type { IsNever, ReactorTypeError, Verdict } from './type-error.js';

type Method = (...args: any[]) => unknown;

type Named<Options, Key extends string> = Options extends Record<Key, infer Name extends string> ? Name : never;
type MapNames<Options> =
  | WaitedFor<Options>
  | Named<Options, 'over'>
  | Named<Options, 'collect'>
  | Named<Options, 'undoAll'>;

/** The members a map names and its source. */
type MapCheck<T, Options> = NamesCheck<T, MapNames<Options>> & Verdict<OverIssue<T, Options>>;

type OverIssue<T, Options> = Options extends { readonly over: infer Over extends AnySource }
  ? IsNever<SourceIssue<T, Over>> extends false
    ? SourceIssue<T, Over>
    : Unlistable<SourceValue<T, Over>>
  : never;

type Unlistable<Value> =
  IsAny<Value> extends true
    ? never
    : unknown extends Value
      ? never
      : [Value] extends [Iterable<unknown> | AsyncIterable<unknown> | null | undefined]
        ? never
        : `what 'over' gives is no array, iterable or async iterable`;

/** The element's type, `unknown` where it cannot be told. */
type ElementOf<T, Options> = Options extends { readonly over: infer Over }
  ? Over extends string
    ? Over extends keyof T
      ? T[Over] extends (...args: any[]) => infer R
        ? ItemOf<Awaited<R>>
        : unknown
      : unknown
    : ItemOf<SourceValue<T, Over>>
  : unknown;

type ItemOf<List> =
  IsAny<List> extends true
    ? unknown
    : List extends Iterable<infer Item>
      ? Item
      : List extends AsyncIterable<infer Item>
        ? Item
        : unknown;

/** A map whose body is the method; its return type says so. */
export interface MapBodyDecorator<Options> {
  <T extends object, F extends Method>(
    target: T & MapCheck<T, Options> & EachCheck<F>,
    key: string,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
}

type EachCheck<F> = F extends (...args: any[]) => infer R
  ? IsAny<R> extends true
    ? unknown
    : [Extract<Awaited<R>, { readonly '~node': 'each' }>] extends [never]
      ? ReactorTypeError<`annotate the map body: it returns Each<…>`>
      : unknown
  : unknown;

/** A map of a child reactor: a property, or a builder of one element's inputs. */
export interface MapTargetDecorator<C, Options> {
  <T extends object, Key extends string>(
    target: T & MapCheck<T, Options> & MapPropertyCheck<T, Key, C, Options>,
    key: Key,
  ): void;
  <T extends object, F extends Method>(
    target: T & MapCheck<T, Options> & BuilderCheck<F, C>,
    key: string,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
}

type MapPropertyCheck<T, Key, C, Options> = Verdict<
  Key extends keyof T
    ? T[Key] extends Method
      ? PropertyIssue<T[Key], never>
      : | GivenIssue<T, ArgsOf<TargetInstance<C>>, GivenArgs<Options>, ElementOf<T, Options>>
        | MapPropertyIssue<T[Key], MapValue<T, Options, ValueOf<TargetInstance<C>>>>
    : never
>;

/** What the node gives: a collector's answer, or the results. */
type MapValue<T, Options, V> =
  Named<Options, 'collect'> extends infer Name
    ? [Name] extends [never]
      ? MapResults<V>
      : Name extends keyof T
        ? T[Name] extends (...args: any[]) => infer R
          ? PlainValue<Awaited<R>>
          : unknown
        : unknown
    : never;

type MapPropertyIssue<Declared, Value> = unknown extends Value ? never : PropertyIssue<Declared, Value>;
