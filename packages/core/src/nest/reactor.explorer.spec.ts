import { describe, expect, test } from '@jest/globals';
import { Global, Inject, Injectable, Module, Scope, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { LazyModuleLoader, ModuleRef, REQUEST } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { ReactorMiddleware } from '../authoring/middleware.decorator.js';
import { Reactor, Step, StepHandler } from '../../test/support/loose-decorators.js';
import { compileReactors } from '../definition/compile-reactors.js';
import type { AnyClass } from '../definition/reactor-declaration.js';
import { ReactorExplorer, type Exploration } from './reactor.explorer.js';
import { openInjectionScope, type ExecutionRequest } from './step-binding.js';

@Injectable()
class Users {}

@Global()
@Module({ providers: [Users], exports: [Users] })
class UsersModule {}

abstract class Abstract {}

@Reactor()
class Signup {
  constructor(readonly users?: Users) {}
  @Step() create() {
    return this.users;
  }
  helper() {}
}
class SubSignup extends Signup {}

@StepHandler()
class Charge {
  run() {}
}

async function boot(metadata: ModuleMetadata): Promise<{ module: TestingModule; found: Exploration }> {
  const module = await Test.createTestingModule({
    ...metadata,
    imports: [UsersModule, ...(metadata.imports ?? [])],
    providers: [...(metadata.providers ?? []), ReactorExplorer],
  }).compile();
  await module.init();
  return { module, found: module.get(ReactorExplorer).explore() };
}

const names = (found: Exploration): string[] => found.reactors.map(({ reactor }) => reactor.name);

// F-074
describe('a reactor is found once', () => {
  test.each([
    ['by class', [Signup]],
    ['by factory', [{ provide: 'made', useFactory: () => new Signup() }]],
    ['by async factory', [{ provide: Signup, useFactory: () => Promise.resolve(new Signup()) }]],
    ['by value', [{ provide: 'value', useValue: new Signup() }]],
    [
      'by class and useExisting',
      [Signup, { provide: 'alias', useExisting: Signup }, { provide: 'more', useExisting: 'alias' }],
    ],
    ['under another class', [{ provide: Abstract, useClass: Signup }]],
    ['request-scoped', [{ provide: Signup, useClass: Signup, scope: Scope.REQUEST }]],
    ['request-scoped, by factory', [{ provide: Signup, useFactory: () => new Signup(), scope: Scope.REQUEST }]],
    [
      'request-scoped, with an alias',
      [
        { provide: Signup, useClass: Signup, scope: Scope.REQUEST },
        { provide: 'alias', useExisting: Signup },
      ],
    ],
    ['transient', [{ provide: Signup, useClass: Signup, scope: Scope.TRANSIENT }]],
  ])('%s', async (_how, providers) => {
    const { module, found } = await boot({ providers });
    expect(names(found)).toEqual(['Signup']);
    expect(found.issues).toEqual([]);
    expect(found.warnings).toEqual([]);
    expect(found.instanceOf(Signup)?.className).toBe('Signup');
    await module.close();
  });

  test('with its singleton, whose dependencies are injected', async () => {
    const { module, found } = await boot({ providers: [Signup] });
    expect(found.instanceOf(Signup)?.singleton).toBe(module.get(Signup));
    expect(module.get(Signup).create()).toBe(module.get(Users));
    await module.close();
  });

  test('as an undecorated subclass, apart from its parent', async () => {
    const { module, found } = await boot({ providers: [Signup, SubSignup] });
    expect(names(found)).toEqual(['Signup', 'SubSignup']);
    await module.close();
  });

  test('in a module that is imported twice, in a global one, and in several', async () => {
    @Module({ providers: [Signup], exports: [Signup] })
    class Feature {}
    @Module({ imports: [Feature] })
    class One {}
    @Module({ imports: [Feature] })
    class Two {}
    @Global()
    @Module({ providers: [SubSignup] })
    class Everywhere {}
    const twice = await boot({ imports: [One, Two, Everywhere] });
    expect(names(twice.found).sort()).toEqual(['Signup', 'SubSignup']);
    expect(twice.found.warnings).toEqual([]);
    await twice.module.close();

    class Dynamic {
      static register(value: number): DynamicModule {
        return { module: Dynamic, providers: [Signup, { provide: 'N', useValue: value }] };
      }
    }
    const several = await boot({ imports: [Dynamic.register(1), Dynamic.register(2)] });
    expect(names(several.found)).toEqual(['Signup']);
    expect(several.found.issues).toEqual([]);
    expect(several.found.warnings).toEqual([
      expect.stringContaining('Signup is provided several times (in Dynamic, Dynamic)'),
    ]);
    await several.module.close();
  });

  test('in a module that is loaded later, at the next scan', async () => {
    @Module({ providers: [Signup] })
    class Late {}
    const { module, found } = await boot({});
    expect(names(found)).toEqual([]);
    await module.get(LazyModuleLoader).load(() => Late);
    expect(names(module.get(ReactorExplorer).explore())).toEqual(['Signup']);
    await module.close();
  });
});

describe('the token stands for the class', () => {
  test('when a subclass is provided as its parent', async () => {
    const { module, found } = await boot({ providers: [{ provide: Signup, useClass: SubSignup }] });
    expect(found.reactors.map(({ reactor, aliases }) => [reactor, aliases])).toEqual([[SubSignup, [Signup]]]);
    expect(found.instanceOf(Signup)).toBe(found.instanceOf(SubSignup));
    await module.close();
  });

  test('when a test replaces it by a double with the same methods', async () => {
    const module = await Test.createTestingModule({ providers: [Signup, Charge, Users, ReactorExplorer] })
      .overrideProvider(Signup)
      .useValue({ create: () => 'double' })
      .overrideProvider(Charge)
      .useValue({ run: () => 'double' })
      .compile();
    const found = module.get(ReactorExplorer).explore();
    expect(names(found)).toEqual(['Signup']);
    expect(found.issues).toEqual([]);
    expect(found.stepClasses.map(({ stepClass }) => stepClass)).toEqual([Charge]);
    expect(found.instanceOf(Charge)?.singleton).toMatchObject({ run: expect.any(Function) });
    expect(found.instanceOf(Charge)?.singleton).not.toBeInstanceOf(Charge);
    await module.close();
  });

  test('when a step class is provided as an abstract class, or as its parent', async () => {
    abstract class PaymentStep {
      abstract run(): unknown;
    }
    @StepHandler({ timeout: 7 })
    class Stripe extends Charge {}
    @Reactor()
    class Shop {
      @Step(PaymentStep) a!: unknown;
      @Step(Charge) b!: unknown;
    }
    const providers = [{ provide: PaymentStep, useClass: Stripe }, { provide: Charge, useExisting: PaymentStep }, Shop];
    const { module, found } = await boot({ providers });
    expect(found.stepClasses.map(({ stepClass, aliases }) => [stepClass, aliases])).toEqual([
      [Stripe, [PaymentStep, Charge]],
    ]);
    const { instanceOf, stepClasses, reactors } = found;
    const compiled = await compileReactors(reactors, { instanceOf, stepClasses, defaults: {}, registered: [] });
    expect(compiled.issues).toEqual([]);
    expect(compiled.definitions[0]?.nodes).toEqual([
      expect.objectContaining({ name: 'a', timeout: 7 }),
      expect.objectContaining({ name: 'b', timeout: 7 }),
    ]);
    await module.close();
  });

  test('but a double without the methods is refused', async () => {
    const { module, found } = await boot({ providers: [{ provide: Signup, useValue: {} }] });
    expect(found.issues).toEqual([
      {
        reactor: 'Signup',
        member: 'create',
        message: "what is provided as Signup has no method 'create': provide an instance of Signup or of a subclass",
      },
    ]);
    await module.close();
  });
});

describe('mistakes in the provision', () => {
  test('several instances, none under the class itself', async () => {
    const { module, found } = await boot({
      providers: [
        { provide: 'eu', useFactory: () => new Signup() },
        { provide: 'us', useFactory: () => new Signup() },
      ],
    });
    expect(found.issues).toEqual([
      expect.objectContaining({ reactor: 'Signup', message: expect.stringContaining('several instances') }),
    ]);
    await module.close();
  });

  test('a class that is both', async () => {
    @Reactor()
    @StepHandler()
    class Both {
      @Step() a() {}
      run() {}
    }
    const { module, found } = await boot({ providers: [Both] });
    expect(found.issues).toEqual([
      { reactor: 'Both', member: null, message: 'it is a reactor and a step class: keep @Reactor() or @StepHandler()' },
    ]);
    await module.close();
  });

  test('odd values are nobody', async () => {
    const { module, found } = await boot({
      providers: [
        { provide: 'a', useValue: null },
        { provide: 'b', useValue: 5 },
        { provide: 'd', useValue: Object.create(null) },
        { provide: 'e', useValue: Signup },
      ],
    });
    expect(names(found)).toEqual([]);
    await module.close();
  });
});

test('middlewares are found once an instance', async () => {
  @ReactorMiddleware()
  class Log {}
  class SubLog extends Log {}
  const { module, found } = await boot({ providers: [Log, { provide: 'alias', useExisting: Log }, SubLog] });
  expect(found.middlewares.map(({ cls, instance }) => [cls.name, instance.singleton])).toEqual([
    ['Log', module.get(Log)],
    ['SubLog', module.get(SubLog)],
  ]);
  await module.close();
});

describe('injection scopes', () => {
  @Injectable({ scope: Scope.REQUEST })
  class Tenant {
    constructor(@Inject(REQUEST) readonly request: ExecutionRequest) {}
  }
  @StepHandler()
  class Scoped {
    constructor(readonly tenant: Tenant) {}
    run() {
      return this.tenant.request;
    }
  }
  @Reactor()
  class Tenants {
    constructor(
      readonly tenant: Tenant,
      readonly step: Scoped,
    ) {}
    @Step() a() {}
    @Step(Scoped) b!: unknown;
  }

  async function resolve(found: Exploration, module: TestingModule, cls: AnyClass, id: string): Promise<unknown[]> {
    const scope = openInjectionScope(module.get(ModuleRef), id, { tenant: id });
    const source = found.instanceOf(cls);
    return [await source?.resolve(scope), source?.resolve(scope)];
  }

  test('one execution shares its instances, with the execution as the request', async () => {
    const { module, found } = await boot({ providers: [Tenants, Scoped, Tenant] });
    expect(found.instanceOf(Tenants)?.singleton).toBeNull();
    const scope = openInjectionScope(module.get(ModuleRef), 'x1', { tenant: 'acme' });
    const [reactor, again, step] = (await Promise.all([
      found.instanceOf(Tenants)?.resolve(scope),
      found.instanceOf(Tenants)?.resolve(scope),
      found.instanceOf(Scoped)?.resolve(scope),
    ])) as [Tenants, Tenants, Scoped];
    expect(again).toBe(reactor);
    expect(reactor.tenant).toBe(step.tenant);
    expect(reactor.step).toBe(step);
    expect(step.run()).toEqual({ executionId: 'x1', context: { tenant: 'acme' } });
    expect(found.instanceOf(Tenants)?.resolve(scope)).toBe(reactor);
    await module.close();
  });

  test('two executions share none', async () => {
    const { module, found } = await boot({ providers: [Tenants, Scoped, Tenant] });
    const [one] = await resolve(found, module, Tenants, 'x1');
    const [two] = await resolve(found, module, Tenants, 'x2');
    expect(one).not.toBe(two);
    expect((two as Tenants).step.run()).toEqual({ executionId: 'x2', context: { tenant: 'x2' } });
    await module.close();
  });

  test('a transient reactor is made once an execution', async () => {
    const { module, found } = await boot({
      providers: [{ provide: Signup, useClass: Signup, scope: Scope.TRANSIENT }],
    });
    const [one, same] = await resolve(found, module, Signup, 'x1');
    const [two] = await resolve(found, module, Signup, 'x2');
    expect(one).toBeInstanceOf(Signup);
    expect(same).toBe(one);
    expect(two).not.toBe(one);
    await module.close();
  });

  test('a provider is resolved in the module that declares it', async () => {
    class Dynamic {
      static register(name: string): DynamicModule {
        return {
          module: Dynamic,
          providers: [
            { provide: 'NAME', useValue: name },
            { provide: Named, useClass: Named, scope: Scope.REQUEST },
          ],
        };
      }
    }
    @Reactor()
    class Named {
      constructor(@Inject('NAME') readonly name: string) {}
      @Step() a() {}
    }
    const { module, found } = await boot({ imports: [Dynamic.register('first'), Dynamic.register('second')] });
    const [instance] = await resolve(found, module, Named, 'x1');
    expect((instance as Named).name).toBe('first');
    await module.close();
  });

  test('a failing constructor fails each resolution anew', async () => {
    let attempts = 0;
    @Reactor()
    class Broken {
      constructor(readonly tenant: Tenant) {
        if (++attempts === 1) throw new Error('first time');
      }
      @Step() a() {}
    }
    const { module, found } = await boot({ providers: [Broken, Tenant] });
    const scope = openInjectionScope(module.get(ModuleRef), 'x1', {});
    await expect(Promise.resolve(found.instanceOf(Broken)?.resolve(scope))).rejects.toThrow('first time');
    await module.close();
  });
});

test('what is explored can be compiled', async () => {
  @Reactor()
  class Shop {
    @Step(Charge) charge(): unknown {
      return {};
    }
  }
  const { module, found } = await boot({ providers: [Shop, Charge] });
  const { instanceOf, stepClasses, reactors } = found;
  const compiled = await compileReactors(reactors, { instanceOf, stepClasses, defaults: {}, registered: [] });
  expect(compiled.issues).toEqual([]);
  expect(compiled.definitions[0]?.nodes[0]).toMatchObject({ body: { instance: { singleton: module.get(Charge) } } });
  await module.close();
});
