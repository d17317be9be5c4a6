import { pathSteps, SourceBuilder, type ArgumentSource, type PathArg } from '../definition/argument-source.js';
import type { ElementOrigin, InputOrigin, ResultOrigin, Source, ValueOrigin } from './source-type.js';

function source(definition: ArgumentSource): never {
  return new SourceBuilder(definition) as never;
}

/**
 * Where arguments come from, for `@Args({ … })`, the property form's `args`, a map's `over` and coordination keys. Each
 * source has `.transform(fn)`.
 *
 * @example
 * ```ts
 * @Step(ChargeStep, { args: { amount: from.result('total').transform((euros: number) => euros * 100) } })
 * charge!: Yields<Charge>;
 * ```
 */
export const from = {
  /** A reactor input, or a path into it: `from.input('lines', '0.sku')`. */
  input<const Name extends string, const Path extends PathArg | undefined = undefined>(
    name: Name,
    path?: Path,
  ): Source<InputOrigin<Name, Path>> {
    return source({ kind: 'input', name, path: pathSteps(path) });
  },

  /** Another node's result, or a path into it. Makes that node a dependency. */
  result<const Name extends string, const Path extends PathArg | undefined = undefined>(
    step: Name,
    path?: Path,
  ): Source<ResultOrigin<Name, Path>> {
    return source({ kind: 'result', name: step, path: pathSteps(path) });
  },

  /** A constant, known when the class is defined. */
  value<const Value>(value: Value): Source<ValueOrigin<Value>> {
    return source({ kind: 'value', value });
  },

  /** In a `@MapStep`: the present element, or a path into it. */
  element<const Path extends PathArg | undefined = undefined>(path?: Path): Source<ElementOrigin<Path>> {
    return source({ kind: 'element', path: pathSteps(path) });
  },
} as const;
