import type { ArgsOf, IsAny, ValueOf } from '../definition/reactor-types.js';
import type { Yields } from '../definition/node-mark.js';
import type { ArgsIssue, GivenArgs, TargetInstance } from './argument-check.js';
import type { ReactorTypeError, Verdict } from './type-error.js';

type Method = (...args: any[]) => unknown;

/** The names in `waitFor`. */
export type WaitedFor<Options> = Options extends { readonly waitFor: readonly (infer Name)[] } ? Name & string : never;

/** Refuses names that are no public member of `T`, and static members. */
export type NamesCheck<T, Names extends string> = T extends abstract new (...args: any[]) => unknown
  ? ReactorTypeError<'a static member cannot be a node'>
  : [Exclude<Names, keyof T>] extends [never]
    ? unknown
    : ReactorTypeError<`the reactor has no public member '${Exclude<Names, keyof T>}'`>;

/** A body: any method; what it answers is the node's result. */
export interface BodyDecorator<Names extends string> {
  <T extends object, F extends Method>(
    target: T & NamesCheck<T, Names>,
    key: string,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
}

/** A target: a property, whose arguments come from the options, or a builder method, which answers them. */
export interface TargetDecorator<C, Options> {
  <T extends object, Key extends string>(
    target: T & NamesCheck<T, WaitedFor<Options>> & PropertyCheck<T, Key, C, Options>,
    key: Key,
  ): void;
  <T extends object, Key extends string, F extends Method>(
    target: T & NamesCheck<T, WaitedFor<Options>> & BuilderCheck<F, C>,
    key: Key,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
}

type PropertyCheck<T, Key, C, Options> = Verdict<
  Key extends keyof T
    ? T[Key] extends Method
      ? PropertyIssue<T[Key], never>
      : ArgsIssue<T, ArgsOf<TargetInstance<C>>, GivenArgs<Options>> | PropertyIssue<T[Key], ValueOf<TargetInstance<C>>>
    : never
>;

/**
 * What is wrong with a property of type `Declared` that stands for a node giving `Value`. A method is none: the compiler
 * tries this overload for methods too, and must go on to the builder's.
 */
export type PropertyIssue<Declared, Value> =
  IsAny<Declared> extends true
    ? never
    : Declared extends Method
      ? `annotate the builder: it returns ArgsFor<…> of its target`
      : [Value] extends [Declared extends Yields<infer V> ? V : Declared]
        ? never
        : `the property's type does not accept the node's result`;

/** A builder must say so in its return type, and answer what the target takes. */
export type BuilderCheck<F, C> = F extends (...args: any[]) => infer R
  ? IsAny<R> extends true
    ? unknown
    : [Extract<Awaited<R>, { readonly '~node': 'builder' }>] extends [never]
      ? ReactorTypeError<`annotate the builder: it returns ArgsFor<…> of its target`>
      : [Exclude<Awaited<R>, { readonly '~node': string }>] extends [ArgsOf<TargetInstance<C>>]
        ? unknown
        : ReactorTypeError<`the builder's answer does not fit the target's arguments`>
  : unknown;

/** An undo or compensate: any method; the step it belongs to must exist. */
export interface HookDecorator<Name extends string> {
  <T extends object, F extends Method>(
    target: T & NamesCheck<T, Name>,
    key: string,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
}
