import { newId } from '../kernel/id.js';
import type { InjectionScope, StepClassDefinition } from '../definition/reactor-definition.js';
import type { StepLogger } from '../definition/step-context.js';
import { AttemptContext } from './attempt-context.js';
import type { Engine } from './engine.js';
import { ArgumentResolutionError } from './execution.errors.js';
import { runStepClass } from './run-step-class.js';
import { createStepLogger } from './step-logger.js';

/** The context of a step class that runs on its own (`runner.runStep`): no execution, no other steps, nothing stored. */
export class DetachedContext extends AttemptContext {
  readonly executionId = newId();
  readonly rootExecutionId = this.executionId;
  readonly attempt = 1;
  readonly context: Readonly<Record<string, unknown>> = {};
  readonly fencingToken: number;
  readonly reactor: string;
  readonly step: string;
  readonly path: readonly string[];
  readonly idempotencyKey: string;
  #injection: InjectionScope | null = null;

  constructor(
    private readonly engine: Engine,
    definition: StepClassDefinition,
    readonly inputs: Readonly<Record<string, unknown>>,
  ) {
    super();
    this.reactor = definition.name;
    this.step = definition.name;
    this.path = [definition.name];
    this.idempotencyKey = `${this.executionId}.${definition.name}.0`;
    this.fencingToken = engine.clock.now() * 1_000;
  }

  get logger(): StepLogger {
    return createStepLogger(this.engine.logger, this);
  }

  injection(): InjectionScope {
    return (this.#injection ??= this.engine.openInjectionScope(this.executionId, this.context));
  }

  runStep(step: new (...args: never[]) => object, args: unknown): Promise<never> {
    return runStepClass(this.engine, step, args, this, this.injection()) as Promise<never>;
  }

  result(step: string): unknown {
    throw new ArgumentResolutionError(
      `ctx.result('${step}'): step class '${this.step}' runs on its own, there are no other steps`,
    );
  }

  progress(): void {
    // Nothing shows it: there is no execution.
  }
}
