import type { DynamicModule, Type } from '@nestjs/common';

const KEY = Symbol.for('nest-reactor:runner-classes');

// On the global object: each loaded copy of the package (import and require) adds its own runner class.
const shared = globalThis as { [KEY]?: Set<Type> };
const runners = (shared[KEY] ??= new Set());

/** Also gives `runner` under the classes of other copies of the package, so that their injection tokens match. */
export function forEveryCopy(module: DynamicModule, runner: Type): DynamicModule {
  const aliases = [...runners].filter((copy) => copy !== runner).map((provide) => ({ provide, useExisting: runner }));
  return {
    ...module,
    providers: [...(module.providers ?? []), ...aliases],
    exports: [...(module.exports ?? []), ...aliases.map(({ provide }) => provide)],
  };
}

export function registerRunner(runner: Type): void {
  runners.add(runner);
}
