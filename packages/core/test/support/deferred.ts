/** A promise that the test settles by hand. */
export interface Deferred<T = void> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

export function deferred<T = void>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

/** Lets everything that is ready run: no time passes. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** What the promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<any> {
  const nothing = Symbol('nothing');
  const thrown = await promise.then(
    () => nothing,
    (error: unknown) => error,
  );
  if (thrown === nothing) throw new Error('the promise was fulfilled');
  return thrown;
}
