import type { IsAny } from '../definition/reactor-types.js';

/** The compiler shows `Message` when a decorator does not fit its class. No value has this type. */
export interface ReactorTypeError<Message extends string> {
  readonly '~error': Message;
}

/** Nothing to say, or the error that shows the issue. */
export type Verdict<Issue> = [Issue] extends [never] ? unknown : ReactorTypeError<Issue & string>;

/** The declared type of parameter `Index` of the member `Key`. */
export type ParameterAt<T, Key, Index> = Key extends keyof T
  ? T[Key] extends (...args: infer P) => unknown
    ? P[Index & keyof P]
    : unknown
  : unknown;

/**
 * `unknown` when a value of type `Given` may be passed where `Declared` is, else the error. One non-distributive question,
 * so that the compiler can answer it in a generic base class too.
 */
export type Fits<Given, Declared, Message extends string> = [Given] extends [Declared]
  ? unknown
  : ReactorTypeError<Message>;

/** A generic options parameter loses the check for unknown properties; this gives it back. */
export type Exact<Options, Shape> = Options & {
  readonly [Key in Exclude<keyof Options, keyof Shape>]: never;
} & ExactMember<Options, Shape, 'retries'> &
  ExactMember<Options, Shape, 'fanOut'>;

type ExactMember<Options, Shape, Key extends string> =
  Options extends Record<Key, infer Given>
    ? Shape extends { readonly [K in Key]?: infer Allowed }
      ? { readonly [K in Key]: { readonly [Unknown in Exclude<keyof Given, keyof NonNullable<Allowed>>]: never } }
      : unknown
    : unknown;

/** The message of an error type, `never` for any other. */
export type MessageOf<T> =
  IsAny<T> extends true
    ? never
    : [T] extends [never]
      ? never
      : [T] extends [ReactorTypeError<infer Message>]
        ? Message
        : never;

export type IsNever<T> = [T] extends [never] ? true : false;
