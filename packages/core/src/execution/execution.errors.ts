import { ReactorError } from '../kernel/reactor-error.js';

/** One attempt took longer than its `timeout`. What the body did is unknown, so it may be tried again. */
export class StepTimeoutError extends ReactorError {
  override readonly retryable = true;

  constructor(
    step: string,
    readonly timeout: number,
  ) {
    super(
      `step '${step}' did not end within ${timeout} ms: its signal was aborted. ` +
        `Pass ctx.signal on to what the step awaits, or give it a longer timeout`,
    );
  }
}

/** An argument could not be had: a path into a primitive, a transform or builder that threw. The body never started. */
export class ArgumentResolutionError extends ReactorError {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
  }
}

/** A compensate did not complete, so the run's failure became this; `cause` is the original error. */
export class CompensationError extends ReactorError {
  constructor(step: string, message: string, cause: unknown) {
    super(`the compensate of step '${step}' failed: ${message}. Look at rollbackFailures and clean up by hand`, {
      cause,
    });
  }
}

/** This process lost its lease on the execution: another one is in charge now, and nothing more is written here. */
export class StaleLeaseError extends ReactorError {
  constructor(executionId: string) {
    super(
      `the lease of execution '${executionId}' was lost: another process took it over. Read its outcome with wait() or find()`,
    );
  }
}

/** The execution is being worked on elsewhere. */
export class LeaseHeldError extends ReactorError {
  override readonly retryable = true;

  constructor(executionId: string, operation: string) {
    super(
      `cannot ${operation} execution '${executionId}': it is being executed right now. Try again when it ended, or cancel it`,
    );
  }
}

/** The application is shutting down and a run did not end in time: the reason of its signals. */
export class ShutdownError extends ReactorError {
  constructor() {
    super('the application is shutting down: the execution is left to another process');
  }
}

/** Something was to be handed to a worker, and the module has no queue. */
export class NoQueueError extends ReactorError {
  constructor() {
    super("this module has no job queue: give ReactorModule the option 'queue' that belongs to its backend");
  }
}

/** `currentStep()` was called outside a step's body. */
export class NoCurrentStepError extends ReactorError {
  constructor() {
    super('currentStep() was called outside a step: call it only below the body, undo or compensate of a step');
  }
}
