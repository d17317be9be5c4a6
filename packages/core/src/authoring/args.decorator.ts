import type { SourceBuilder } from '../definition/argument-source.js';
import type { DataOf } from '../definition/contract-type.js';
import type { SourcesIssue } from './argument-check.js';
import type { UncheckedParameter } from './parameter-check.js';
import { parameterDecorator } from './parameter-declaration.js';
import type { AnySource } from './source-type.js';
import type { ParameterAt, Verdict } from './type-error.js';

/** The parameter's type, checked against the sources given for its fields. */
export interface ArgsParameter<Sources> {
  <T extends object, Key extends string, Index extends number>(
    target: T & Verdict<SourcesIssue<T, DataOf<ParameterAt<T, Key, Index>>, Sources>>,
    key: Key,
    index: Index,
  ): void;
}

/**
 * Parameter: named arguments as one object; when its type is a DTO class, that is the step's contract.
 *
 * With sources it takes exactly those. Bare, in a body, it takes the reactor inputs named like its contract's fields (all
 * inputs without a contract); in an undo or compensate it gives the step's own arguments as the run saw them.
 *
 * @example
 * ```ts
 * invoice(@Args({ user: from.result('createUser'), total: from.input('total') }) args: InvoiceArgs) {}
 * ```
 */
export function Args(): UncheckedParameter;
export function Args<const Sources extends Readonly<Record<string, AnySource>>>(
  sources: Sources,
): ArgsParameter<Sources>;
export function Args(sources?: Readonly<Record<string, AnySource>>): never {
  if (sources === undefined) return parameterDecorator('@Args', { kind: 'args' });
  const isObject = typeof sources === 'object' && sources !== null;
  return isObject
    ? parameterDecorator('@Args', { kind: 'args', sources: sources as unknown as Record<string, SourceBuilder> })
    : parameterDecorator('@Args', { kind: 'args' }, `@Args takes an object of sources, got ${typeof sources}`);
}
