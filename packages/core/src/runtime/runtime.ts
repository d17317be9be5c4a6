import { createValueCodec, type TextCodec, type ValueCodec, type ValueSerializer } from '../checkpoint/value-codec.js';
import { ComposeHandler } from '../constructs/compose.handler.js';
import { StepHandler } from '../constructs/step.handler.js';
import type { InjectionScope, ReactorDefinition, StepClassDefinition } from '../definition/reactor-definition.js';
import { Catalog } from '../execution/catalog.js';
import { currentStepOrNone } from '../execution/current-step.js';
import type { Engine } from '../execution/engine.js';
import { Executor } from '../execution/executor.js';
import { applyInbox } from '../execution/inbox.js';
import { LeaseKeeper } from '../execution/lease-keeper.js';
import { MiddlewareChain } from '../execution/middleware-chain.js';
import type { Middleware } from '../execution/middleware.js';
import { ShutdownError } from '../execution/execution.errors.js';
import { JobRouter } from '../jobs/job-router.js';
import { newId } from '../kernel/id.js';
import type { Clock } from '../kernel/clock.js';
import type { ReactorLogger } from '../kernel/logger.js';
import { inProcessQueue } from '../memory/in-process-queue.js';
import { memoryBackend } from '../memory/memory-backend.js';
import { buildPlan } from '../plan/build-plan.js';
import type { Backend } from '../ports/backend.js';
import type { JobQueue } from '../ports/job-queue.js';
import { ReactorClient } from './reactor-client.js';
import { DEFAULT_CONCURRENCY, Worker } from './worker.js';

export type { TextCodec, ValueSerializer } from '../checkpoint/value-codec.js';
export type { Middleware } from '../execution/middleware.js';

/** Durations in milliseconds. */
export interface RuntimeOptions {
  /** Default: everything in this process. */
  readonly backend?: Backend;
  /** Default: in this process, when the backend is; else none. */
  readonly queue?: JobQueue;
  /** Jobs this process runs at once; null for none. Default: 10 with an in-process queue, else none. */
  readonly concurrency?: number | null;
  readonly definitions: readonly ReactorDefinition[];
  readonly stepClasses: readonly StepClassDefinition[];
  /** By reactor: those for all reactors first, then those it names. */
  readonly middlewares: ReadonlyMap<string, readonly Middleware[]>;
  readonly logger: ReactorLogger;
  readonly leaseTtl: number;
  readonly retention: number;
  readonly shutdownTimeout: number;
  readonly valueBytes: number;
  readonly serializer?: ValueSerializer;
  readonly codec?: TextCodec;
  openInjectionScope(executionId: string, context: Readonly<Record<string, unknown>>): InjectionScope;
}

/** Milliseconds that interrupted jobs have at a shutdown to hand their executions back. */
const SHUTDOWN_GRACE = 1_000;

/** The one place where adapters, engine and constructs meet. Knows nothing of Nest. */
export class Runtime {
  readonly client: ReactorClient;
  private readonly backend: Backend;
  private readonly engine: Engine;
  private readonly worker: Worker | null;
  private unsubscribe: (() => void) | null = null;

  constructor(private readonly options: RuntimeOptions) {
    this.backend = options.backend ?? memoryBackend();
    const queue = options.queue ?? (this.backend.kind === 'memory' ? inProcessQueue() : null);
    this.engine = createEngine(options, this.backend, queue);
    const executor = new Executor({ step: new StepHandler(), compose: new ComposeHandler() });
    this.client = new ReactorClient(this.engine, executor);
    const { concurrency = queue?.kind === 'memory' ? DEFAULT_CONCURRENCY : null } = options;
    this.worker =
      queue === null || concurrency === null
        ? null
        : new Worker(queue, new JobRouter(this.engine, executor), concurrency);
  }

  /** Adds what a lazily loaded module brought. */
  register(
    definitions: readonly ReactorDefinition[],
    stepClasses: readonly StepClassDefinition[],
    middlewares: RuntimeOptions['middlewares'],
  ): void {
    expectContracts(this.engine.codec, definitions);
    this.engine.middlewares.add(middlewares);
    this.engine.catalog.add(definitions.map(buildPlan), stepClasses);
  }

  /** Whether the caller is the body of a step: it may start more even while the application shuts down. */
  isInsideStep(): boolean {
    return currentStepOrNone() !== undefined;
  }

  get definitions(): readonly ReactorDefinition[] {
    return this.engine.catalog.definitions;
  }

  /** Opens backend and queue, and listens for what concerns the executions of this process. */
  async start(): Promise<void> {
    await this.backend.open();
    try {
      await this.engine.queue?.open({ clock: this.engine.clock, logger: this.options.logger });
    } catch (error) {
      await this.backend.close();
      throw error;
    }
    this.unsubscribe = await this.engine.signals.subscribe(`owner:${this.engine.owner}`, (executionId) => {
      this.lookAtInbox(executionId).catch((error: unknown) => {
        // The next checkpoint's answer names the counter again: nothing is lost.
        this.options.logger.warn({
          event: 'reactor.inbox.read_failed',
          message: `reading the inbox failed: ${String(error)}`,
          executionId,
        });
      });
    });
  }

  /** From here on this process takes jobs. */
  startWorker(): void {
    this.worker?.start();
  }

  /** Closes everything, the backend last. Nothing is open afterwards. */
  async stop(): Promise<void> {
    this.unsubscribe?.();
    this.unsubscribe = null;
    this.engine.leases.close();
    await this.engine.queue?.close();
    await this.backend.close();
  }

  /**
   * Takes no more jobs, and lets live runs end for `shutdownTimeout`, their leases still renewed; then aborts their signals
   * and leaves the records to other processes.
   */
  async drain(): Promise<void> {
    const idle = this.worker?.stop();
    await this.endLiveRuns();
    // What a job still has to write is short; a body that ignores its signal is not waited for.
    if (idle !== undefined) await within(this.engine.clock, SHUTDOWN_GRACE, idle);
  }

  private async endLiveRuns(): Promise<void> {
    const { leases, logger } = this.engine;
    if (leases.all.length === 0) return;
    const ended = await leases.untilIdle(this.options.shutdownTimeout);
    if (ended) return;
    for (const execution of leases.all) {
      logger.warn({
        event: 'reactor.shutdown.interrupted',
        message: `execution '${execution.id}' did not end within ${this.options.shutdownTimeout} ms of shutdown: its steps are aborted`,
        executionId: execution.id,
        reactor: execution.record.reactor,
      });
      execution.break(new ShutdownError());
    }
  }

  private async lookAtInbox(executionId: string): Promise<void> {
    const execution = this.engine.leases.get(executionId);
    if (execution === undefined) return;
    const { inbox } = await this.engine.store.readInbox(executionId);
    applyInbox(execution, inbox);
  }
}

function createEngine(options: RuntimeOptions, backend: Backend, queue: JobQueue | null): Engine {
  const { logger, leaseTtl, retention, definitions } = options;
  const { store, reader, signals, clock } = backend;
  const warn = (message: string): void => logger.warn({ event: 'reactor.value.class_lost', message });
  const codec = createValueCodec({
    maxBytes: options.valueBytes,
    warn,
    ...(options.codec === undefined ? {} : { codec: options.codec }),
    ...(options.serializer === undefined ? {} : { serializer: options.serializer }),
  });
  expectContracts(codec, definitions);
  return {
    owner: newId(),
    store,
    reader,
    signals,
    queue,
    clock,
    codec,
    catalog: new Catalog(definitions.map(buildPlan), options.stepClasses),
    middlewares: new MiddlewareChain(logger, options.middlewares),
    leases: new LeaseKeeper({ store, clock, logger, ttl: leaseTtl }),
    logger,
    settings: { leaseTtl, retention },
    openInjectionScope: (id, context) => options.openInjectionScope(id, context),
  };
}

/** Resolves when the work ended, or the time is over. */
function within(clock: Clock, timeout: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(timeout, resolve);
    void work.finally(() => {
      cancel();
      resolve();
    });
  });
}

/** Instances of contract classes are made again when they are read, so storing them as plain data loses nothing. */
function expectContracts(codec: ValueCodec, definitions: readonly ReactorDefinition[]): void {
  for (const { inputs, nodes } of definitions) {
    const contracts = nodes.flatMap((node) => (node.kind === 'step' ? [node.contract?.contract, node.output] : []));
    for (const contract of [inputs, ...contracts]) contract?.classes.forEach((each) => codec.expectClass(each));
  }
}
