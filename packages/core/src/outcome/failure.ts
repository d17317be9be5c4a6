const BRAND = Symbol.for('nest-reactor:failure');

export type RollbackKind = 'undo' | 'compensate' | 'undo_all';
export type RollbackFailureReason =
  | 'raised'
  | 'returned_failure'
  | 'coordination_unavailable'
  | 'context_unavailable'
  | 'element_in_flight'
  | 'definition_changed';

/** One undo or compensate that did not complete. It stopped nothing: the rest of the rollback went on. */
export interface RollbackFailure {
  /** Name of the leaf step; `path` leads to it from the root. */
  readonly step: string;
  readonly path: readonly string[];
  readonly kind: RollbackKind;
  readonly reason: RollbackFailureReason;
  /** Key of the lock or semaphore that could not be taken again. */
  readonly key?: string;
  readonly message: string;
  readonly mapStep?: string;
  readonly elementIndex?: number;
}

/** Everything a failure carries; `Failure` adds identity and `toJSON`. */
export interface FailureData {
  readonly message: string;
  readonly name: string;
  readonly code?: string;
  readonly step?: string;
  readonly path: readonly string[];
  readonly reactor: string;
  readonly args: unknown;
  readonly retryable: boolean;
  readonly attempts: number;
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  readonly details?: unknown;
  readonly stack: string;
  readonly cause?: unknown;
  readonly rollbackFailures: readonly RollbackFailure[];
}

/**
 * Why a step, and with it the run, failed.
 *
 * `name` is the class name of the original error, `cause` that error itself in the process where it was thrown; read
 * from the store it is rebuilt as at most five plain Errors. `args` are redacted. `step` and `reactor` are the root's,
 * `path` leads to the leaf.
 */
export class Failure implements FailureData {
  /** After several attempts prefixed with `step 'x' failed after n attempts: `. */
  declare readonly message: string;
  declare readonly name: string;
  declare readonly code?: string;
  declare readonly step?: string;
  declare readonly path: readonly string[];
  declare readonly reactor: string;
  declare readonly args: unknown;
  /** False when another attempt was vetoed or makes no sense. */
  declare readonly retryable: boolean;
  /** Attempts made, the first included. */
  declare readonly attempts: number;
  /** Messages by path (`items.0.sku`), when a contract was violated. */
  declare readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  declare readonly details?: unknown;
  /** At most 100 frames. */
  declare readonly stack: string;
  declare readonly cause?: unknown;
  declare readonly rollbackFailures: readonly RollbackFailure[];

  constructor(data: FailureData) {
    Object.assign(this, data);
  }

  get [BRAND](): true {
    return true;
  }

  /** Without `cause` and `stack`, so that an outcome can be returned from a controller. */
  toJSON(): Omit<FailureData, 'cause' | 'stack'> {
    const { cause: _cause, stack: _stack, ...rest } = this as FailureData;
    return rest;
  }
}

/** True for a `Failure` from any copy of the package. Whatever the value does when it is looked at. */
export function isFailure(value: unknown): value is Failure {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
  } catch {
    return false;
  }
}
