import { copyValue } from '../checkpoint/copy-value.js';
import type { ArgumentSource } from '../definition/argument-source.js';
import type { ArgumentsDefinition, NamedSource } from '../definition/reactor-definition.js';
import { isThenable } from '../kernel/awaitable.js';
import { readPath } from './read-path.js';
import type { Scope } from './scope.js';

export type NamedArguments = Record<string, unknown>;

/** The raw value of a source, a copy of its own for the reader, its transform applied. A transform may be async. */
export function resolveSource(source: ArgumentSource, scope: Scope): unknown {
  const value = rawValue(source, scope);
  return source.transform === undefined ? value : (source.transform as (value: unknown) => unknown)(value);
}

function rawValue(source: ArgumentSource, scope: Scope): unknown {
  switch (source.kind) {
    case 'input':
      return copyValue(readPath(readPath(scope.inputs.shared(), [source.name]), source.path));
    case 'inputs':
      return scope.inputs.copy();
    case 'result':
      return copyValue(readPath(scope.state(source.name)?.result?.shared(), source.path));
    case 'value':
      return copyValue(source.value);
    case 'element':
    case 'settled':
      throw new TypeError(`a source of kind '${source.kind}' cannot be read here`);
  }
}

/** Resolves named sources one after the other; a promise only when a transform answered one. */
export function resolveSources(
  sources: readonly NamedSource[],
  scope: Scope,
): NamedArguments | Promise<NamedArguments> {
  const args: NamedArguments = {};
  for (let index = 0; index < sources.length; index++) {
    const { name, source } = sources[index] as NamedSource;
    if (isAbsent(source, scope)) continue;
    const value = resolveSource(source, scope);
    if (source.transform !== undefined && isThenable(value)) return finishAsync(args, value, index, sources, scope);
    args[name] = value;
  }
  return args;
}

/** "Provided" means that the key exists: an input the caller left out is no argument. */
function isAbsent(source: ArgumentSource, scope: Scope): boolean {
  if (source.kind !== 'input' || source.path.length > 0 || source.transform !== undefined) return false;
  return !(source.name in (scope.inputs.shared() as object));
}

async function finishAsync(
  args: NamedArguments,
  pending: PromiseLike<unknown>,
  from: number,
  sources: readonly NamedSource[],
  scope: Scope,
): Promise<NamedArguments> {
  args[(sources[from] as NamedSource).name] = await pending;
  for (const { name, source } of sources.slice(from + 1)) {
    if (!isAbsent(source, scope)) args[name] = await resolveSource(source, scope);
  }
  return args;
}

/** Arguments that need no builder. A node that declares none gets the reactor's inputs. */
export function deriveArguments(
  args: Exclude<ArgumentsDefinition, { kind: 'builder' }>,
  scope: Scope,
): NamedArguments | Promise<NamedArguments> {
  return args.kind === 'inputs' ? (scope.inputs.copy() as NamedArguments) : resolveSources(args.sources, scope);
}
