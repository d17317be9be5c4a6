import type { PathArg } from '../definition/argument-source.js';
import type { InputsOf, IsAny, IsTyped } from '../definition/reactor-types.js';
import type { BadPath, HasBadPath, PathText, PathValue, Written } from './path-value.js';
import type { SoleReading } from './reading.js';
import type { IsNever, MessageOf, ReactorTypeError } from './type-error.js';

/** What a source reads, for the compiler. */
export interface InputOrigin<Name extends string, Path extends PathArg | undefined> {
  readonly of: 'input';
  readonly name: Name;
  readonly path: Path;
}
export interface ResultOrigin<Name extends string, Path extends PathArg | undefined> {
  readonly of: 'result';
  readonly name: Name;
  readonly path: Path;
}
export interface ValueOrigin<Value> {
  readonly of: 'value';
  readonly value: Value;
}
export interface ElementOrigin<Path extends PathArg | undefined> {
  readonly of: 'element';
  readonly path: Path;
}

/** Where a value comes from, as `from.*` answers it. */
export interface Source<Origin> {
  readonly '~origin': Origin;
  /** The same source with its value changed by `fn`, once, when the argument is resolved; `fn` may answer a promise. */
  transform<In, Out>(fn: (value: In) => Out): TransformedSource<Origin, In, Awaited<Out>>;
}

/** A source whose value is changed before it is used. */
export interface TransformedSource<Origin, In, Out> {
  readonly '~origin': Origin;
  readonly '~in': In;
  readonly '~out': Out;
  /** Changes the value once more. */
  transform<Next>(fn: (value: Out) => Next): TransformedSource<Origin, In, Awaited<Next>>;
}

/** Any source. */
export interface AnySource {
  readonly '~origin': unknown;
}

type InputValue<T, Name extends string, Path extends PathArg | undefined> =
  IsTyped<T> extends false
    ? unknown
    : Name extends keyof InputsOf<T>
      ? Checked<PathValue<InputsOf<T>[Name], Path>, `input '${Written<Name, Path>}' does not exist`>
      : ReactorTypeError<`the reactor has no input '${Name}'`>;

type ResultValue<T, Name extends string, Path extends PathArg | undefined> = Name extends keyof T
  ? Checked<PathValue<SoleReading<T, Name>, Path>, `the result of '${Name}' has no '${PathText<Path>}'`>
  : ReactorTypeError<`the reactor has no public member '${Name}'`>;

type Checked<Value, Message extends string> =
  HasBadPath<Value> extends true
    ? [Exclude<Value, BadPath>] extends [never]
      ? ReactorTypeError<Message>
      : Exclude<Value, BadPath>
    : Value;

/** What a source reads on reactor `T`, before its transform; `Element` is the map element's type. */
type OriginValue<T, Origin, Element = unknown> =
  Origin extends InputOrigin<infer Name, infer Path>
    ? InputValue<T, Name, Path>
    : Origin extends ResultOrigin<infer Name, infer Path>
      ? ResultValue<T, Name, Path>
      : Origin extends ValueOrigin<infer Value>
        ? Value
        : Origin extends ElementOrigin<infer Path>
          ? PathValue<Element, Path>
          : unknown;

/** What a source gives in the end. */
export type SourceValue<T, Given, Element = unknown> =
  Given extends TransformedSource<infer Origin, unknown, infer Out>
    ? IsNever<MessageOf<OriginValue<T, Origin, Element>>> extends true
      ? Out
      : OriginValue<T, Origin, Element>
    : Given extends { readonly '~origin': infer Origin }
      ? OriginValue<T, Origin, Element>
      : never;

/** `true` unless the transform takes another type than the source reads. */
export type TransformFits<T, Given, Element = unknown> = Given extends {
  readonly '~origin': infer Origin;
  readonly '~in': infer In;
}
  ? unknown extends In
    ? true
    : Taken<OriginValue<T, Origin, Element>, In>
  : true;

type Taken<Value, In> =
  IsAny<Value> extends true
    ? true
    : unknown extends Value
      ? true
      : [Value] extends [ReactorTypeError<string>]
        ? true
        : [Value] extends [In]
          ? true
          : false;

/** The message when a source reads what is not there, else `never`. */
export type SourceIssue<T, Given> = Given extends { readonly '~origin': infer Origin }
  ? MessageOf<OriginValue<T, Origin>>
  : never;
