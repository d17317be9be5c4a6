import { ReactorError } from '../kernel/reactor-error.js';

/** No execution of that id is stored: it never was, or its retention ended. */
export class ExecutionNotFoundError extends ReactorError {
  constructor(executionId: string) {
    super(`no execution '${executionId}' is stored: the id is wrong, or its retention ended`);
  }
}

/** The execution's status does not allow the operation. */
export class InvalidStatusError extends ReactorError {
  constructor(
    operation: string,
    executionId: string,
    readonly status: string,
    advice: string,
  ) {
    super(`cannot ${operation} execution '${executionId}': it is ${status}. ${advice}`);
  }
}

/** The id is in use for another reactor or other inputs. */
export class ExecutionConflictError extends ReactorError {
  constructor(executionId: string, why: string) {
    super(
      `execution '${executionId}' exists already ${why}: choose another executionId, or start it with the same reactor and inputs to attach to it`,
    );
  }
}

/** The idempotency key was used with other inputs. */
export class IdempotencyConflictError extends ReactorError {
  constructor(reactor: string, key: string, executionId: string) {
    super(
      `idempotency key '${key}' of reactor '${reactor}' was used with other inputs by execution '${executionId}': ` +
        `use a key that changes with the inputs, or leave out onConflict: 'reject' to get the first outcome`,
    );
  }
}

/** The execution did not end in time. Nothing was stopped by waiting. */
export class WaitTimeoutError extends ReactorError {
  override readonly retryable = true;

  constructor(executionId: string, timeout: number, what = '') {
    super(
      `execution '${executionId}' did not end within ${timeout} ms${what}: wait again with wait(), or look at it with find()`,
    );
  }
}

/** The application has not been initialised, or is shut down. */
export class ReactorNotReadyError extends ReactorError {
  constructor(operation: string, why: string) {
    super(`cannot ${operation}: ${why}`);
  }
}
