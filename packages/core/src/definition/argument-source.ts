/** A path into a value: `'items.0.id'` or `['items', 0, 'id']`. */
export type PathArg = string | readonly (string | number)[];

/** Where one argument comes from, as data. `transform` runs once, when the argument is resolved. */
export type ArgumentSource =
  | { readonly kind: 'input'; readonly name: string; readonly path: readonly string[]; readonly transform?: Transform }
  | { readonly kind: 'inputs'; readonly transform?: Transform }
  | { readonly kind: 'result'; readonly name: string; readonly path: readonly string[]; readonly transform?: Transform }
  | { readonly kind: 'value'; readonly value: unknown; readonly transform?: Transform }
  | { readonly kind: 'element'; readonly path: readonly string[]; readonly transform?: Transform }
  | { readonly kind: 'settled'; readonly name: string; readonly transform?: Transform };

export type Transform = (value: never) => unknown;

const BRAND = Symbol.for('nest-reactor:source');

/** What `from.*` answers; recognised across two copies of the package by its brand. */
export class SourceBuilder {
  constructor(readonly definition: ArgumentSource) {}

  get [BRAND](): true {
    return true;
  }

  /** The same source with its value changed by `fn`, after any transform it already has; `fn` may answer a promise. */
  transform(fn: Transform): SourceBuilder {
    const first = this.definition.transform;
    return new SourceBuilder({ ...this.definition, transform: first === undefined ? fn : inSequence(first, fn) });
  }
}

function inSequence(first: Transform, second: Transform): Transform {
  return (value) => {
    const between = first(value);
    return between instanceof Promise ? between.then((settled) => second(settled as never)) : second(between as never);
  };
}

export function isSourceBuilder(value: unknown): value is SourceBuilder {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}

/** The steps of a path, as strings: `'items.0.id'` → `['items', '0', 'id']`; an absent path is empty. */
export function pathSteps(path: PathArg | undefined): readonly string[] {
  if (path === undefined) return [];
  return typeof path === 'string' ? path.split('.') : path.map(String);
}
