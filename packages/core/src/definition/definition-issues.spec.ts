import { describe, expect, test } from '@jest/globals';
import { IsInt, IsOptional, IsString } from 'class-validator';
import {
  Args,
  AsyncReactor,
  AsyncStep,
  Background,
  Compensate,
  Compose,
  Ctx,
  Input,
  Interrupt,
  MapElement,
  MapStep,
  Reactor,
  Reason,
  Result,
  Settled,
  Step,
  StepHandler,
  Undo,
  WithLock,
  from,
} from '../../test/support/loose-decorators.js';
import { compileClasses, issuesOf } from '../../test/support/compile-classes.js';
import { ReactorDefinitionError } from './definition.errors.js';

// Every text is written out: it must name the reactor, the member, the value and the fix.

class Payment {
  @IsString() accountId!: string;
  @IsInt() amount!: number;
  @IsOptional() @IsString() note?: string;
}
class Order {
  @IsString() accountId!: string;
  @IsInt() total!: number;
}
@StepHandler({ contract: Payment })
class Charge {
  run() {}
}
@Reactor({ inputs: Payment })
class Pay {
  @Step() pay() {}
}

describe('unknown names', () => {
  test('of steps, everywhere a step is named, with the known ones and a suggestion', async () => {
    @Reactor({ returns: 'hashPasword' })
    class Signup {
      @Step() hashPassword() {}
      @Step({ waitFor: ['nothingLikeIt'] }) create(
        @Result('hashPasword') _h: unknown,
        @Args({ x: from.result('helper') }) _x: unknown,
      ) {}
      @Undo('creat') remove(@Result('remove') _r: unknown) {}
      @Compensate('nope') clean() {}
      helper() {}
    }
    expect(await issuesOf([Signup])).toEqual([
      "Signup: returns: unknown step 'hashPasword': did you mean 'hashPassword'? known: hashPassword, create",
      "Signup.remove: @Undo('creat'): unknown step 'creat': did you mean 'create'? known: hashPassword, create",
      "Signup.remove: @Result('remove'): 'remove' is the undo of 'creat', not a step; known: hashPassword, create",
      "Signup.clean: @Compensate('nope'): unknown step 'nope'; known: hashPassword, create",
      "Signup.create: waitFor: unknown step 'nothingLikeIt'; known: hashPassword, create",
      "Signup.create: @Result('hashPasword'): unknown step 'hashPasword': did you mean 'hashPassword'? known: hashPassword, create",
      "Signup.create: @Args: 'x': 'helper' is a method without a node decorator: decorate it with @Step(), or name a step; known: hashPassword, create",
    ]);
  });

  test('of inputs, when the contract tells them', async () => {
    @Reactor({ inputs: Order })
    class Shop {
      @Step() a(@Input('acountId') _a: unknown, @Input('total', 'x') _t: unknown) {}
      @Step(Charge, { args: { accountId: from.input('user'), amount: from.input('total') } }) b!: unknown;
    }
    expect(await issuesOf([Charge, Shop])).toEqual([
      "Shop.a: @Input('acountId'): unknown reactor input 'acountId': did you mean 'accountId'? known: accountId, total (declared by Order)",
      "Shop.b: args: 'accountId': unknown reactor input 'user'; known: accountId, total (declared by Order)",
    ]);
  });

  test('of options, at every level', async () => {
    @Reactor({ retuns: 'a' })
    class Shop {
      @Step({ retry: {} }) a() {}
      @Step({ retries: { attempts: 3 } }) b() {}
      @Compose(Pay, { timeout: 5 }) c(): unknown {
        return {};
      }
    }
    @StepHandler({ contracts: Payment })
    class Odd {
      run() {}
    }
    expect(await issuesOf([Odd, Pay, Shop])).toEqual([
      "Odd: @StepHandler has no option 'contracts': did you mean 'contract'? it takes contract, redact, output, retries, timeout",
      "Shop: @Reactor has no option 'retuns': did you mean 'returns'? it takes name, inputs, redact, returns, concurrency, queue, priority, checkpoint, middlewares, version, description",
      "Shop.a: @Step has no option 'retry': did you mean 'retries'? it takes args, waitFor, contract, redact, output, retries, timeout, delay, description",
      "Shop.b: retries has no option 'attempts'; it takes maxAttempts, backoff, baseDelay, maxDelay, jitter, retryIf",
      "Shop.c: @Compose has no option 'timeout'; it takes args, waitFor, description",
    ]);
  });
});

describe('duplicates', () => {
  test('two reactors of one name', async () => {
    @Reactor({ name: 'shop' })
    class One {
      @Step() a() {}
    }
    @Reactor({ name: 'shop' })
    class Two {
      @Step() a() {}
    }
    expect(await issuesOf([One, Two])).toEqual([
      "shop (Two): the name 'shop' is taken by the reactor class One already: give one of the two another @Reactor({ name: '…' })",
    ]);
  });

  test('two node decorators, two hooks of a step, two arguments of a name', async () => {
    @Reactor()
    class Shop {
      @Step() @Interrupt() a() {}
      @Step() b(@Result('a', 'id') _x: unknown, @Input('user', 'id') _y: unknown) {}
      @Undo('b') c() {}
      @Undo('b') d() {}
      @Step() @Compensate('b') e() {}
    }
    expect(await issuesOf([Shop])).toEqual([
      'Shop.a: it carries two node decorators: keep one of them',
      "Shop.e: it is @Compensate('b') in Shop and a node in Shop: give one of the two another name",
      "Shop.d: @Undo('b') stands on 'c' as well: a step has one, so remove one of the two",
      "Shop.b: @Result('a', 'id') and @Input('user', 'id') both make an argument named 'id': give one of them another name with { as: '…' }",
    ]);
  });

  test('a policy on the step class and on the step', async () => {
    @StepHandler({ retries: {}, contract: Payment })
    class Both {
      run() {}
    }
    @Reactor({ inputs: Payment })
    class Shop {
      @Step(Both, { retries: { maxAttempts: 2 }, contract: Order }) a!: unknown;
    }
    expect(await issuesOf([Both, Shop])).toEqual([
      'Shop.a: contract is given here and on the step class Both: keep it on one of the two',
      'Shop.a: retries is given here and on the step class Both: keep it on one of the two',
    ]);
  });
});

// C-004, F-052
describe('cycles', () => {
  test('of data, of order, of oneself, and several at once', async () => {
    @Reactor()
    class Loop {
      @Step() a(@Result('b') _b: unknown) {}
      @Step({ waitFor: ['c'] }) b() {}
      @Step() c(@Args({ x: from.result('a') }) _x: unknown) {}
      @Step({ waitFor: ['d'] }) d(@Result('d') _d: unknown) {}
      @Step() x(@Result('y') _y: unknown) {}
      @Step() y(@Result('x') _x: unknown) {}
    }
    expect(await issuesOf([Loop])).toEqual([
      'Loop.d: waitFor: a node cannot wait for itself; name another step',
      "Loop.d: @Result('d'): a node cannot read its own result; name another step",
      'Loop.a: cycle: a → b → c → a (each needs the next one first): break one of these dependencies',
      'Loop.x: cycle: x → y → x (each needs the next one first): break one of these dependencies',
    ]);
  });

  test('of composed reactors', async () => {
    @Reactor()
    class Parent {
      @Compose(() => Child) child!: unknown;
    }
    @Reactor()
    class Child {
      @Compose(Parent) parent!: unknown;
    }
    expect(await issuesOf([Parent, Child])).toEqual([
      'Parent.child: cycle of composed reactors: Parent → Child → Parent (Parent.child composes Child, Child.parent composes Parent): a saga cannot contain itself',
    ]);
  });
});

describe('members', () => {
  test.each([
    'then',
    'onModuleInit',
    'onApplicationShutdown',
    'toString',
    '__proto__',
    'prototype',
    'charge-card',
    '1st',
  ])('cannot be named %s', async (name) => {
    class Odd {}
    const descriptor = { value() {}, configurable: true, writable: true };
    Object.defineProperty(Odd.prototype, name, descriptor);
    Reflect.defineMetadata('design:paramtypes', [], Odd.prototype, name);
    Step()(Odd.prototype, name, descriptor);
    Reactor()(Odd);
    const issues = await issuesOf([Odd]);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(/^Odd\..*(rename it|node names are plain member names)/);
  });

  test('are instance methods that answer once', async () => {
    @Reactor()
    class Odd {
      @Step() static a() {}
      @Step() get b() {
        return 1;
      }
      @Step() *c() {}
      @Step() async *d() {}
      @Step() e!: unknown;
      @Step() [Symbol.iterator]() {}
      f(@Input('x') _x: unknown) {}
    }
    expect(await issuesOf([Odd])).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Odd\.a: .*static/),
        expect.stringMatching(/^Odd\.b: .*accessor/),
        'Odd.c: it is a generator, which has no single answer: make it a plain or async method',
        'Odd.d: it is a generator, which has no single answer: make it a plain or async method',
        expect.stringMatching(/^Odd\.e: .*property.*(method|class)/),
        expect.stringMatching(/^Odd\.Symbol\(Symbol\.iterator\): .*symbol/),
        'Odd.f: its parameters are decorated but it is no step: decorate it with @Step(), or remove them',
      ]),
    );
  });

  test('have all their parameters decorated, or none; those with defaults count', async () => {
    @Reactor()
    class Half {
      @Step() a(@Input('x') _x: string, _ctx: unknown, _other: number) {}
      @Step() b(_x = 1, @Ctx() _ctx: unknown) {}
      @Step() c(@Input('x') @Ctx() _x: string) {}
      @Step() d(_args: unknown, _ctx: unknown) {}
    }
    expect(await issuesOf([Half])).toEqual([
      'Half.a: parameter 2 and 3 has no decorator while others have: decorate every parameter (@Ctx() for the context), or none',
      'Half.b: parameter 1 has no decorator while others have: decorate every parameter (@Ctx() for the context), or none',
      "Half.c: parameter 1 carries @Ctx() and @Input('x'): keep one",
    ]);
  });

  test('carry no parameter decorators of other libraries', async () => {
    @Reactor()
    class Foreign {
      @Step() a(_args: unknown) {}
    }
    Reflect.defineMetadata('__routeArguments__', { 'x:0': { index: 0 } }, Foreign, 'a');
    expect(await issuesOf([Foreign])).toEqual([
      "Foreign.a: its parameters carry decorators of another library (such as @Ctx of @nestjs/microservices or @Args of @nestjs/graphql), which mean nothing in a step: import them from '@nest-reactor/core'",
    ]);
  });

  test('need the types the compiler writes', async () => {
    class Bare {
      a() {}
    }
    Step()(Bare.prototype, 'a', Object.getOwnPropertyDescriptor(Bare.prototype, 'a'));
    Reactor()(Bare);
    const [issue] = await issuesOf([Bare]);
    expect(issue).toContain('"emitDecoratorMetadata": true');
  });
});

// C-038
describe('bad options', () => {
  test('name the field and the value, in a step and in a step class alike', async () => {
    const bad = { maxAttempts: 0, backoff: 'jitter', baseDelay: -1, maxDelay: 'soon', jitter: 2, retryIf: 'no' };
    @StepHandler({ retries: bad, timeout: 0 })
    class Odd {
      run() {}
    }
    @Reactor()
    class Shop {
      @Step({ retries: bad, timeout: '5 sec' }) a() {}
      @Step({ retries: { maxAttempts: 2.5 }, waitFor: 'a' }) b() {}
      @Step({ retries: { maxAttempts: '3' }, description: 5 }) c() {}
      @Step({ retries: 3 }) d() {}
    }
    const fields = [
      'retries.maxAttempts is 0: it must be a whole number from 1; it counts the first try, so 1 never retries',
      "retries.backoff is 'jitter': it must be 'exponential', 'linear' or 'fixed'",
      "retries.baseDelay is -1: give milliseconds, or text such as '250ms', '30s', '5m', '2h', '1d'",
      "retries.maxDelay is 'soon': give milliseconds, or text such as '250ms', '30s', '5m', '2h', '1d'",
      'retries.jitter is 2: it must be a number from 0 to 1, the share of the delay to draw',
      "retries.retryIf is 'no': it must be a function of what was thrown that answers a boolean",
    ];
    expect(new Set(await issuesOf([Odd, Shop]))).toEqual(
      new Set([
        ...fields.map((field) => `Odd: ${field}`),
        'Odd: timeout is 0: it must be longer than 0; leave it out for no limit',
        ...fields.map((field) => `Shop.a: ${field}`),
        "Shop.a: timeout is '5 sec': give milliseconds, or text such as '250ms', '30s', '5m', '2h', '1d'",
        "Shop.b: waitFor is 'a': it must be a list of names, such as ['createUser']",
        'Shop.b: retries.maxAttempts is 2.5: it must be a whole number from 1; it counts the first try, so 1 never retries',
        "Shop.c: retries.maxAttempts is '3': it must be a whole number from 1; it counts the first try, so 1 never retries",
        'Shop.c: description is 5: it must be text',
        "Shop.d: retries is 3: give an object such as { maxAttempts: 3, baseDelay: '1s' }",
      ]),
    );
  });

  test('of a reactor', async () => {
    @Reactor({
      name: ' ',
      concurrency: 0,
      priority: 0,
      checkpoint: 'never',
      version: 3,
      middlewares: [Order, 5],
      queue: '',
      inputs: 5,
      redact: 'x',
    })
    class Odd {
      @Step() a() {}
    }
    const issues = await issuesOf([Odd]);
    expect(issues).toEqual([
      "Odd: name is ' ': it must be text of 1 to 200 characters, not blank, without control characters",
      expect.stringMatching(/^Odd: inputs: a contract is a DTO class/),
      "Odd: redact is 'x': it must be a list of fields, such as ['password']",
      'Odd: priority is 0: it must be a whole number from 1 (first) to 2097151',
      "Odd: queue is '': it must be the name of a queue",
      "Odd: checkpoint is 'never': it must be 'every-step' or 'handoff'",
      'Odd: version is 3: it must be text',
      'Odd: concurrency is 0: it must be a whole number from 1, or Infinity',
      'Odd: no module provides the middleware Order: add Order to the providers of a module that the application imports',
      'Odd: an entry of middlewares is 5: give a class, or () => Class where two files import each other',
    ]);
  });

  // C-110
  test("retries on a whole reactor point to the child's own steps", async () => {
    @Reactor({ inputs: Payment })
    class Shop {
      @Compose(Pay, { retries: { maxAttempts: 3 } }) a!: unknown;
      @AsyncReactor(Pay, { retries: { maxAttempts: 3 } }) b!: unknown;
    }
    expect(await issuesOf([Pay, Shop])).toEqual([
      "Shop.a: retries on @Compose is refused: a whole reactor is not retried; give retries to the child's own steps",
      'Shop.b: @AsyncReactor is not available in this version of nest-reactor',
      "Shop.b: retries on @AsyncReactor is refused: a whole reactor is not retried; give retries to the child's own steps",
    ]);
  });
});

describe('targets', () => {
  // C-062
  test('are provided, of the right kind, and can run', async () => {
    class Plain {}
    @StepHandler()
    class Idle {}
    @StepHandler()
    class Missing {
      run() {}
    }
    @Reactor()
    class Shop {
      @Step(Missing) a!: unknown;
      @Step(Plain) b!: unknown;
      @Step(Pay) c!: unknown;
      @Compose(Charge) d!: unknown;
      @Compose(Plain) e!: unknown;
      @Step(() => undefined) f(): unknown {
        return {};
      }
    }
    expect(await issuesOf([Idle, Charge, Pay, Shop], { others: [Plain] })).toEqual([
      "Idle: Idle has no method 'run': a step class does its work in run(args, ctx)",
      'Shop.a: no module provides the step class Missing: add Missing to the providers of a module that the application imports',
      'Shop.b: Plain is not a step class: decorate it with @StepHandler() and give it a method run(args, ctx)',
      'Shop.c: Pay is a reactor, not a step class: use @Compose(Pay)',
      'Shop.d: Charge is a step class, not a reactor: use @Step(Charge)',
      'Shop.e: Plain is not a reactor: decorate it with @Reactor()',
      'Shop.f: the step class is a function that answers undefined: it must answer a class',
    ]);
  });

  test('a step class has no decorators inside', async () => {
    @StepHandler()
    class Odd {
      run(@Input('x') _x: unknown) {}
      @Step() other() {}
    }
    expect(await issuesOf([Odd])).toEqual([
      'Odd.run: a step class takes no parameter decorators: its methods get (args, ctx); wire the arguments in the reactor',
      'Odd.other: a step class has no nodes or hooks of its own: name the methods run, undo and compensate, without decorators',
    ]);
  });

  // L-198, L-199
  test('get their required fields, and no others', async () => {
    @Reactor({ inputs: Order })
    class Shop {
      @Step() amount() {}
      @Step(Charge) a!: unknown;
      @Compose(Pay, { args: { amout: from.input('total') } }) b!: unknown;
      @Step(Charge, { args: { amount: 5 } }) c!: unknown;
      @Step(Charge, { args: [] }) d!: unknown;
      @Step(Charge, { args: { amount: from.element() } }) e!: unknown;
      @Step(Charge, { args: { amount: from.value(1) } }) f(): unknown {
        return {};
      }
      @Step({ args: { x: from.value(1) } }) g() {}
    }
    const unwired = (target: string, step: string): string =>
      `reactor 'Shop' does not give '${target}' its required input 'amount' in step '${step}': wire it with args: { amount: from.result(…) }, or add an input named 'amount' to Order`;
    expect(await issuesOf([Charge, Pay, Shop])).toEqual([
      `Shop.a: ${unwired('Charge', 'a')}`,
      "Shop.b: args: unknown argument of Pay 'amout': did you mean 'amount'? known: accountId, amount, note (declared by Payment)",
      `Shop.b: ${unwired('Pay', 'b')}`,
      "Shop.c: args: 'amount' is 5, not a source; write from.value(…) for a constant",
      `Shop.c: ${unwired('Charge', 'c')}`,
      "Shop.d: args is []: give an object such as { email: from.input('email') }",
      `Shop.d: ${unwired('Charge', 'd')}`,
      "Shop.e: args: 'amount' reads from.element(), which exists in a @MapStep only",
      `Shop.e: ${unwired('Charge', 'e')}`,
      'Shop.f: args belongs to the property form: a builder method gives all arguments itself, so remove one of the two',
      'Shop.g: args belongs to the property form with a step class: in a body, name the sources with @Args({ … })',
    ]);
  });
});

describe('contract types', () => {
  test('that the compiler erased are refused', async () => {
    interface Shape {
      a: string;
    }
    @Reactor()
    class Shop {
      @Step() a(@Args() _args: Shape) {}
      @Step() b(@Args({ a: from.value(1) }) _args: { a: number }) {}
      @Step({ contract: Order }) c(@Args() _args: Shape) {}
      @Step() d(@Args({ a: from.value(1) }) _args: Function) {}
      @Step() e(@Input('x') _x: unknown, @Args() _args: Map<string, string>) {}
    }
    const fix =
      'by the compiler, as happens to interfaces, unions, type aliases and "import type": import the DTO class as a value, give the contract with { contract: … }, or use @Inputs() for all inputs';
    expect(await issuesOf([Shop])).toEqual([
      `Shop.a: the type of @Args() at parameter 1 of 'a' was erased to Object ${fix}`,
      `Shop.d: the type of @Args({…}) at parameter 1 of 'd' was erased to Function ${fix}`,
      'Shop.e: @Args() stands beside other parameters, and neither its contract nor the reactor says which inputs it takes: use @Inputs() for all of them, or @Args({ name: from.input(…) })',
    ]);
  });

  test('need the inputs they require', async () => {
    @Reactor({ inputs: Order })
    class Shop {
      @Step() a(@Args() _args: Payment) {}
    }
    expect(await issuesOf([Shop])).toEqual([
      "Shop.a: @Args() needs 'amount' for the contract Payment, but the reactor has no input of that name: add it to Order, or name its source with @Args({ amount: from.result(…) }) and the other fields beside it",
    ]);
  });

  test('have redact beside them only with a contract', async () => {
    @Reactor()
    class Shop {
      @Step({ redact: ['x'] }) a() {}
    }
    expect(await issuesOf([Shop])).toEqual([
      'Shop.a: redact names fields of a contract, but there is none: add contract or output, or remove redact',
    ]);
  });
});

describe('out of place', () => {
  test('hooks, reasons and elements', async () => {
    @Reactor({ inputs: Payment })
    class Shop {
      @Compose(Pay) pay!: unknown;
      @Undo('pay') a() {}
      @Compensate('pay') b() {}
      @Step() c(@Reason() _reason: unknown, @MapElement() _element: unknown) {}
      @Undo('c') d(@Reason() _reason: unknown) {}
    }
    expect(await issuesOf([Pay, Shop])).toEqual([
      "Shop.a: @Undo('pay') is refused: a composed child undoes its own steps",
      "Shop.b: @Compensate('pay') is refused: a composed child compensates its own steps",
      'Shop.d: @Reason() exists in a @Compensate only: remove it here',
      'Shop.c: @Reason() exists in a @Compensate only: remove it here',
      'Shop.c: @MapElement() exists in a @MapStep only: remove it here',
    ]);
  });

  test('what is not built yet says so', async () => {
    @Background('all')
    @WithLock({ key: 'x' })
    @Reactor({ queue: 'mail', priority: 1, checkpoint: 'handoff', returns: 'a' })
    class Later {
      @AsyncStep() a() {}
      @MapStep({ over: from.input('x') }) b(@MapElement() _x: unknown) {}
      @Interrupt() c() {}
      @Step({ delay: '3d' }) @WithLock({ key: 'y' }) d(@Settled('a') _a: unknown) {}
    }
    const later = 'is not available in this version of nest-reactor';
    expect(new Set(await issuesOf([Later]))).toEqual(
      new Set([
        `Later.d: @WithLock ${later}`,
        `Later: @WithLock ${later}`,
        `Later: @Background ${later}`,
        `Later: the option 'priority' ${later}`,
        `Later: the option 'queue' ${later}`,
        `Later: checkpoint: 'handoff' ${later}`,
        "Later: returns names the async node 'a', whose result nobody waits for: name a step that reads it",
        `Later.a: @AsyncStep ${later}`,
        `Later.b: @MapStep ${later}`,
        `Later.c: @Interrupt ${later}`,
        `Later.d: the option 'delay' ${later}`,
        `Later.d: @Settled ${later}`,
      ]),
    );
  });
});

test('all mistakes of all reactors are one error', async () => {
  @Reactor()
  class One {
    @Step({ timeout: -1 }) a() {}
  }
  @Reactor({ name: 'two' })
  class Two {
    @Step() a(@Result('b') _b: unknown) {}
  }
  const { issues, definitions } = await compileClasses([One, Two]);
  expect(definitions).toEqual([]);
  const error = new ReactorDefinitionError(issues);
  expect(error.code).toBe('REACTOR_DEFINITION');
  expect(error.issues).toEqual(issues);
  expect(error.message).toBe(
    [
      '2 mistakes in the reactors of this application:',
      "  - One.a: timeout is -1: give milliseconds, or text such as '250ms', '30s', '5m', '2h', '1d'",
      "  - two (Two).a: @Result('b'): unknown step 'b'; known: a",
    ].join('\n'),
  );
});
