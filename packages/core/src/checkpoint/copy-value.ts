import { types } from 'node:util';
import { SerializationError } from './checkpoint.errors.js';
import { isError } from './error-value.js';
import { MAX_DEPTH } from './plain-json.js';
import { serializableOf } from './serializable.js';

/**
 * A copy of an already decoded value (or a revived DTO tree), so that one reader's mutation never reaches another.
 *
 * Classes and shared references are kept; objects the codec would refuse are returned as they are.
 */
export function copyValue<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) === Object.prototype) {
    const flat = copyFlat(value as Record<string, unknown>);
    if (flat) return flat as T;
  }
  return copyObject(value, new Map(), 1) as T;
}

/** The most common case, one object of scalars, without the book-keeping; `null` when it holds another object. */
function copyFlat(value: Record<string, unknown>): Record<string, unknown> | null {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = value[key];
    if ((typeof item === 'object' && item !== null) || key === '__proto__') return null;
    copy[key] = item;
  }
  return copy;
}

type Copies = Map<object, object>;

function copyItem(item: unknown, copies: Copies, depth: number): unknown {
  return typeof item === 'object' && item !== null ? copyObject(item, copies, depth) : item;
}

function copyObject(value: object, copies: Copies, depth: number): object {
  const known = copies.get(value);
  if (known) return known;
  if (depth > MAX_DEPTH)
    throw new SerializationError(`a value nested deeper than ${MAX_DEPTH} levels cannot be copied`);
  if (Array.isArray(value)) return copyArray(value, copies, depth);
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null)
    return copyMembers(value, Object.create(prototype) as object, copies, depth);
  const leaf = copyLeaf(value);
  if (leaf) {
    copies.set(value, leaf);
    return leaf;
  }
  if (types.isMap(value)) return copyMap(value, copies, depth);
  if (types.isSet(value)) return copySet(value, copies, depth);
  if (isError(value)) return copyError(value, copies, depth);
  if (isOpaque(value)) return value;
  const fromJSON = serializableOf(prototype)?.fromJSON;
  if (fromJSON) {
    const copy = fromJSON(copyItem((value as unknown as { toJSON(): unknown }).toJSON(), copies, depth + 1)) as object;
    copies.set(value, copy);
    return copy;
  }
  return copyMembers(value, Object.create(prototype) as object, copies, depth);
}

function copyMembers(value: object, copy: object, copies: Copies, depth: number): object {
  copies.set(value, copy);
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue;
    (copy as Record<string, unknown>)[key] = copyItem((value as Record<string, unknown>)[key], copies, depth + 1);
  }
  return copy;
}

/** Holes stay holes. */
function copyArray(value: readonly unknown[], copies: Copies, depth: number): unknown[] {
  const copy: unknown[] = [];
  copies.set(value, copy);
  copy.length = value.length;
  value.forEach((item, index) => {
    copy[index] = copyItem(item, copies, depth + 1);
  });
  return copy;
}

function copyMap(value: ReadonlyMap<unknown, unknown>, copies: Copies, depth: number): Map<unknown, unknown> {
  const copy = new Map<unknown, unknown>();
  copies.set(value, copy);
  for (const [key, item] of value) copy.set(copyItem(key, copies, depth + 1), copyItem(item, copies, depth + 1));
  return copy;
}

function copySet(value: ReadonlySet<unknown>, copies: Copies, depth: number): Set<unknown> {
  const copy = new Set<unknown>();
  copies.set(value, copy);
  for (const item of value) copy.add(copyItem(item, copies, depth + 1));
  return copy;
}

function copyError(value: Error, copies: Copies, depth: number): Error {
  const copy = new Error(value.message);
  Object.setPrototypeOf(copy, Object.getPrototypeOf(value) as object);
  copies.set(value, copy);
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (!('value' in descriptor)) continue;
    Object.defineProperty(copy, key, { ...descriptor, value: copyItem(descriptor.value, copies, depth + 1) });
  }
  return copy;
}

function copyLeaf(value: object): object | null {
  if (types.isDate(value)) return new Date(value.getTime());
  if (types.isRegExp(value)) return new RegExp(value.source, value.flags);
  if (value instanceof URL) return new URL(value.href);
  if (value instanceof URLSearchParams) return new URLSearchParams(value.toString());
  if (types.isArrayBuffer(value)) return value.slice(0);
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  if (types.isTypedArray(value)) return value.slice();
  if (types.isDataView(value))
    return new DataView(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength));
  return null;
}

function isOpaque(value: object): boolean {
  return (
    types.isPromise(value) ||
    types.isWeakMap(value) ||
    types.isWeakSet(value) ||
    types.isProxy(value) ||
    types.isBoxedPrimitive(value)
  );
}
