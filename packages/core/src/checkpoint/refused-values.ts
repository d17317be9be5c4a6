import { types } from 'node:util';

/** Objects of the platform whose content is no own property: stored as plain data they would silently become `{}`. */
const PLATFORM = new Set([
  'Blob',
  'File',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'AbortSignal',
  'AbortController',
  'MessagePort',
  'WeakRef',
  'FinalizationRegistry',
  'Generator',
  'AsyncGenerator',
]);

/** Why a non-plain object can never be stored, as the end of a sentence, or `null` when it may be. */
export function refusalOf(value: object): string | null {
  if (types.isPromise(value)) return 'is a Promise (await it)';
  if (types.isWeakMap(value) || types.isWeakSet(value)) return 'is a weak collection, which cannot be read';
  if (types.isSharedArrayBuffer(value)) return 'is a SharedArrayBuffer';
  const tag: unknown = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  if (typeof tag === 'string' && PLATFORM.has(tag)) return `is a ${tag}, whose content is not data`;
  if (types.isGeneratorObject(value)) return 'is a generator';
  const { pipe, then, next } = value as { pipe?: unknown; then?: unknown; next?: unknown };
  if (typeof pipe === 'function') return 'is a stream';
  if (typeof then === 'function') return 'is a thenable (await it)';
  if (typeof next === 'function' && (Symbol.iterator in value || Symbol.asyncIterator in value))
    return 'is an iterator';
  return null;
}
