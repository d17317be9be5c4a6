import { ReactorError } from './reactor-error.js';

/** An id, key or cursor that cannot be one. */
export class InvalidIdError extends ReactorError {
  constructor(
    /** What it was given as: `executionId`, `idempotencyKey`, `cursor`. */
    readonly what: string,
    value: unknown,
    reason: string,
  ) {
    super(`${what} ${shown(value)} ${reason}`);
  }
}

function shown(value: unknown): string {
  if (typeof value !== 'string') return `of type ${value === null ? 'null' : typeof value}`;
  return value.length > 60 ? `${JSON.stringify(value.slice(0, 60))}…` : JSON.stringify(value);
}
