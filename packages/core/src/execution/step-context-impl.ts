import type { StepLogger } from '../definition/step-context.js';
import { AttemptContext } from './attempt-context.js';
import { ArgumentResolutionError } from './execution.errors.js';
import type { LiveExecution } from './live-execution.js';
import type { NodeState } from './node-state.js';
import { shortKey } from './idempotency-key.js';
import { runStepClass } from './run-step-class.js';
import type { Scope } from './scope.js';
import { createStepLogger } from './step-logger.js';

/** One attempt's context. Everything that costs something is made when it is first asked for. */
export class StepContextImpl extends AttemptContext {
  readonly attempt: number;
  #logger: StepLogger | null = null;

  constructor(
    private readonly execution: LiveExecution,
    private readonly scope: Scope,
    private readonly state: NodeState,
  ) {
    super();
    this.attempt = Math.max(1, state.attempts);
  }

  get executionId(): string {
    return this.execution.id;
  }

  get rootExecutionId(): string {
    return this.execution.id;
  }

  get reactor(): string {
    return this.scope.plan.definition.name;
  }

  get step(): string {
    return this.state.node.name;
  }

  get path(): readonly string[] {
    return this.scope.pathTo(this.state.node);
  }

  get inputs(): Readonly<Record<string, unknown>> {
    return this.scope.inputs.copy() as Record<string, unknown>;
  }

  get context(): Readonly<Record<string, unknown>> {
    return this.execution.contextData();
  }

  get logger(): StepLogger {
    return (this.#logger ??= createStepLogger(this.execution.engine.logger, this));
  }

  get idempotencyKey(): string {
    const key = `${this.execution.record.nonce}.${this.path.join('.')}.${this.state.round}`;
    return shortKey(key);
  }

  get fencingToken(): number {
    return this.execution.lease.epoch;
  }

  runStep(step: new (...args: never[]) => object, args: unknown): Promise<never> {
    return runStepClass(this.execution.engine, step, args, this, this.execution.injection()) as Promise<never>;
  }

  result(step: string): unknown {
    const state = this.scope.state(step);
    if (state === undefined) {
      const known = this.scope.plan.nodes.map((node) => node.name).join(', ');
      throw new ArgumentResolutionError(
        `ctx.result('${step}'): reactor '${this.reactor}' has no step of that name (it has: ${known})`,
      );
    }
    if (state.result === null) {
      throw new ArgumentResolutionError(
        `ctx.result('${step}'): the step has no result (it is ${state.status}). Read it with @Result('${step}'), or order it with waitFor`,
      );
    }
    return state.result.copy();
  }

  progress(value: unknown): void {
    const text = this.execution.engine.codec.encode(value, () => `the progress of step '${this.step}'`);
    this.execution.checkpointer.value('progress', text);
    // Shown while the body still runs; a write that fails breaks the execution at its next checkpoint.
    void (async () => this.execution.checkpointer.save())().catch((error: unknown) => this.execution.break(error));
  }
}
