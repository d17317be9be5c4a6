/** Marks every error of ours, so that identity holds across two copies of the package (import and require). */
const BRAND = Symbol.for('nest-reactor:error');

export interface ReactorErrorOptions {
  readonly cause?: unknown;
}

/**
 * Base of every error this library throws.
 *
 * `code` is stable and derived from the class name: `REACTOR_` + the name without a leading `Reactor` and a trailing
 * `Error`, in upper snake case (`LockContentionError` → `REACTOR_LOCK_CONTENTION`). Retryability is a property of the
 * class, never of its message.
 */
export abstract class ReactorError extends Error {
  readonly code: string;
  /** Whether a step that fails with this error may be tried again. */
  readonly retryable: boolean = false;

  protected constructor(message: string, options: ReactorErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = new.target.name;
    this.code = codeOf(new.target.name);
  }

  get [BRAND](): string {
    return this.code;
  }

  /** True for an instance of this class from any copy of the package, told apart by `code`. */
  static override [Symbol.hasInstance](candidate: unknown): boolean {
    const code = brandOf(candidate);
    if (code === undefined) return false;
    if (this === ReactorError) return true;
    return code === codeOf(this.name) || Object.prototype.isPrototypeOf.call(this.prototype, candidate as object);
  }
}

function brandOf(candidate: unknown): string | undefined {
  if (typeof candidate !== 'object' || candidate === null) return undefined;
  try {
    const code: unknown = (candidate as Record<symbol, unknown>)[BRAND];
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}

function codeOf(className: string): string {
  const stem = className.replace(/^Reactor(?=.)/, '').replace(/Error$/, '') || className;
  return `REACTOR_${stem.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()}`;
}
