import { ContextIdFactory, ModuleRef, type ContextId } from '@nestjs/core';
import type { InjectionScope, InstanceSource } from '../definition/reactor-definition.js';

/** What is injected as `REQUEST` into request-scoped providers below a body. */
export interface ExecutionRequest {
  readonly executionId: string;
  /** `RunOptions.context` of the execution. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** The provider behind an instance source, as far as it is needed to make its instances. */
export interface ProviderPlace {
  readonly token: Parameters<ModuleRef['resolve']>[0];
  /** Of the module that declares the provider: the same token may mean another provider elsewhere. */
  readonly moduleRef: ModuleRef;
}

/** One provider as the engine sees it: its singleton, or a recipe to make its instance once an execution. */
export class ProvidedInstance implements InstanceSource {
  constructor(
    readonly className: string,
    /** Null for request-scoped and transient providers, and for those with a request-scoped one anywhere below. */
    readonly singleton: object | null,
    private readonly place: ProviderPlace,
  ) {}

  resolve(scope: InjectionScope): object | Promise<object> {
    return this.singleton ?? (scope as ExecutionInjection).instance(this, this.place);
  }
}

/**
 * What dependency injection keeps for one execution: one Nest context, so that all bodies of the execution share their
 * request-scoped instances. It is made at the first need; an execution of singletons costs one small object.
 */
class ExecutionInjection implements InjectionScope {
  readonly '~injection' = true as const;
  private contextId: ContextId | null = null;
  private readonly instances = new Map<ProvidedInstance, object | Promise<object>>();

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly request: ExecutionRequest,
  ) {}

  /** A promise at first, later the instance itself. A failure is not kept: the next attempt asks again. */
  instance(source: ProvidedInstance, { token, moduleRef }: ProviderPlace): object | Promise<object> {
    const known = this.instances.get(source);
    if (known !== undefined) return known;
    const making = moduleRef.resolve<object>(token, this.context(), { strict: true }).then(
      (instance) => {
        this.instances.set(source, instance);
        return instance;
      },
      (error: unknown) => {
        this.instances.delete(source);
        throw error;
      },
    );
    this.instances.set(source, making);
    return making;
  }

  private context(): ContextId {
    if (this.contextId !== null) return this.contextId;
    this.contextId = ContextIdFactory.create();
    this.moduleRef.registerRequestByContextId(this.request, this.contextId);
    return this.contextId;
  }
}

/** Opens the injection scope of one execution. `executionId` and `context` are what `@Inject(REQUEST)` gives there. */
export function openInjectionScope(
  moduleRef: ModuleRef,
  executionId: string,
  context: Readonly<Record<string, unknown>>,
): InjectionScope {
  return new ExecutionInjection(moduleRef, { executionId, context });
}
