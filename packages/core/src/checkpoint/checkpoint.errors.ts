import { ReactorError, type ReactorErrorOptions } from '../kernel/reactor-error.js';

/** A value cannot be stored (function, symbol, cycle, too large, too deep), or a stored text cannot be read. Never retried. */
export class SerializationError extends ReactorError {
  constructor(message: string, options: ReactorErrorOptions = {}) {
    super(message, options);
  }
}
