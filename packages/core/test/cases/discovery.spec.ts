import { describe, expect, test } from '@jest/globals';
import { Global, Inject, Injectable, Module, Scope } from '@nestjs/common';
import { LazyModuleLoader, REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  memoryBackend,
  Reactor,
  ReactorModule,
  ReactorRunner,
  Result,
  Step,
  StepHandler,
  Undo,
  type ExecutionRequest,
  type Yields,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';

@Reactor({ name: 'greeting', returns: 'greet' })
class Greeting {
  readonly word: string = 'hello';
  @Step() greet(): string {
    return this.helper();
  }
  helper(): string {
    return this.word;
  }
}

describe('A reactor is found', () => {
  // F-074
  test.each([
    ['its class', [Greeting]],
    ['a factory', [{ provide: Greeting, useFactory: () => new Greeting() }]],
    ['an async factory', [{ provide: Greeting, useFactory: async () => new Greeting() }]],
    ['a value', [{ provide: Greeting, useValue: new Greeting() }]],
    ['a factory under a text token', [{ provide: 'GREETING', useFactory: () => new Greeting() }]],
    ['useExisting', [Greeting, { provide: 'ALIAS', useExisting: Greeting }]],
    ['useClass', [{ provide: 'TOKEN', useClass: Greeting }]],
  ])('provided by %s, once', async (_how, providers) => {
    const { runner } = await boot(providers as never);
    expect(runner.reactors()).toEqual(['greeting']);
    expect((await runner.run(Greeting, {})).unwrap()).toBe('hello');
  });

  // F-074
  test('in a module imported twice, in a global one and in a nested one, once', async () => {
    @Module({ providers: [Greeting], exports: [Greeting] })
    class Shared {}
    @Module({ imports: [Shared] })
    class One {}
    @Global()
    @Module({ imports: [Shared, One] })
    class Two {}
    const { runner } = await boot([], { imports: [One, Two, Shared] });
    expect(runner.reactors()).toEqual(['greeting']);
    expect((await runner.run(Greeting, {})).ok).toBe(true);
  });

  // F-074
  test('in a module that is loaded lazily, when it is first run', async () => {
    @Module({ providers: [Greeting] })
    class Lazy {}
    const { module, runner } = await boot([]);
    expect(runner.reactors()).toEqual([]);
    await module.get(LazyModuleLoader).load(() => Lazy);
    expect((await runner.run(Greeting, {})).unwrap()).toBe('hello');
  });

  // F-074
  test('with forRootAsync, whose options come from a factory', async () => {
    const backend = memoryBackend();
    const module = await Test.createTestingModule({
      imports: [
        ReactorModule.forRootAsync({
          backend,
          useFactory: async () => ({ defaults: { retries: { maxAttempts: 5 } } }),
        }),
      ],
      providers: [Greeting],
    }).compile();
    await module.init();
    const runner = module.get(ReactorRunner);
    expect(runner.describe(Greeting).nodes[0]?.retries?.maxAttempts).toBe(5);
    await module.close();
  });

  // F-074
  test('and two different ones of one name are refused', async () => {
    @Reactor({ name: 'greeting' })
    class Other {
      @Step() a(): void {}
    }
    const { message } = await rejection(boot([Greeting, Other]));
    expect(message).toMatch(/greeting.*Other|Other.*greeting/s);
  });

  // F-074
  test('and its undecorated methods are never steps', async () => {
    const { runner } = await boot([Greeting]);
    expect(runner.describe(Greeting).nodes.map(({ name }) => name)).toEqual(['greet']);
  });
});

describe('Subclasses of reactors', () => {
  const log: string[] = [];
  class Base {
    @Step() a(): string {
      return 'base a';
    }
    @Undo('a') undoA(): void {
      log.push('undo by base');
    }
    @Step() b(@Result('a') a: string): string {
      return `b of ${a}`;
    }
    @Step({ waitFor: ['b'] }) end(): void {
      throw new Error('rolls back');
    }
  }
  @Reactor({ name: 'first' })
  class First extends Base {
    override a(): string {
      return 'first a';
    }
  }
  @Reactor({ name: 'second' })
  class Second extends Base {
    @Step({ retries: { maxAttempts: 2 } }) override b(@Result('a') a: string): string {
      return `second ${a}`;
    }
    @Undo('a') override undoA(): void {
      log.push('undo by second');
    }
    @Step({ waitFor: ['b'] }) override end(): void {}
    @Step() extra(): string {
      return 'extra';
    }
  }
  @Reactor({ name: 'plain' })
  class Plain extends Base {}

  // F-074
  test('have the steps of a base class each, and their changes reach neither it nor each other', async () => {
    const { runner } = await boot([First, Second, Plain]);
    expect((await runner.run(First, {})).status).toBe('failed');
    expect((await runner.run(Plain, {})).status).toBe('failed');
    expect(log).toEqual(['undo by base', 'undo by base']);
    const second = await runner.run(Second, {});
    expect(second.results).toMatchObject({ a: 'base a', b: 'second base a', extra: 'extra' });
    await runner.undo(second.executionId);
    expect(log).toEqual(['undo by base', 'undo by base', 'undo by second']);
    const names = (reactor: string): string[] => runner.describe(reactor).nodes.map(({ name }) => name);
    expect(names('plain')).toEqual(['a', 'b', 'end']);
    expect(names('second')).toEqual(['a', 'b', 'end', 'extra']);
    expect(runner.describe('plain').nodes[1]?.retries?.maxAttempts).toBe(1);
    const first = await runner.list({ reactor: 'first' });
    expect(first.items).toHaveLength(1);
  });
});

describe('Dependency injection', () => {
  let made = 0;
  @Injectable({ scope: Scope.REQUEST })
  class Tenant {
    readonly number = ++made;
    constructor(@Inject(REQUEST) readonly request: ExecutionRequest) {}
  }
  @Injectable({ scope: Scope.TRANSIENT })
  class Counter {
    readonly number = ++made;
  }
  @StepHandler()
  class Charge {
    constructor(
      @Inject(Tenant) private readonly tenant: Tenant,
      @Inject(Counter) private readonly counter: Counter,
    ) {}
    run(): number[] {
      return [this.tenant.number, this.counter.number];
    }
    undo(result: number[]): void {
      undone.push([...result, this.tenant.number]);
    }
  }
  const undone: unknown[] = [];
  @Reactor({ name: 'scoped' })
  class Scoped {
    constructor(@Inject(Tenant) private readonly tenant: Tenant) {}
    @Step() a(): unknown {
      return [this.tenant.number, this.tenant.request.executionId, this.tenant.request.context];
    }
    @Step(Charge) b!: Yields<number[]>;
    @Step({ waitFor: ['a', 'b'] }) c(): number {
      return this.tenant.number;
    }
  }

  test('request-scoped providers are made once an execution, and shared by its reactor, step classes and undos', async () => {
    made = 0;
    undone.length = 0;
    const { runner } = await boot([Tenant, Counter, Charge, Scoped]);
    expect(made).toBe(0);
    const first = await runner.run(Scoped, {}, { context: { tenant: 'blue' } });
    const second = await runner.run(Scoped, {});
    const { a, b, c } = first.results as { a: [number, string, object]; b: [number, number]; c: number };
    expect(a).toEqual([c, first.executionId, { tenant: 'blue' }]);
    expect(b[0]).toBe(c);
    expect(second.results.c).not.toBe(c);
    await runner.undo(first.executionId);
    expect(undone).toHaveLength(1);
    expect((undone[0] as number[]).slice(0, 2)).toEqual(b);
  });

  test('a step class that no module provides is refused at boot, naming it and the reactor', async () => {
    const { message } = await rejection(boot([Scoped, Tenant]));
    expect(message).toMatch(/scoped.*b.*Charge/s);
  });

  test('after compile() without init() the runner says what is missing', async () => {
    const module = await Test.createTestingModule({
      imports: [ReactorModule.forRoot()],
      providers: [Greeting],
    }).compile();
    const runner = module.get(ReactorRunner);
    const error = await rejection(runner.run(Greeting, {}));
    expect(error).toMatchObject({ name: 'ReactorNotReadyError', code: 'REACTOR_NOT_READY' });
    expect(error.message).toMatch(/init\(\)/);
    await module.close();
  });

  test.each([
    [{ retention: 'soon' }, /retention.*soon/],
    [{ nonsense: 1 }, /nonsense/],
    [{ defaults: { retrys: {} } }, /defaults\.retrys/],
    [{ limits: { valueBytes: 0 } }, /limits\.valueBytes.*0/],
  ])('a wrong option of the module (%j) is refused at boot, named', async (options, message) => {
    expect((await rejection(boot([], { module: options as never }))).message).toMatch(message);
  });
});
