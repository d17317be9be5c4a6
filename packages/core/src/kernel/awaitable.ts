/** A value, or the promise of one. Answering at once where it is possible saves the cost of a promise on hot paths. */
export type Awaitable<T> = T | Promise<T>;

/** True for a promise and for anything else that can be awaited. */
export function isThenable<T>(value: Awaitable<T>): value is Promise<T>;
export function isThenable(value: unknown): value is PromiseLike<unknown>;
export function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
