import type { Engine } from '../execution/engine.js';
import { DetachedContext } from '../execution/detached-context.js';
import type { AnyOutcome } from '../execution/execution-outcome.js';
import type { Executor } from '../execution/executor.js';
import { runStepClass } from '../execution/run-step-class.js';
import { isTerminal, type ExecutionStatus } from '../checkpoint/status.js';
import { milliseconds } from '../kernel/duration.js';
import { validateId } from '../kernel/id.js';
import { describePlan, type ReactorDescription } from '../plan/plan-view.js';
import type {
  CancelOptions,
  ExecutionPage,
  ListFilter,
  RetryRunOptions,
  RunOptions,
  WaitOptions,
} from '../definition/runner-methods.js';
import type { AnyClass } from '../definition/reactor-declaration.js';
import type { ExecutionSummary, ExecutionView } from './execution-view.js';
import { ExecutionInspector } from './execution-inspector.js';
import { cancelExecution } from './operations/cancel-execution.js';
import { retryExecution } from './operations/retry-execution.js';
import { storedOutcome } from './operations/stored-outcome.js';
import { undoExecution } from './operations/undo-execution.js';
import { untilSignal } from './operations/until-signal.js';
import { checkRunOptions } from './run-options.js';
import { ExecutionNotFoundError, WaitTimeoutError } from './runtime.errors.js';
import { StartRun } from './start-run.js';

export type { ReactorDescription } from '../plan/plan-view.js';

const DEFAULT_WAIT = '30s';

/** Everything a caller can ask of the engine, without Nest. */
export class ReactorClient {
  private readonly inspector: ExecutionInspector;
  private readonly starter: StartRun;

  constructor(
    private readonly engine: Engine,
    private readonly executor: Executor,
  ) {
    this.inspector = new ExecutionInspector(engine);
    this.starter = new StartRun(engine, executor);
  }

  /** Throws at once what is wrong with the call itself. */
  run(reactor: AnyClass | string, inputs: unknown, options: RunOptions = {}): Promise<AnyOutcome> {
    const plan = this.engine.catalog.plan(reactor);
    checkRunOptions(options);
    return this.starter.run(plan, inputs, options);
  }

  async dispatch(reactor: AnyClass | string, inputs: unknown, options: RunOptions = {}): Promise<AnyOutcome> {
    const plan = this.engine.catalog.plan(reactor);
    checkRunOptions(options);
    return this.starter.dispatch(plan, inputs, options);
  }

  async find(executionId: string): Promise<ExecutionView | null> {
    return this.inspector.find(validateId(executionId, 'executionId'));
  }

  async list(filter: ListFilter<ExecutionStatus> = {}): Promise<ExecutionPage<ExecutionSummary>> {
    const { reactor, ...rest } = filter;
    const name =
      reactor === undefined || typeof reactor === 'string'
        ? reactor
        : this.engine.catalog.plan(reactor).definition.name;
    return this.inspector.list({ ...rest, ...(name === undefined ? {} : { reactor: name }) });
  }

  /** Woken by the end of the execution, not by polling. */
  async wait(executionId: string, options: WaitOptions = {}): Promise<AnyOutcome> {
    const id = validateId(executionId, 'executionId');
    const timeout = milliseconds(options.timeout ?? DEFAULT_WAIT);
    const ended = await untilSignal(this.engine, id, timeout, async () => {
      const stored = await this.engine.reader.find(id);
      if (stored === null) throw new ExecutionNotFoundError(id);
      return isTerminal(stored.record.status) || stored.record.status === 'paused';
    });
    if (!ended) throw new WaitTimeoutError(id, timeout);
    return storedOutcome(this.engine, id);
  }

  async undo(executionId: string, reason?: string | Error): Promise<AnyOutcome> {
    return undoExecution(this.engine, validateId(executionId, 'executionId'), reason);
  }

  async cancel(executionId: string, options: CancelOptions = {}): Promise<AnyOutcome> {
    return cancelExecution(this.engine, validateId(executionId, 'executionId'), options);
  }

  async retry(executionId: string, options: RetryRunOptions = {}): Promise<AnyOutcome> {
    return retryExecution(this.engine, this.executor, validateId(executionId, 'executionId'), options);
  }

  async runStep(stepClass: AnyClass, args: unknown): Promise<unknown> {
    const definition = this.engine.catalog.stepClass(stepClass);
    const context = new DetachedContext(this.engine, definition, args as Readonly<Record<string, unknown>>);
    return runStepClass(this.engine, stepClass, args, context, context.injection());
  }

  describe(reactor: AnyClass | string): ReactorDescription {
    return describePlan(this.engine.catalog.plan(reactor));
  }

  /** Whether a class or name is a reactor or step class of the application. */
  knows(cls: AnyClass | string): boolean {
    return this.engine.catalog.knows(cls);
  }

  reactors(): readonly string[] {
    return this.engine.catalog.definitions.map(({ name }) => name);
  }
}
