import type { FailureOptions } from '../outcome/step-result.js';
import type { ArgsOf, ValueOf } from './reactor-types.js';

/** Where a step writes its log lines; execution, reactor and step are added to each. */
export interface StepLogger {
  debug(message: unknown, ...details: unknown[]): void;
  log(message: unknown, ...details: unknown[]): void;
  warn(message: unknown, ...details: unknown[]): void;
  error(message: unknown, ...details: unknown[]): void;
}

// Structural, so that this file does not need ReactorStep, which needs this one.
type RunnableClass = new (...args: any[]) => { run(...args: any[]): unknown };

/**
 * What a body, undo or compensate knows of the execution it runs in: `@Ctx() ctx: StepContext`, or `currentStep()`
 * anywhere below a body.
 *
 * A class and not an interface, so that a plain import works in a decorated signature. The engine makes the instances.
 */
export abstract class StepContext {
  abstract readonly executionId: string;
  /** Of the execution that `run` or `dispatch` started, above all children. */
  abstract readonly rootExecutionId: string;
  /** Name of the reactor whose step this is. */
  abstract readonly reactor: string;
  /** The node's name. */
  abstract readonly step: string;
  /** Names from the root to this node: `['payment', 'charge']`. */
  abstract readonly path: readonly string[];
  /** Number of the present attempt, from 1. */
  abstract readonly attempt: number;
  /** The validated inputs of the reactor. */
  abstract readonly inputs: Readonly<Record<string, unknown>>;
  /** What the caller gave as `RunOptions.context`; empty without. */
  abstract readonly context: Readonly<Record<string, unknown>>;
  /** Aborts on time-out, cancel, lost lease and shutdown. Fresh and un-aborted in an undo or compensate. */
  abstract readonly signal: AbortSignal;
  abstract readonly logger: StepLogger;
  /**
   * The same over retries, redeliveries and recoveries of this step of this execution, another one after it was undone.
   * Give it to payment gateways and the like.
   */
  abstract readonly idempotencyKey: string;
  /** Of the step's lock, else of the execution's lease: strictly greater for each later holder. */
  abstract readonly fencingToken: number;
  /** Index of the element, inside a map. */
  abstract readonly elementIndex?: number;

  /**
   * Runs a step class on its own as part of the current execution, protected by its contract and coordination, once,
   * without retries. Answers its value (skipped: that value); rejects with what it threw.
   */
  abstract runStep<C extends RunnableClass>(step: C, args: ArgsOf<InstanceType<C>>): Promise<ValueOf<InstanceType<C>>>;

  /** Ends the step at once as completed with `value`, from any call depth. Never returns. */
  abstract succeed(value?: unknown): never;

  /** Ends the step at once as failed, as if it had thrown `error`. Never returns. */
  abstract fail(error: unknown, options?: FailureOptions): never;

  /** Ends the step and stops the run cleanly; nothing is undone. Never returns. */
  abstract halt(reason: string): never;

  /** Ends the step as having had nothing to do; `value` flows on. Never returns. */
  abstract skip(value?: unknown): never;

  /** The result of a completed node of this reactor. Throws when it has none yet. */
  abstract result(step: string): unknown;

  /** Shows `value` as the execution's progress in its view; the last one counts. */
  abstract progress(value: unknown): void;
}
