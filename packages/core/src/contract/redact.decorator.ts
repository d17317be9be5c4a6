import 'reflect-metadata';

const KEY = Symbol.for('nest-reactor:redact');

/**
 * Hides the property's value as `[REDACTED]` from failures, traces, logs, spans and the dashboard, at any depth. The
 * body sees the real value. Subclasses inherit it.
 */
export function Redact(): PropertyDecorator {
  return (target, property) => {
    if (typeof property !== 'string') throw new TypeError('@Redact() is for properties with a name, not for symbols');
    const own = (Reflect.getOwnMetadata(KEY, target) as readonly string[] | undefined) ?? [];
    Reflect.defineMetadata(KEY, [...own, property], target);
  };
}

/** Names of the properties a class and its parents mark. */
export function redactedProperties(target: { readonly prototype: object }): ReadonlySet<string> {
  const names = new Set<string>();
  for (
    let prototype: object | null = target.prototype;
    prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    for (const name of (Reflect.getOwnMetadata(KEY, prototype) as readonly string[] | undefined) ?? []) names.add(name);
  }
  return names;
}
