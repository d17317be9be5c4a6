import type { PathArg } from '../definition/argument-source.js';
import type { InputParameter, InputsParameter, UncheckedParameter } from './parameter-check.js';
import { namedParameter, parameterDecorator, type ArgumentOptions } from './parameter-declaration.js';

/**
 * Parameter: a reactor input, or a path into it (`'items.0.id'` or `['items', 0, 'id']`). A path through `undefined`
 * gives `undefined`; a path into a string or number fails the step before it starts.
 *
 * @example
 * ```ts
 * createUser(@Input('email') email: string, @Input('address', 'city', { as: 'town' }) town: string) {}
 * ```
 */
export function Input(name: string, options: ArgumentOptions & { readonly unchecked: true }): UncheckedParameter;
export function Input<const Name extends string, const Path extends PathArg | undefined = undefined>(
  name: Name,
  options: ArgumentOptions & { readonly path?: Path },
): InputParameter<Name, Path>;
export function Input<const Name extends string, const Path extends PathArg | undefined = undefined>(
  name: Name,
  path?: Path,
  options?: Omit<ArgumentOptions, 'path'>,
): InputParameter<Name, Path>;
export function Input(name: string, second?: PathArg | ArgumentOptions, third?: ArgumentOptions): never {
  return parameterDecorator('@Input', { kind: 'input', ...namedParameter(name, second, third) });
}

/** Parameter: all inputs of the reactor, as validated. */
export function Inputs(): InputsParameter {
  return parameterDecorator('@Inputs', { kind: 'inputs' });
}
