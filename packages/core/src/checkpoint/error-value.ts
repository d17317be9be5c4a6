import { types } from 'node:util';
import { isPlainObject } from '../kernel/json.js';
import { isPlainJson } from './plain-json.js';

/** What is kept of an error. `properties` and `cause.value` hold scalars, Dates and small plain JSON. */
export interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Own data properties, `code` included. */
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Absent: none. `error` for an Error, `value` for anything else that could be kept. */
  readonly cause?: { readonly error: ErrorData } | { readonly value: unknown };
  /** The parts of an `AggregateError`. */
  readonly errors?: readonly ErrorData[];
}

/**
 * Bounds of a stored error. With them no error, whatever hangs on it, takes more than about 300 KB, causes included.
 */
export const ERROR_LIMITS = {
  causes: 5,
  frames: 100,
  message: 8_192,
  stack: 16_384,
  properties: 32,
  property: 1_024,
  parts: 5,
} as const;

/** Property names that carry transport internals or credentials (axios' `config`, `request`, `response`). */
const DROPPED =
  /^(?:config|request|response|req|res|headers?|socket|agent|httpAgent|httpsAgent|options|env|auth|credentials?|__proto__|constructor|prototype)$/i;
const SECRET =
  /authorization|cookie|password|passwd|passphrase|secret|api[-_]?key|private[-_]?key|credential|bearer|(?:^|[-_])token$|(?:access|refresh|auth|session|id)[-_]?token/i;
const STANDARD = new Set(['name', 'message', 'stack', 'cause', 'errors']);
const FRAME = '\n    at ';

/** The bounded plain form of an error. Never throws, whatever the error's getters do. */
export function errorToData(error: object, causes: number = ERROR_LIMITS.causes): ErrorData {
  const stack = read(error, 'stack');
  const properties = ownProperties(error);
  const cause = causeOf(error, causes);
  const errors = partsOf(error, causes);
  return {
    name: shorten(text(read(error, 'name'), 'Error'), 200),
    message: shorten(text(read(error, 'message'), ''), ERROR_LIMITS.message),
    ...(typeof stack === 'string' ? { stack: boundedStack(stack) } : {}),
    ...(properties ? { properties } : {}),
    ...(cause ? { cause } : {}),
    ...(errors ? { errors } : {}),
  };
}

/** A stack of at most `frames` frames, its heading (which repeats the message) and its length bounded too. */
export function boundedStack(stack: string, frames: number = ERROR_LIMITS.frames): string {
  const first = stack.indexOf(FRAME);
  if (first === -1) return shorten(stack, ERROR_LIMITS.message + 200);
  let end = first;
  for (let count = 0; count < frames && end !== -1; count += 1) end = stack.indexOf(FRAME, end + 1);
  const lines = stack.slice(first, end === -1 ? undefined : end);
  return shorten(stack.slice(0, first), ERROR_LIMITS.message + 200) + lines.slice(0, ERROR_LIMITS.stack);
}

function causeOf(error: object, causes: number): ErrorData['cause'] | undefined {
  if (causes <= 0 || !Object.hasOwn(error, 'cause')) return undefined;
  const cause = read(error, 'cause');
  if (isError(cause)) return { error: errorToData(cause, causes - 1) };
  return cause !== undefined && isKept(cause) ? { value: cause } : undefined;
}

function partsOf(error: object, causes: number): readonly ErrorData[] | undefined {
  const errors = read(error, 'errors');
  if (causes <= 0 || !Array.isArray(errors) || !errors.every(isError)) return undefined;
  return errors.slice(0, ERROR_LIMITS.parts).map((part) => errorToData(part, 0));
}

function ownProperties(error: object): Record<string, unknown> | undefined {
  const kept: Record<string, unknown> = {};
  let count = 0;
  for (const key of ownKeys(error)) {
    if (count === ERROR_LIMITS.properties) break;
    if (STANDARD.has(key) || key.length > 100 || DROPPED.test(key) || SECRET.test(key)) continue;
    const value = read(error, key);
    if (value === undefined || !isKept(value)) continue;
    kept[key] = value;
    count += 1;
  }
  return count === 0 ? undefined : kept;
}

/** Scalars, Dates and small plain data without anything that looks like a credential. */
function isKept(value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || types.isDate(value)) return true;
  if (typeof value === 'string') return value.length <= ERROR_LIMITS.property;
  if (typeof value === 'bigint') return value.toString().length <= ERROR_LIMITS.property;
  if (!Array.isArray(value) && !isPlainObject(value)) return false;
  try {
    if (!isPlainJson(value)) return false;
    const json = JSON.stringify(value);
    return json.length <= ERROR_LIMITS.property && !hasSecretKey(json);
  } catch {
    return false;
  }
}

function hasSecretKey(json: string): boolean {
  for (const match of json.matchAll(/"((?:[^"\\]|\\.)*)":/g)) {
    const key = match[1] ?? '';
    if (SECRET.test(key) || DROPPED.test(key)) return true;
  }
  return false;
}

/** True for errors of every realm, also those whose prototype was set by hand. */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || (typeof value === 'object' && value !== null && value instanceof Error);
}

function ownKeys(error: object): string[] {
  try {
    return Object.keys(error);
  } catch {
    return [];
  }
}

function read(error: object, key: string): unknown {
  try {
    return (error as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

function text(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** Keeps the result within `limit`, so that shortening twice changes nothing. */
function shorten(value: string, limit: number): string {
  return value.length <= limit ? value : `${value.slice(0, limit - 1)}…`;
}

const NATIVE: ReadonlyMap<string, new (message: string) => Error> = new Map(
  [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError].map((type) => [type.name, type]),
);

/** An Error again: of the built-in class of that name, else a plain `Error` that says the name. */
export function dataToError(data: ErrorData): Error {
  const error = new (NATIVE.get(data.name) ?? Error)(data.message);
  if (error.name !== data.name) hide(error, 'name', data.name);
  hide(error, 'stack', data.stack);
  if (data.cause) hide(error, 'cause', 'error' in data.cause ? dataToError(data.cause.error) : data.cause.value);
  if (data.errors) hide(error, 'errors', data.errors.map(dataToError));
  for (const [key, value] of Object.entries(data.properties ?? {})) {
    Object.defineProperty(error, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return error;
}

function hide(error: Error, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, enumerable: false, configurable: true, writable: true });
}
