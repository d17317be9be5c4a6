import 'reflect-metadata';
import {
  Compensate,
  Compose,
  Ctx,
  failure,
  Reactor,
  ReactorMiddleware,
  Result,
  Step,
  Undo,
  type Failure,
  type ReactorOptions,
  type StepContext,
  type StepOptions,
} from '@nest-reactor/core';
import { boot, type BootOptions, type Booted } from './boot.js';

type Loose = (...args: any[]) => any;
export type ReactorClass = new () => object;

/** What a body does after it was recorded: it gets its context, then the results it reads. Default: answers its name. */
export type Body = (ctx: StepContext, ...values: unknown[]) => unknown;

/** A recorded step. Every step records `run:x`, and has an undo and a compensate that record, unless they are null. */
export interface StepPlan extends Omit<StepOptions, 'waitFor'> {
  readonly reads?: readonly string[];
  readonly after?: readonly string[];
  readonly run?: Body;
  readonly undo?: ((result: unknown, args: unknown, ctx: StepContext) => unknown) | null;
  readonly compensate?: ((reason: Failure, args: unknown, ctx: StepContext) => unknown) | null;
}

export interface ComposePlan {
  readonly compose: ReactorClass;
  readonly reads?: readonly string[];
  readonly after?: readonly string[];
  /** The child's inputs. Default: none. */
  readonly inputs?: (...values: unknown[]) => Record<string, unknown>;
}

/** Nodes by name, in declaration order. */
export type SagaPlan = Readonly<Record<string, StepPlan | ComposePlan>>;

/**
 * Makes reactors whose steps append `run:x`, `retry:x#n`, `compensate:x` and `undo:x` to one log of the test's own, `x`
 * being the path below the root (`child.c1`). The engine's trace is never read for it.
 */
export interface Recorder {
  readonly log: string[];
  /** The log as one line. */
  readonly text: string;
  reactor(plan: SagaPlan, options?: ReactorOptions): ReactorClass;
  /** A module with every reactor made so far. */
  boot(options?: BootOptions): Promise<Booted>;
  clear(): void;
}

let reactors = 0;

export function recorder(): Recorder {
  const log: string[] = [];
  const made: ReactorClass[] = [];

  @ReactorMiddleware()
  class RetryRecorder {
    onStepRetry(event: { readonly path?: readonly string[]; readonly attempt?: number }): void {
      log.push(`retry:${event.path?.join('.')}#${event.attempt}`);
    }
  }

  return {
    log,
    get text() {
      return log.join(' ');
    },
    reactor(plan, options = {}) {
      const reactor = buildReactor(log, plan, { name: `saga${++reactors}`, ...options });
      made.push(reactor);
      return reactor;
    },
    boot: (options = {}) => boot([...made, RetryRecorder, ...(options.providers ?? [])], options),
    clear() {
      log.length = 0;
    },
  };
}

/** A body that answers `failure('boom x')`, as the cases say "fails". */
export const fails: Body = (ctx) => failure(`boom ${ctx.step}`);

/** A body that throws, as the cases say "raises". */
export const raises: Body = (ctx) => {
  throw new Error(`boom ${ctx.step}`);
};

/** Fails so many times, then answers the step's name. */
export function failsTimes(times: number): Body {
  let calls = 0;
  return (ctx) => (++calls <= times ? failure(`boom ${ctx.step} ${calls}`) : ctx.step);
}

/** Retries that cost no time. */
export const retries = (maxAttempts: number) => ({ maxAttempts, baseDelay: 0, backoff: 'fixed' }) as const;

function buildReactor(log: string[], plan: SagaPlan, options: ReactorOptions): ReactorClass {
  const reactor = class Saga {};
  for (const [name, node] of Object.entries(plan)) {
    if ('compose' in node) addChild(reactor, name, node);
    else addStep(reactor, log, name, node);
  }
  (Reactor as Loose)(options)(reactor);
  return reactor;
}

function addStep(reactor: ReactorClass, log: string[], name: string, plan: StepPlan): void {
  const { reads, after, run, undo, compensate, ...options } = plan;
  const record = (what: string, ctx: StepContext): unknown => log.push(`${what}:${ctx.path.join('.')}`);
  const readAll = reads ?? [];
  define(reactor, name, readAll.length + 1, (...values) => {
    const ctx = values.at(-1) as StepContext;
    record('run', ctx);
    return run === undefined ? name : run(ctx, ...values.slice(0, -1));
  });
  const { prototype } = reactor;
  readAll.forEach((read, index) => (Result as Loose)(read)(prototype, name, index));
  (Ctx as Loose)()(prototype, name, readAll.length);
  decorate(reactor, name, (Step as Loose)({ ...options, ...(after === undefined ? {} : { waitFor: after }) }));
  if (undo !== null) {
    define(reactor, `undo_${name}`, 3, (result, args, ctx) => {
      record('undo', ctx as StepContext);
      return undo?.(result, args, ctx as StepContext);
    });
    decorate(reactor, `undo_${name}`, (Undo as Loose)(name));
  }
  if (compensate !== null) {
    define(reactor, `compensate_${name}`, 3, (reason, args, ctx) => {
      record('compensate', ctx as StepContext);
      return compensate?.(reason as Failure, args, ctx as StepContext);
    });
    decorate(reactor, `compensate_${name}`, (Compensate as Loose)(name));
  }
}

function addChild(reactor: ReactorClass, name: string, plan: ComposePlan): void {
  const { compose, reads = [], after, inputs } = plan;
  define(reactor, name, reads.length, (...values) => inputs?.(...values) ?? {});
  reads.forEach((read, index) => (Result as Loose)(read)(reactor.prototype, name, index));
  decorate(reactor, name, (Compose as Loose)(compose, after === undefined ? {} : { waitFor: after }));
}

/** A method as the compiler would have written it, with the types that `emitDecoratorMetadata` leaves. */
function define(
  reactor: ReactorClass,
  name: string,
  parameters: number,
  body: (...values: unknown[]) => unknown,
): void {
  const value = { [name]: (...values: unknown[]) => body(...values) }[name];
  Object.defineProperty(reactor.prototype, name, { value, writable: true, configurable: true, enumerable: false });
  const types = Array.from({ length: parameters }, () => Object);
  Reflect.defineMetadata('design:type', Function, reactor.prototype, name);
  Reflect.defineMetadata('design:paramtypes', types, reactor.prototype, name);
}

function decorate(reactor: ReactorClass, name: string, decorator: Loose): void {
  decorator(reactor.prototype, name, Object.getOwnPropertyDescriptor(reactor.prototype, name));
}
