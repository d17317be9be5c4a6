import type { PathArg } from '../definition/argument-source.js';
import type { InputsOf, IsAny, IsTyped } from '../definition/reactor-types.js';
import type { SettledResult } from '../definition/settled-result.js';
import type { HasBadPath, PathText, PathValue, Written } from './path-value.js';
import type { Reading } from './reading.js';
import type { Fits, ParameterAt, ReactorTypeError } from './type-error.js';

/** A parameter decorator that is not checked against its class. */
export interface UncheckedParameter {
  (target: object, key: string, index: number): void;
}

/** A parameter decorator whose value has one fixed type. */
export interface FixedParameter<Value, Message extends string> {
  <T extends object, Key extends string, Index extends number>(
    target: T & Fits<Value, ParameterAt<T, Key, Index>, Message>,
    key: Key,
    index: Index,
  ): void;
}

export interface InputParameter<Name extends string, Path extends PathArg | undefined> {
  <T extends object, Key extends string, Index extends number>(
    target: T & InputCheck<T, ParameterAt<T, Key, Index>, Name, Path>,
    key: Key,
    index: Index,
  ): void;
}

type InputCheck<T, Declared, Name extends string, Path extends PathArg | undefined> =
  IsTyped<T> extends false
    ? unknown
    : Name extends keyof InputsOf<T>
      ? [Path] extends [undefined]
        ? Fits<InputsOf<T>[Name], Declared, `input '${Name}' does not fit the parameter's type`>
        : HasBadPath<PathValue<InputsOf<T>[Name], Path>> extends true
          ? ReactorTypeError<`input '${Written<Name, Path>}' does not exist`>
          : Fits<
              PathValue<InputsOf<T>[Name], Path>,
              Declared,
              `input '${Written<Name, Path>}' does not fit the parameter's type`
            >
      : ReactorTypeError<`the reactor has no input '${Name}'`>;

export interface InputsParameter {
  <T extends object, Key extends string, Index extends number>(
    target: T &
      (IsTyped<T> extends false
        ? unknown
        : Fits<InputsOf<T>, ParameterAt<T, Key, Index>, `the reactor's inputs do not fit the parameter's type`>),
    key: Key,
    index: Index,
  ): void;
}

export interface ResultParameter<Name extends string, Path extends PathArg | undefined> {
  <T extends object, Key extends string, Index extends number>(
    target: T & ResultCheck<T, ParameterAt<T, Key, Index>, Name, Path>,
    key: Key,
    index: Index,
  ): void;
}

type ResultCheck<T, Declared, Name extends string, Path extends PathArg | undefined> = Name extends keyof T
  ? ReadingVerdict<Judged<Reading<T, Name>, Path, Declared>, Name, Path>
  : ReactorTypeError<`the reactor has no public member '${Name}'`>;

type Judged<Read, Path extends PathArg | undefined, Declared> = Read extends [infer V]
  ? Judge<PathValue<V, Path>, Declared>
  : never;
type Judge<Value, Declared> =
  IsAny<Value> extends true
    ? 'fits'
    : HasBadPath<Value> extends true
      ? 'bad path'
      : [Value] extends [Declared]
        ? 'fits'
        : 'other type';

type ReadingVerdict<Judgement, Name extends string, Path> = 'fits' extends Judgement
  ? unknown
  : 'other type' extends Judgement
    ? ReactorTypeError<`the result '${Written<Name, Path>}' does not fit the parameter's type`>
    : ReactorTypeError<`the result of '${Name}' has no '${PathText<Path>}'`>;

/** `@Result` with a selector: the selected value is known, the name is not. */
export interface SelectedParameter<Value> {
  <T extends object, Key extends string, Index extends number>(
    target: T & Fits<Value, ParameterAt<T, Key, Index>, `the selected result does not fit the parameter's type`>,
    key: Key,
    index: Index,
  ): void;
}

export interface SettledParameter<Name extends string> {
  <T extends object, Key extends string, Index extends number>(
    target: T & SettledCheck<T, ParameterAt<T, Key, Index>, Name>,
    key: Key,
    index: Index,
  ): void;
}

type SettledCheck<T, Declared, Name extends string> = Name extends keyof T
  ? Reading<T, Name> extends [infer V]
    ? Fits<SettledResult<V>, Declared, `@Settled('${Name}') does not fit the parameter's type`>
    : unknown
  : ReactorTypeError<`the reactor has no public member '${Name}'`>;
