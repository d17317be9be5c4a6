import type { StepContext } from '../definition/step-context.js';
import type { ValueCodec } from '../checkpoint/value-codec.js';
import { constructorName } from '../kernel/json.js';
import type { ReactorLogger } from '../kernel/logger.js';
import { describeThrown } from './describe-thrown.js';
import type { EventDetails, ReactorEvent, ReactorEventName } from './events.js';
import { failureOf } from './failures.js';
import { textRedactor } from './redactor.js';
import type { Middleware } from './middleware.js';
import type { NodeState } from './node-state.js';
import { isThenable } from '../kernel/awaitable.js';
import type { Scope } from './scope.js';

/** What an event tells of its execution. */
export interface EventSource {
  readonly id: string;
  readonly record: { readonly reactor: string };
  readonly codec: ValueCodec;
  now(): number;
  contextData(): Readonly<Record<string, unknown>>;
}

/** The middlewares of one reactor: those for all, and those it names. */
export class MiddlewareChain {
  private readonly byReactor = new Map<string, readonly Middleware[]>();
  private readonly reported = new Set<string>();

  constructor(
    private readonly logger: ReactorLogger,
    middlewares: ReadonlyMap<string, readonly Middleware[]>,
  ) {
    this.add(middlewares);
  }

  add(middlewares: ReadonlyMap<string, readonly Middleware[]>): void {
    for (const [reactor, chain] of middlewares) if (chain.length > 0) this.byReactor.set(reactor, chain);
  }

  /** Tells the observers of the root reactor. Costs nothing when there is none. */
  emit(
    name: ReactorEventName,
    execution: EventSource,
    scope: Scope,
    state: NodeState | null,
    details: EventDetails = {},
  ): void {
    const chain = this.byReactor.get(execution.record.reactor);
    if (chain === undefined) return;
    const event = eventOf(name, execution, scope, state, details);
    for (const middleware of chain) {
      this.observe(middleware, `on${name}`, event);
      this.observe(middleware, 'on', event);
    }
  }

  /** Whether any body of the reactor is wrapped. */
  wraps(reactor: string): boolean {
    return this.byReactor.get(reactor)?.some((middleware) => typeof middleware.aroundStep === 'function') ?? false;
  }

  /** The body wrapped by every `aroundStep`, the first declared outermost. */
  around(reactor: string, context: StepContext, body: () => unknown): () => unknown {
    return (this.byReactor.get(reactor) ?? [])
      .filter((middleware) => typeof middleware.aroundStep === 'function')
      .reduceRight<() => unknown>(
        (next, middleware) => () => middleware.aroundStep?.(context, async () => next()),
        body,
      );
  }

  private observe(middleware: Middleware, hook: `on${ReactorEventName}` | 'on', event: ReactorEvent): void {
    try {
      const answer = middleware[hook]?.(event);
      if (isThenable(answer)) answer.then(undefined, (error: unknown) => this.report(middleware, hook, error));
    } catch (error) {
      this.report(middleware, hook, error);
    }
  }

  /** Once per middleware and hook, so that a broken observer cannot flood the log. */
  private report(middleware: Middleware, hook: string, error: unknown): void {
    const name = constructorName(middleware) ?? 'a middleware';
    if (this.reported.has(`${name}.${hook}`)) return;
    this.reported.add(`${name}.${hook}`);
    const { message } = describeThrown(error);
    this.logger.error({
      event: 'reactor.middleware.failed',
      message: `${name}.${hook} threw: ${message}. The run is not affected; further errors of this hook are not logged`,
      middleware: name,
      hook,
    });
  }
}

function eventOf(
  name: ReactorEventName,
  execution: EventSource,
  scope: Scope,
  state: NodeState | null,
  details: EventDetails,
): ReactorEvent {
  const { failure, thrown, result, ...rest } = details;
  const event: ReactorEvent = {
    name,
    executionId: execution.id,
    reactor: scope.plan.definition.name,
    at: new Date(execution.now()),
    context: execution.contextData(),
    ...(state === null ? {} : { step: state.node.name, path: scope.pathTo(state.node) }),
    ...rest,
    ...(failure === undefined ? {} : { failure: failureOf(execution.codec, failure, thrown) }),
  };
  const value = 'result' in details ? () => result : resultOf(name, state);
  return value === null ? event : withResult(event, () => shownResult(execution.codec, scope, value()));
}

/** Where the result of a step that ended is; hooks of a rollback say theirs themselves. */
function resultOf(name: ReactorEventName, state: NodeState | null): (() => unknown) | null {
  return name === 'StepComplete' || name === 'StepSkip' ? () => state?.result?.shared() : null;
}

/** A redacted copy; an answer that cannot be stored is not shown. */
function shownResult(codec: ValueCodec, scope: Scope, value: unknown): unknown {
  try {
    return codec.decode(
      codec.encode(codec.rewrite(value, textRedactor(scope, null, {})), 'a result shown to a middleware'),
    );
  } catch {
    return undefined;
  }
}

/** Made when a middleware first asks for it: most never do. */
function withResult(event: ReactorEvent, make: () => unknown): ReactorEvent {
  let made: { readonly value: unknown } | null = null;
  return Object.defineProperty(event, 'result', { enumerable: true, get: () => (made ??= { value: make() }).value });
}
