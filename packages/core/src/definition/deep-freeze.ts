import { isPlainObject } from '../kernel/json.js';

/** Freezes the literals and lists of a definition, all the way down; what belongs to others is left alone. */
export function deepFreeze<T>(definition: T): T {
  if (Array.isArray(definition)) for (const item of definition) deepFreeze(item);
  else if (!isPlainObject(definition) || isContract(definition)) return definition;
  // `value` is a constant of the user's: `from.value(settings)` must not freeze the settings.
  else for (const [key, value] of Object.entries(definition)) if (key !== 'value') deepFreeze(value);
  return Object.freeze(definition);
}

function isContract(candidate: Readonly<Record<string, unknown>>): boolean {
  return typeof candidate['validate'] === 'function';
}
