import {
  Inject,
  Injectable,
  Optional,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { compileReactors, type Compilation } from '../definition/compile-reactors.js';
import { ReactorDefinitionError, type DefinitionIssue } from '../definition/definition.errors.js';
import type { AnyClass } from '../definition/reactor-declaration.js';
import type { ReactorDefinition } from '../definition/reactor-definition.js';
import type { ReactorLogger } from '../kernel/logger.js';
import type { Backend } from '../ports/backend.js';
import type { JobQueue } from '../ports/job-queue.js';
import { ReactorNotReadyError } from '../runtime/runtime.errors.js';
import type { ReactorClient } from '../runtime/reactor-client.js';
import { Runtime, type Middleware } from '../runtime/runtime.js';
import { nestLogger, safeLogger } from './nest-logger.js';
import { ReactorExplorer, type Exploration } from './reactor.explorer.js';
import { BACKEND, MODULE_OPTIONS_TOKEN, QUEUE } from './reactor.module-definition.js';
import {
  ReactorOptionsError,
  resolveOptions,
  workerConcurrency,
  type ReactorModuleOptions,
  type ResolvedOptions,
} from './reactor-options.js';
import { openInjectionScope } from './step-binding.js';

type State = 'created' | 'ready' | 'stopping' | 'stopped';

/** At boot: explore, compile, report every mistake, wire the runtime, then take jobs. At shutdown: drain, then close. */
@Injectable()
export class ReactorRegistrar implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private state: State = 'created';
  private runtime: Runtime | null = null;
  /** Of an application that imports `forRoot()` more than once, the one that works for all. */
  private first: ReactorRegistrar = this;
  private readonly given: ReactorModuleOptions;
  private readonly options: ResolvedOptions;
  private readonly logger: ReactorLogger;

  constructor(
    @Optional() @Inject(MODULE_OPTIONS_TOKEN) given: ReactorModuleOptions | undefined,
    @Optional() @Inject(BACKEND) private readonly backend: Backend | null,
    @Optional() @Inject(QUEUE) private readonly queue: JobQueue | null,
    @Inject(ReactorExplorer) private readonly explorer: ReactorExplorer,
    @Inject(ModuleRef) private readonly moduleRef: ModuleRef,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
  ) {
    if (given === undefined)
      throw new ReactorOptionsError(['import ReactorModule.forRoot(), not the class ReactorModule itself']);
    this.given = given;
    this.options = resolveOptions(given);
    this.logger = safeLogger(given.logger ?? nestLogger());
  }

  async onModuleInit(): Promise<void> {
    this.first = this.firstOfAll();
    if (this.first !== this) return this.first.assertSame(this);
    const found = this.explorer.explore();
    const compiled = await this.compile(found, []);
    const backend = this.backend ?? this.given.backend;
    const queue = this.queue ?? this.given.queue;
    const concurrency = workerConcurrency(this.given.worker, backend, queue);
    const { leaseTtl, retention, shutdownTimeout, valueBytes, serializer, codec } = this.options;
    this.runtime = new Runtime({
      definitions: compiled.definitions,
      stepClasses: compiled.stepClasses,
      middlewares: this.middlewares(found, compiled.definitions),
      logger: this.logger,
      leaseTtl,
      retention,
      shutdownTimeout,
      valueBytes,
      ...(backend === undefined ? {} : { backend }),
      ...(queue === undefined ? {} : { queue }),
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(serializer === undefined ? {} : { serializer }),
      ...(codec === undefined ? {} : { codec }),
      openInjectionScope: (executionId, context) => openInjectionScope(this.moduleRef, executionId, context),
    });
    await this.runtime.start();
    this.state = 'ready';
  }

  /** Every provider is initialised here, so jobs may run. */
  onApplicationBootstrap(): void {
    if (this.state === 'ready') this.runtime?.startWorker();
  }

  /** Connections of the application are still open here, so steps in flight can end. */
  async onModuleDestroy(): Promise<void> {
    if (this.state !== 'ready') return;
    this.state = 'stopping';
    await this.runtime?.drain();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.state !== 'stopping') return;
    this.state = 'stopped';
    await this.runtime?.stop();
  }

  /** The engine's face. Throws `ReactorNotReadyError` before boot and after shutdown. */
  client(operation: string): ReactorClient {
    if (this.first !== this) return this.first.client(operation);
    const { runtime } = this;
    const isOpen = this.state === 'ready' || (this.state === 'stopping' && runtime?.isInsideStep() === true);
    if (runtime !== null && isOpen) return runtime.client;
    const why =
      this.state === 'created'
        ? 'the application is not initialised yet. Call app.init() or app.listen() first; in a provider, use onApplicationBootstrap'
        : 'the application is shutting down';
    throw new ReactorNotReadyError(operation, why);
  }

  /** Looks for reactors that came with a lazily loaded module. */
  async registerNew(): Promise<void> {
    if (this.first !== this) return this.first.registerNew();
    if (this.runtime === null) return;
    const found = this.explorer.explore();
    const known = this.runtime.definitions;
    const isKnown = new Set(known.map(({ reactor }) => reactor));
    const fresh = { ...found, warnings: [], reactors: found.reactors.filter(({ reactor }) => !isKnown.has(reactor)) };
    const compiled = await this.compile(fresh, known);
    this.runtime.register(compiled.definitions, compiled.stepClasses, this.middlewares(found, compiled.definitions));
  }

  private firstOfAll(): ReactorRegistrar {
    for (const module of this.modules.values()) {
      const found: unknown = module.providers.get(ReactorRegistrar)?.instance;
      if (found instanceof ReactorRegistrar) return found;
    }
    return this;
  }

  /** Two runners with stores of their own would lose each other's executions without a word. */
  private assertSame(other: ReactorRegistrar): void {
    const mine = { ...this.given, backend: this.backend ?? this.given.backend, queue: this.queue ?? this.given.queue };
    const theirs = {
      ...other.given,
      backend: other.backend ?? other.given.backend,
      queue: other.queue ?? other.given.queue,
    };
    const names = Object.keys({ ...mine, ...theirs }) as (keyof ReactorModuleOptions)[];
    const different = names.filter((name) => mine[name] !== theirs[name]);
    if (different.length === 0) return;
    throw new ReactorOptionsError([
      `the application imports ReactorModule.forRoot() twice with different options (${different.join(', ')}): keep one, the runner is global`,
    ]);
  }

  private async compile(found: Exploration, registered: readonly ReactorDefinition[]): Promise<Compilation> {
    for (const message of found.warnings) this.logger.warn({ event: 'reactor.definition.warning', message });
    const compiled = await compileReactors(found.reactors, {
      instanceOf: found.instanceOf,
      stepClasses: found.stepClasses,
      defaults: this.options.defaults,
      registered,
    });
    const issues = [...found.issues, ...compiled.issues, ...this.missingMiddlewares(found, compiled.definitions)];
    if (issues.length > 0) throw new ReactorDefinitionError(issues);
    return compiled;
  }

  private missingMiddlewares(
    found: Exploration,
    definitions: readonly ReactorDefinition[],
  ): readonly DefinitionIssue[] {
    const named = [
      ...this.options.middlewares.map((cls) => ({ reactor: 'ReactorModule', cls })),
      ...definitions.flatMap(({ name, middlewares }) => middlewares.map((cls) => ({ reactor: name, cls }))),
    ];
    return named.flatMap(({ reactor, cls }) => {
      const instance = found.instanceOf(cls);
      if (instance === null) {
        return {
          reactor,
          member: null,
          message: `middleware ${cls.name} is provided by no module: add it to the providers of one`,
        };
      }
      if (instance.singleton !== null) return [];
      return {
        reactor,
        member: null,
        message: `middleware ${cls.name} is not a singleton: observers serve all executions`,
      };
    });
  }

  private middlewares(
    found: Exploration,
    definitions: readonly ReactorDefinition[],
  ): ReadonlyMap<string, readonly Middleware[]> {
    const instances = (classes: readonly AnyClass[]): object[] =>
      classes.flatMap((cls) => found.instanceOf(cls)?.singleton ?? []);
    const general = [
      ...instances(this.options.middlewares),
      ...found.middlewares.flatMap(({ instance }) => instance.singleton ?? []),
    ];
    return new Map(
      definitions.map(({ name, middlewares }) => [
        name,
        [...new Set([...general, ...instances(middlewares)])] as readonly Middleware[],
      ]),
    );
  }
}
