import type { StepLogger } from '../definition/step-context.js';
import { AttemptContext } from './attempt-context.js';
import { shortKey } from './idempotency-key.js';

/**
 * The context of a step class that a body, or a caller, runs by `runStep`: everything as around it, but what its helpers
 * say ends that step class only (C-019).
 */
export class NestedContext extends AttemptContext {
  private readonly number: number;

  constructor(
    private readonly outer: AttemptContext,
    private readonly stepClass: string,
  ) {
    super();
    this.number = outer.nextNested();
  }

  get executionId(): string {
    return this.outer.executionId;
  }

  get rootExecutionId(): string {
    return this.outer.rootExecutionId;
  }

  get reactor(): string {
    return this.outer.reactor;
  }

  get step(): string {
    return this.outer.step;
  }

  get path(): readonly string[] {
    return this.outer.path;
  }

  get attempt(): number {
    return this.outer.attempt;
  }

  get inputs(): Readonly<Record<string, unknown>> {
    return this.outer.inputs;
  }

  get context(): Readonly<Record<string, unknown>> {
    return this.outer.context;
  }

  override get signal(): AbortSignal {
    return this.outer.signal;
  }

  get logger(): StepLogger {
    return this.outer.logger;
  }

  get idempotencyKey(): string {
    // Two charges in one body are two charges: each call has a key of its own, stable as long as the body runs the same ones.
    return shortKey(`${this.outer.idempotencyKey}.${this.stepClass}.${this.number}`);
  }

  get fencingToken(): number {
    return this.outer.fencingToken;
  }

  runStep(step: new (...args: never[]) => object, args: never): Promise<never> {
    return this.outer.runStep<never>(step as never, args);
  }

  result(step: string): unknown {
    return this.outer.result(step);
  }

  progress(value: unknown): void {
    this.outer.progress(value);
  }
}
