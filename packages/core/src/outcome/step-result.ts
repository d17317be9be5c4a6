/** Marks every signal, so that one made by another copy of the package is recognised too. */
const SIGNAL = Symbol.for('nest-reactor:signal');

/** The body did its work; `value` is the node's result. */
export interface Success<T> {
  readonly signal: 'success';
  readonly value: T;
}

/** The step had nothing to do: `value` flows on, the step is never undone, the run goes on. */
export interface Skipped<T> {
  readonly signal: 'skipped';
  readonly value: T;
}

/** The whole run stops cleanly and keeps what it did. */
export interface Halt {
  readonly signal: 'halt';
  readonly reason: string;
}

export interface FailureOptions {
  /** `false` vetoes further attempts, whatever the step's `retries` say. */
  readonly retryable?: boolean;
  /** Stable code for programs. Default: the error's own string `code`. */
  readonly code?: string;
  /** Any further data; must be storable. */
  readonly details?: unknown;
}

/** The step failed, exactly as if it had thrown `error`. */
export interface Failed extends FailureOptions {
  readonly signal: 'failure';
  readonly error: unknown;
}

/** What a body may answer explicitly. A plain value is a success. */
export type StepResult<T> = Success<T> | Skipped<T> | Halt | Failed;

// The brand sits on the prototype, so that two equal signals stay deeply equal to their plain data.
class Signal {
  get [SIGNAL](): true {
    return true;
  }
}

function make<S extends StepResult<unknown>>(data: S): S {
  return Object.freeze(Object.assign(Object.create(Signal.prototype) as S, data));
}

/** Success with `value`; the same as returning the value. */
export function success<T>(value: T): Success<T> {
  return make<Success<T>>({ signal: 'success', value });
}

/** Nothing to do. The optional value is the node's result. */
export function skipped(): Skipped<undefined>;
export function skipped<T>(value: T): Skipped<T>;
export function skipped(value?: unknown): Skipped<unknown> {
  return make<Skipped<unknown>>({ signal: 'skipped', value });
}

/** Stops the run cleanly: completed steps stay, nothing is undone, the outcome is `halted` with this reason. */
export function halt(reason: string): Halt {
  return make<Halt>({ signal: 'halt', reason });
}

/** Fails the step. `error` is any value: an Error keeps its class, a string becomes the message. */
export function failure(error: unknown, options: FailureOptions = {}): Failed {
  return make<Failed>({ signal: 'failure', error, ...options });
}

/** True for a signal made by any copy of the package; never for plain data that merely looks like one. */
export function isSignal(value: unknown): value is StepResult<unknown> {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[SIGNAL] === true;
}
