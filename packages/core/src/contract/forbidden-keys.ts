import { types } from 'node:util';
import { FORBIDDEN_KEYS } from '../kernel/json.js';

/** Nesting beyond this is refused before any validator, which may be recursive, sees the value. */
export const MAX_INPUT_DEPTH = 1_000;

export type StripResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/**
 * The value without `__proto__`, `constructor` and `prototype` keys at any depth.
 *
 * The same value when there are none, which is nearly always; a copy of it otherwise. `ok` is false when it is nested
 * too deeply, as a value that refers to itself is.
 */
export function stripForbiddenKeys(value: unknown): StripResult {
  if (typeof value !== 'object' || value === null) return { ok: true, value };
  const look = { seen: new Set<object>(), found: false, tooDeep: false };
  inspect(value, look, 1);
  if (look.tooDeep) return { ok: false };
  return { ok: true, value: look.found ? copyWithout(value, new Map()) : value };
}

interface Look {
  readonly seen: Set<object>;
  found: boolean;
  tooDeep: boolean;
}

function inspect(value: object, look: Look, depth: number): void {
  if (depth > MAX_INPUT_DEPTH) {
    look.tooDeep = true;
    return;
  }
  look.seen.add(value);
  const visit = (item: unknown): void => {
    if (typeof item === 'object' && item !== null && !look.seen.has(item)) inspect(item, look, depth + 1);
  };
  if (Array.isArray(value) || types.isSet(value)) value.forEach(visit);
  else if (types.isMap(value)) value.forEach(visit);
  else if (!ArrayBuffer.isView(value)) {
    for (const key of Object.keys(value)) {
      if (FORBIDDEN_KEYS.has(key)) look.found = true;
      visit((value as Record<string, unknown>)[key]);
    }
  }
}

function copyWithout(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    copies.set(value, copy);
    value.forEach((item, index) => (copy[index] = copyWithout(item, copies)));
    copy.length = value.length;
    return copy;
  }
  if (types.isSet(value)) {
    const copy = new Set<unknown>();
    copies.set(value, copy);
    for (const item of value) copy.add(copyWithout(item, copies));
    return copy;
  }
  if (types.isMap(value)) {
    const copy = new Map<unknown, unknown>();
    copies.set(value, copy);
    for (const [key, item] of value) copy.set(key, copyWithout(item, copies));
    return copy;
  }
  // Dates, buffers and the like have no keys of their own and stay the same object.
  if (ArrayBuffer.isView(value) || Object.keys(value).length === 0) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as Record<string, unknown>;
  copies.set(value, copy);
  for (const key of Object.keys(value)) {
    if (!FORBIDDEN_KEYS.has(key)) copy[key] = copyWithout((value as Record<string, unknown>)[key], copies);
  }
  return copy;
}
