import type { Contract } from '../definition/contract-type.js';
import type { RetryOptions } from '../definition/retry-options.js';
import type { Duration } from '../kernel/duration.js';
import type { AnySource } from './source-type.js';

/** What every node takes. */
export interface NodeOptions {
  /** Nodes that must be complete before this one starts, though no data of theirs is read. */
  readonly waitFor?: readonly string[];
  /** Free text for `describe()` and the dashboard. */
  readonly description?: string;
}

/** What every node with a target takes. */
export interface TargetOptions extends NodeOptions {
  /** Property form only: sources of the target's arguments. A required one that is left out takes the reactor input of its name. */
  readonly args?: Readonly<Record<string, AnySource>>;
}

/** Options of a step whose body is the method. */
export interface BodyStepOptions extends NodeOptions {
  /** Checks the named arguments before the body runs. A violation fails the step and is never retried. Default: none. */
  readonly contract?: Contract;
  /** Checks what the body answered. Default: none. */
  readonly output?: Contract;
  /** Default: the module's `defaults.retries`, else the step runs once. */
  readonly retries?: RetryOptions;
  /** For one attempt: aborts `ctx.signal`, then fails the attempt with `StepTimeoutError`. Default: `defaults.timeout`, else none. */
  readonly timeout?: Duration;
  /** A durable wait before the step starts. Default: none. */
  readonly delay?: Duration;
  /** Argument names whose values are shown as `[REDACTED]`, beside a schema contract; DTO classes use `@Redact()`. */
  readonly redact?: readonly string[];
}

/** Options of `@Step` and `@AsyncStep`. */
export interface StepOptions extends BodyStepOptions, TargetOptions {}

/** Options of `@StepHandler`: they hold wherever the step class is used. */
export interface StepHandlerOptions {
  /** Checks the arguments of `run`. Default: none. */
  readonly contract?: Contract;
  /** Checks what `run` answered. Default: none. */
  readonly output?: Contract;
  /** Default: the module's `defaults.retries`, else the step runs once. */
  readonly retries?: RetryOptions;
  /** For one attempt. Default: `defaults.timeout`, else none. */
  readonly timeout?: Duration;
  /** Argument names whose values are shown as `[REDACTED]`, beside a schema contract. */
  readonly redact?: readonly string[];
}
