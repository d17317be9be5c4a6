import type { PathArg } from '../definition/argument-source.js';
import type { IsAny } from '../definition/reactor-types.js';

/** A path that leads nowhere. */
export interface BadPath {
  readonly '~bad-path': true;
}

// Asks for the key first: without strictNullChecks everything "extends" undefined.
type Member<T, Key> = T extends unknown
  ? Key extends keyof T
    ? T[Key]
    : T extends readonly (infer Element)[]
      ? Key extends `${number}` | number
        ? Element | undefined
        : BadPath
      : T extends null | undefined
        ? undefined
        : BadPath
  : never;

// Without strictNullChecks `unknown` also extends a type whose members are all optional.
type IsUnknown<T> = unknown extends T ? ([keyof T] extends [never] ? true : false) : false;

/** The type a path leads to; `undefined` is passed through, a wrong step gives {@link BadPath}. */
export type PathValue<T, Path extends PathArg | undefined> =
  IsAny<T> extends true
    ? T
    : Path extends undefined
      ? T
      : IsUnknown<T> extends true
        ? unknown
        : Path extends readonly []
          ? T
          : Path extends readonly [infer Head, ...infer Rest extends readonly (string | number)[]]
            ? PathValue<Member<T, Head>, Rest>
            : Path extends `${infer Head}.${infer Rest}`
              ? PathValue<Member<T, Head>, Rest>
              : Path extends string
                ? Member<T, Path>
                : unknown;

export type HasBadPath<T> = IsAny<T> extends true ? false : [Extract<T, BadPath>] extends [never] ? false : true;

/** How a name and its path are written in a message: `order.total`. */
export type Written<Name extends string, Path> = Path extends string
  ? `${Name}.${Path}`
  : Path extends readonly [infer Head extends string | number, ...infer Rest]
    ? Written<`${Name}.${Head}`, Rest>
    : Name;

/** A path alone as it is written in a message: `items.0.id`. */
export type PathText<Path> = Path extends string
  ? Path
  : Path extends readonly [infer Head extends string | number, ...infer Rest]
    ? Written<`${Head}`, Rest>
    : '';
