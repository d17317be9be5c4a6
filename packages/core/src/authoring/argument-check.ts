import type { InputsOf, IsAny, IsTyped } from '../definition/reactor-types.js';
import type { SourceValue, TransformFits } from './source-type.js';
import type { IsNever, MessageOf } from './type-error.js';

/** Instance type of a target given as a class or as a thunk. */
export type TargetInstance<C> = C extends abstract new (...args: any[]) => infer I
  ? I
  : C extends () => abstract new (...args: any[]) => infer I
    ? I
    : never;

/** The `args` in an options object. */
export type GivenArgs<Options> = Options extends { readonly args: infer A } ? A : Record<never, never>;

/** What is wrong with the sources given for a property form: what nobody wires is filled by inputs of the same name. */
export type ArgsIssue<T, Args, Given, Element = unknown> =
  | GivenIssue<T, Args, Given, Element>
  | MissingIssue<T, Args, keyof Given>;

/** What is wrong with the sources of `@Args({ … })` for a parameter of type `Args`: nothing is filled. */
export type SourcesIssue<T, Args, Given> =
  | GivenIssue<T, Args, Given>
  | (string extends keyof Args
      ? never
      : {
          [Name in keyof Args & string]-?: undefined extends Args[Name]
            ? never
            : Name extends keyof Given
              ? never
              : `argument '${Name}' is not given`;
        }[keyof Args & string]);

/** What is wrong with each given source: `never`, or the messages. */
export type GivenIssue<T, Args, Given, Element = unknown> = {
  [Name in keyof Given & string]: OneIssue<T, Args, Name, Given[Name], Element>;
}[keyof Given & string];

type OneIssue<T, Args, Name extends string, Given, Element> = Name extends keyof Args
  ? TransformFits<T, Given, Element> extends false
    ? `the transform of '${Name}' does not take what the source gives`
    : ValueIssue<SourceValue<T, Given, Element>, Args[Name], Name>
  : `the target takes no argument '${Name}'`;

type ValueIssue<Value, Declared, Name extends string> =
  IsAny<Value> extends true
    ? never
    : unknown extends Value
      ? never
      : IsNever<MessageOf<Value>> extends false
        ? MessageOf<Value>
        : [Value] extends [Declared]
          ? never
          : `argument '${Name}' has the wrong type`;

type MissingIssue<T, Args, Given> = string extends keyof Args
  ? never
  : IsTyped<T> extends false
    ? never
    : { [Name in keyof Args & string]-?: OneMissing<T, Args, Given, Name> }[keyof Args & string];

type OneMissing<T, Args, Given, Name extends keyof Args & string> = undefined extends Args[Name]
  ? never
  : Name extends Given
    ? never
    : Name extends keyof InputsOf<T>
      ? InputsOf<T>[Name] extends Args[Name]
        ? never
        : `reactor input '${Name}' does not fit the target's argument '${Name}'`
      : `the target's argument '${Name}' is neither given nor a reactor input`;
