import { describe, expect, test } from '@jest/globals';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { z } from 'zod';
import {
  Args,
  Compensate,
  Compose,
  Ctx,
  Input,
  Inputs,
  Reactor,
  Reason,
  Result,
  Step,
  StepHandler,
  Undo,
  from,
} from '../../test/support/loose-decorators.js';
import { compileClasses, definitionOf, issuesOf, nodeOf } from '../../test/support/compile-classes.js';
import type { StepDefinition } from './reactor-definition.js';

class Payment {
  @IsString() accountId!: string;
  @IsInt() amount!: number;
  @IsOptional() @IsString() note?: string;
}

class Order {
  @IsString() accountId!: string;
  @IsInt() total!: number;
}

const step = (definition: Parameters<typeof nodeOf>[0], name: string): StepDefinition =>
  nodeOf(definition, name) as StepDefinition;

describe('dependencies', () => {
  // C-003
  test('are inferred from what is read, and never written back into the declared waitFor', async () => {
    @Reactor()
    class Chain {
      @Step() a() {}
      @Step() b(@Result('a') _a: unknown) {}
      @Step() c(@Args({ x: from.result('b', 'y') }) _args: unknown) {}
      @Step({ waitFor: ['c', 'a', 'c'] }) d(@Result('a') _a: unknown) {}
    }
    const definition = await definitionOf([Chain]);
    expect(definition.nodes.map((node) => node.dependsOn)).toEqual([[], ['a'], ['b'], ['a', 'c']]);
    expect(definition.nodes.map((node) => node.waitFor)).toEqual([[], [], [], ['c', 'a']]);
  });

  test('come from builders and from the property form as well', async () => {
    @StepHandler()
    class Charge {
      run() {}
    }
    @Reactor()
    class Shop {
      @Step() a() {}
      @Step() b() {}
      @Step(Charge) built(@Result('a') _a: unknown) {}
      @Step(Charge, { args: { x: from.result('b').transform((x: unknown) => x) } }) wired!: unknown;
    }
    const definition = await definitionOf([Charge, Shop]);
    expect(nodeOf(definition, 'built')).toMatchObject({
      dependsOn: ['a'],
      storesArgs: true,
      args: { kind: 'builder' },
    });
    expect(nodeOf(definition, 'wired')).toMatchObject({ dependsOn: ['b'], storesArgs: true });
  });
});

describe('arguments', () => {
  // C-006
  test('a step that declares none gets the inputs, one that declares some gets exactly those', async () => {
    @Reactor()
    class Some {
      @Step() none() {}
      @Step() onlyContext(@Ctx() _ctx: unknown) {}
      @Step() onlyInputs(@Inputs() _inputs: unknown) {}
      @Step() one(@Input('user', 'address.0.city') _city: string, @Ctx() _ctx: unknown) {}
      @Step() renamed(@Result('one', { as: 'place' }) _one: unknown, @Input('items', '0') _first: unknown) {}
    }
    const definition = await definitionOf([Some]);
    expect(nodeOf(definition, 'none').args).toEqual({ kind: 'inputs' });
    expect(step(definition, 'none').body.parameters).toBeNull();
    expect(nodeOf(definition, 'onlyContext').args).toEqual({ kind: 'inputs' });
    expect(nodeOf(definition, 'onlyInputs').args).toEqual({ kind: 'inputs' });
    expect(nodeOf(definition, 'one').args).toEqual({
      kind: 'sources',
      sources: [{ name: 'city', source: { kind: 'input', name: 'user', path: ['address', '0', 'city'] } }],
    });
    expect(step(definition, 'one').body.parameters).toEqual([{ kind: 'argument', name: 'city' }, { kind: 'ctx' }]);
    expect(step(definition, 'renamed').body.parameters).toEqual([
      { kind: 'argument', name: 'place' },
      { kind: 'argument', name: 'items' },
    ]);
    expect(definition.nodes.map((node) => node.storesArgs)).toEqual([false, false, false, false, false]);
  });

  test('a bare @Args() takes the inputs named like the fields of its DTO class, which is the contract', async () => {
    @Reactor({ inputs: Order })
    class Shop {
      @Step() rate() {}
      @Step() charge(@Result('rate', { as: 'amount' }) _rate: number, @Args() _args: Order) {}
    }
    const definition = await definitionOf([Shop]);
    const charge = step(definition, 'charge');
    expect(charge.body.parameters).toEqual([
      { kind: 'argument', name: 'amount' },
      { kind: 'arguments', names: ['accountId', 'total'] },
    ]);
    expect(charge.contract).toMatchObject({ names: ['accountId', 'total'] });
    expect(charge.contract?.contract.name).toBe('Order');
    expect(charge.storesArgs).toBe(true);
  });

  test('@Args({ … }) typed with a DTO class makes it the contract of exactly these arguments', async () => {
    @Reactor()
    class Shop {
      @Step() charge(
        @Args({ accountId: from.input('account'), amount: from.value(5) }) _args: Payment,
        @Input('x') _x: unknown,
      ) {}
    }
    const charge = step(await definitionOf([Shop]), 'charge');
    expect(charge.contract?.names).toEqual(['accountId', 'amount']);
  });

  // L-198: the property form only
  test('a required contract field that nobody wires takes the reactor input of its name, an optional one is left out', async () => {
    @StepHandler({ contract: Payment })
    class Charge {
      run() {}
    }
    @Reactor({ inputs: Order })
    class Shop {
      @Step(Charge, { args: { amount: from.input('total') } }) charge!: unknown;
    }
    const charge = nodeOf(await definitionOf([Charge, Shop]), 'charge');
    expect(charge.args).toMatchObject({ kind: 'sources', sources: [{ name: 'amount' }, { name: 'accountId' }] });
  });

  test('fields of a schema are known through its JSON Schema', async () => {
    @StepHandler({ contract: z.object({ id: z.string(), hint: z.string().optional() }) })
    class Find {
      run() {}
    }
    @Reactor({ inputs: z.object({ id: z.string(), hint: z.string() }) })
    class Search {
      @Step(Find) find!: unknown;
    }
    const find = nodeOf(await definitionOf([Find, Search]), 'find');
    expect(find.args).toMatchObject({ kind: 'sources', sources: [{ name: 'id' }, { name: 'hint' }] });
  });

  test('hooks and builders resolve their sources when they are called', async () => {
    @Reactor()
    class Shop {
      @Step() pay() {}
      @Undo('pay') refund(
        @Result('pay', 'id') _id: string,
        @Args() _args: unknown,
        @Args({ by: from.input('user') }) _by: unknown,
      ) {}
      @Compensate('pay') clean(@Reason() _reason: unknown, @Inputs() _inputs: unknown) {}
    }
    const pay = step(await definitionOf([Shop]), 'pay');
    expect(pay.undo?.parameters).toEqual([
      { kind: 'source', source: { kind: 'result', name: 'pay', path: ['id'] } },
      { kind: 'arguments', names: null },
      { kind: 'object', sources: [{ name: 'by', source: { kind: 'input', name: 'user', path: [] } }] },
    ]);
    expect(pay.compensate?.parameters).toEqual([{ kind: 'reason' }, { kind: 'inputs' }]);
    expect(pay.dependsOn).toEqual([]);
  });
});

describe('policies', () => {
  @StepHandler({ retries: { maxAttempts: 5, backoff: 'fixed', baseDelay: '2s' }, timeout: '1s', contract: Payment })
  class Charge {
    run() {}
    undo() {}
    compensate() {}
  }
  @StepHandler({ retries: { maxAttempts: 2 } })
  class Redeclared extends Charge {}

  // C-037
  test('retries without arguments are three attempts, exponential, from one second; a subset keeps the other defaults', async () => {
    @Reactor()
    class Shop {
      @Step({ retries: {} }) all() {}
      @Step({ retries: { baseDelay: '10ms' } }) some() {}
      @Step() none() {}
    }
    const definition = await definitionOf([Shop]);
    const defaults = {
      maxAttempts: 3,
      backoff: 'exponential',
      baseDelay: 1_000,
      maxDelay: null,
      jitter: 0,
      retryIf: null,
    };
    expect(step(definition, 'all')).toMatchObject({ retries: defaults, retrySource: 'reactor_step' });
    expect(step(definition, 'some').retries).toEqual({ ...defaults, baseDelay: 10 });
    expect(step(definition, 'none')).toMatchObject({ retries: { maxAttempts: 1 }, retrySource: 'none' });
  });

  // C-050
  test('a policy of a step class holds wherever it is used; a subclass inherits it, and redeclares it for itself only', async () => {
    @Reactor()
    class Shop {
      @Step(Charge, { args: { accountId: from.input('a'), amount: from.input('b') } }) charge!: unknown;
      @Step(Redeclared) again() {}
    }
    const { definitions, stepClasses, issues } = await compileClasses([Charge, Redeclared, Shop]);
    expect(issues).toEqual([]);
    const definition = definitions[0] as NonNullable<(typeof definitions)[0]>;
    expect(step(definition, 'charge')).toMatchObject({
      retrySource: 'step_class',
      timeout: 1_000,
      retries: { maxAttempts: 5, baseDelay: 2_000 },
    });
    expect(step(definition, 'again').retries).toMatchObject({ maxAttempts: 2, backoff: 'exponential' });
    expect(stepClasses.map(({ name, contract }) => [name, contract?.name])).toEqual([
      ['Charge', 'Payment'],
      ['Redeclared', 'Payment'],
    ]);
  });

  test('the module gives what a step leaves open', async () => {
    @Reactor()
    class Shop {
      @Step() a() {}
      @Step({ retries: { maxAttempts: 1 }, timeout: 7 }) b() {}
    }
    const definition = await definitionOf([Shop], {
      defaults: { retries: { maxAttempts: 4 }, timeout: '9s', concurrency: 3 },
    });
    expect(definition.concurrency).toBe(3);
    expect(step(definition, 'a')).toMatchObject({ retries: { maxAttempts: 4 }, retrySource: 'module', timeout: 9_000 });
    expect(step(definition, 'b')).toMatchObject({
      retries: { maxAttempts: 1 },
      retrySource: 'reactor_step',
      timeout: 7,
    });
  });

  // C-065
  test("a reactor's hooks win over the methods of the step class", async () => {
    @Reactor()
    class Shop {
      @Step(Charge) charge() {}
      @Undo('charge') takeBack() {}
    }
    const charge = step(await definitionOf([Charge, Shop]), 'charge');
    expect(charge.undo).toMatchObject({ method: 'takeBack', instance: { className: 'Shop' } });
    expect(charge.compensate).toMatchObject({ method: 'compensate', instance: { className: 'Charge' } });
    expect(charge.body).toMatchObject({ method: 'run', parameters: null });
  });
});

describe('definitions', () => {
  test('a child is named by class or thunk, and wired by its own inputs', async () => {
    @Reactor({ name: 'payments', inputs: Payment })
    class Pay {
      @Step() pay() {}
    }
    @Reactor({ inputs: Order })
    class Shop {
      @Compose(() => Pay, { args: { amount: from.input('total') } }) pay!: unknown;
      @Compose(Pay, { waitFor: ['pay'] }) twice(@Inputs() _all: unknown) {}
    }
    const definition = await definitionOf([Pay, Shop]);
    expect(nodeOf(definition, 'pay')).toMatchObject({ kind: 'compose', child: 'payments', storesArgs: true });
    expect(nodeOf(definition, 'twice')).toMatchObject({ child: 'payments', dependsOn: ['pay'] });
  });

  test('are frozen all the way down, but for the constants of the user', async () => {
    const settings = { limit: 1 };
    @Reactor()
    class Shop {
      @Step() pay(@Args({ settings: from.value(settings) }) _args: unknown) {}
    }
    const definition = await definitionOf([Shop]);
    const pay = nodeOf(definition, 'pay');
    expect(Object.isFrozen(definition) && Object.isFrozen(definition.nodes) && Object.isFrozen(pay)).toBe(true);
    expect(Object.isFrozen(pay.args.kind === 'sources' && pay.args.sources[0]?.source)).toBe(true);
    expect(Object.isFrozen(settings)).toBe(false);
  });

  //
  test('the fingerprint changes with the nodes and with those of the children, and with nothing else', async () => {
    const compile = async (childStep: string, description: string) => {
      class Child {}
      Object.defineProperty(Child.prototype, childStep, { value() {}, configurable: true });
      Reflect.defineMetadata('design:paramtypes', [], Child.prototype, childStep);
      Step()(Child.prototype, childStep, Object.getOwnPropertyDescriptor(Child.prototype, childStep));
      Reactor()(Child);
      @Reactor({ description })
      class Parent {
        @Compose(Child) child!: unknown;
      }
      return (await definitionOf([Child, Parent])).fingerprint;
    };
    const first = await compile('a', 'one');
    expect(await compile('a', 'two')).toBe(first);
    expect(await compile('b', 'one')).not.toBe(first);
  });

  // F-052
  test('diamonds and steps declared in reverse order are fine', async () => {
    @Reactor({ returns: 'd' })
    class Diamond {
      @Step() d(@Result('b') _b: unknown, @Result('c') _c: unknown) {}
      @Step() c(@Result('a') _a: unknown) {}
      @Step() b(@Result('a') _a: unknown) {}
      @Step() a() {}
    }
    expect(await issuesOf([Diamond])).toEqual([]);
  });
});
