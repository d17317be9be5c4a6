/** Keys that could reach a prototype; never copied from user data. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Name of a value's constructor, whatever the value does when it is looked at. */
export function constructorName(value: unknown): string | undefined {
  try {
    const name: unknown = (value as { constructor?: { name?: unknown } } | null | undefined)?.constructor?.name;
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** True for `{}` literals and `Object.create(null)`, in any realm. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'hasOwnProperty');
}
