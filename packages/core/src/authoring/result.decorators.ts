import type { PathArg } from '../definition/argument-source.js';
import type { SettledResult } from '../definition/settled-result.js';
import type { ResultParameter, SelectedParameter, SettledParameter, UncheckedParameter } from './parameter-check.js';
import { namedParameter, parameterDecorator, type ArgumentOptions } from './parameter-declaration.js';
import { readSelector } from './selector.js';

/**
 * Parameter: another node's result, or a path into it; makes that node a dependency. When an async node ended without
 * a value, the reader fails with that reason and is never started. In an `@Undo` that names its own step it gives what
 * is to be undone.
 *
 * @example
 * ```ts
 * sendWelcome(@Result('createUser', 'email') email: string) {}
 * refund(@Result((r: ResultsOf<OrderReactor>) => r.charge.id) chargeId: string) {}
 * ```
 */
export function Result(step: string, options: ArgumentOptions & { readonly unchecked: true }): UncheckedParameter;
export function Result<const Name extends string, const Path extends PathArg | undefined = undefined>(
  step: Name,
  options: ArgumentOptions & { readonly path?: Path },
): ResultParameter<Name, Path>;
export function Result<const Name extends string, const Path extends PathArg | undefined = undefined>(
  step: Name,
  path?: Path,
  options?: Omit<ArgumentOptions, 'path'>,
): ResultParameter<Name, Path>;
/** The same by selector, so that rename and go-to-definition work. It only selects: nothing is computed in it. */
export function Result<Results extends object, Value>(
  select: (results: Results) => Value,
  options?: Pick<ArgumentOptions, 'as'>,
): SelectedParameter<Value>;
export function Result(
  step: string | ((results: never) => unknown),
  second?: PathArg | ArgumentOptions,
  third?: ArgumentOptions,
): never {
  if (typeof step !== 'function') {
    return parameterDecorator('@Result', { kind: 'result', ...namedParameter(step, second, third) });
  }
  const selection = readSelector(step);
  if ('issue' in selection) return parameterDecorator('@Result', { kind: 'result' }, selection.issue);
  const { as } = namedParameter(selection.name, second, third);
  return parameterDecorator('@Result', { kind: 'result', ...selection, ...(as === undefined ? {} : { as }) });
}

/** How an async node ended: a union on `status`. Type of a `@Settled('step')` parameter. */
export type Settled<V> = SettledResult<V>;

/**
 * Parameter: how an async node ended, whatever the end; its reader decides itself what that means.
 *
 * @example
 * ```ts
 * report(@Settled('mail') mail: Settled<Receipt>) { return mail.status === 'completed' ? mail.value.id : 'not sent'; }
 * ```
 */
export function Settled<const Name extends string>(
  step: Name,
  options?: Pick<ArgumentOptions, 'as'>,
): SettledParameter<Name> {
  return parameterDecorator('@Settled', { kind: 'settled', ...namedParameter(step, options) });
}
