import { describe, expect, test } from '@jest/globals';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import {
  Args,
  Compensate,
  Compose,
  ContractViolationError,
  Ctx,
  from,
  Input,
  Inputs,
  Reactor,
  Result,
  Step,
  StepHandler,
  Undo,
  type ArgsFor,
  type StepContext,
  type Yields,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';
import { retries } from '../support/recorder.js';

class Amount {
  @IsInt() @Min(1) cents!: number;
  @IsOptional() @IsString() currency = 'EUR';
}

@StepHandler({ contract: Amount, retries: retries(3) })
class Charge {
  static log: string[] = [];
  run(args: Amount): string {
    Charge.log.push(`run ${args.cents} ${args.currency}`);
    if (args.cents === 13) throw new Error('unlucky');
    return 'charged';
  }
  undo(_result: string, args: Amount): void {
    Charge.log.push(`undo ${args.cents} ${args.currency}`);
  }
  compensate(_reason: unknown, args: Amount): void {
    Charge.log.push(`compensate ${args.cents} ${args.currency}`);
  }
}

@Reactor({ name: 'charging' })
class Charging {
  @Step() first(): void {}
  @Undo('first') undoFirst(): void {
    Charge.log.push('undo first');
  }
  @Step(Charge, { args: { cents: from.input('cents') }, waitFor: ['first'] }) charge!: Yields<string>;
  @Step({ waitFor: ['charge'] }) last(@Input('fail') fail: boolean): void {
    if (fail) throw new Error('later');
  }
}

describe('A contract of a step', () => {
  // L-190, I-03
  test('that is violated fails the step by name: the body never runs, is never retried, and what was done is undone', async () => {
    Charge.log.length = 0;
    const { runner } = await boot([Charge, Charging]);
    const outcome = await runner.run(Charging, { cents: 0.5 });
    expect(Charge.log).toEqual(['undo first']);
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: {
        step: 'charge',
        reactor: 'charging',
        name: 'ContractViolationError',
        code: 'REACTOR_CONTRACT_VIOLATION',
        retryable: false,
        attempts: 1,
      },
    });
    const { fieldErrors } = outcome.status === 'failed' ? outcome.failure : {};
    expect(Object.keys(fieldErrors ?? {})).toEqual(['cents']);
    expect(fieldErrors?.['cents']).toHaveLength(2);
  });

  // L-190
  test('that is violated in a composed child is not retried either, and rolls back both', async () => {
    Charge.log.length = 0;
    @Reactor({ name: 'parent' })
    class Parent {
      @Step() a(): void {}
      @Undo('a') undoA(): void {
        Charge.log.push('undo a');
      }
      @Compose(Charging, { waitFor: ['a'] }) pay(): ArgsFor<Charging> {
        return { cents: -1 };
      }
    }
    const { runner } = await boot([Charge, Charging, Parent]);
    const outcome = await runner.run(Parent, {});
    expect(outcome).toMatchObject({
      failure: { step: 'pay', path: ['pay', 'charge'], retryable: false, fieldErrors: { cents: [expect.any(String)] } },
    });
    expect(Charge.log).toEqual(['undo first', 'undo a']);
  });

  // L-190, L-191
  test('that is violated by a direct call throws, without the name of a reactor; nothing runs', async () => {
    Charge.log.length = 0;
    const { runner } = await boot([Charge, Charging]);
    const error = await rejection(runner.runStep(Charge, { cents: 0, currency: 'EUR' }));
    expect(error).toBeInstanceOf(ContractViolationError);
    expect(error).toMatchObject({
      code: 'REACTOR_CONTRACT_VIOLATION',
      retryable: false,
      fieldErrors: { cents: [expect.any(String)] },
    });
    expect('reactor' in error).toBe(false);
    expect(Charge.log).toEqual([]);
    expect(await runner.runStep(Charge, { cents: 1, currency: 'USD' })).toBe('charged');
  });

  // L-191
  test('is enforced forwards only: undo and compensate see the arguments of the run, with defaults, on every attempt', async () => {
    Charge.log.length = 0;
    const { runner } = await boot([Charge, Charging]);
    await runner.run(Charging, { cents: 5, fail: true });
    await runner.run(Charging, { cents: 13 });
    expect(Charge.log).toEqual([
      'run 5 EUR',
      'undo 5 EUR',
      'undo first',
      'run 13 EUR',
      'run 13 EUR',
      'run 13 EUR',
      'compensate 13 EUR',
      'undo first',
    ]);
  });

  // L-188, L-195
  test.each([
    ['a DTO class', Amount, { cents: 0, currency: 7 }, ['cents', 'currency']],
    ['zod', z.object({ a: z.number(), b: z.string() }), { a: 'x', b: 1 }, ['a', 'b']],
    ['valibot', v.object({ a: v.number(), b: v.string() }), { a: 'x', b: 1 }, ['a', 'b']],
    ['arktype', type({ a: 'number', b: 'string' }), { a: 'x', b: 1 }, ['a', 'b']],
    [
      'a rule over several fields',
      z.object({ a: z.number(), b: z.number() }).refine(({ a, b }) => a < b, { path: ['b'] }),
      { a: 2, b: 1 },
      ['b'],
    ],
  ])('may be %s, and every error is collected', async (_what, inputs, given, fields) => {
    @Reactor({ name: 'any', inputs: inputs as never })
    class Any {
      @Step() a(): void {}
    }
    const { runner } = await boot([Any]);
    const outcome = await runner.run('any', given);
    const { fieldErrors } = outcome.status === 'failed' ? outcome.failure : {};
    expect(Object.keys(fieldErrors ?? {}).toSorted()).toEqual(fields);
  });

  // L-188
  test('is described with its fields in their order, and what of them is required', async () => {
    const { runner } = await boot([Charge, Charging]);
    expect(runner.describe(Charging).nodes[1]?.contract).toEqual({
      name: 'Amount',
      fields: [
        { name: 'cents', required: true },
        { name: 'currency', required: false },
      ],
    });
  });

  // L-188
  test('with a field that every object has already is refused', async () => {
    @Reactor({ name: 'odd' })
    class Odd {
      @Step() constructorOf(@Input('constructor') _x: unknown, @Input('__proto__') _y: unknown): void {}
    }
    const outcome = await boot([Odd]).then(
      async ({ runner }) => runner.run(Odd, JSON.parse('{"constructor": 1, "__proto__": {"polluted": true}}')),
      (error: unknown) => error,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(outcome).not.toMatchObject({ status: 'failed' });
  });

  // L-189
  test('is inherited: a child has its own rules beside those of its parent; a redeclared field replaces, and the parent never changes', async () => {
    const sum = (name: string, validate: (sum: number) => boolean): PropertyDecorator =>
      ValidateBy({
        name,
        validator: {
          validate: (_value, args) => {
            const { a, b } = (args?.object ?? { a: 0, b: 0 }) as { a: number; b: number };
            return validate(a + b);
          },
        },
      });
    class Base {
      @IsNumber() size = 0;
      @IsNumber() a = 0;
      @sum('lessThan100', (total) => total < 100) b = 0;
    }
    class Child extends Base {
      @Min(100) override size!: number;
      @sum('moreThan10', (total) => total > 10) c = 0;
    }
    @Reactor({ name: 'base', inputs: Base })
    class OfBase {
      @Step() a(): void {}
    }
    @Reactor({ name: 'child', inputs: Child })
    class OfChild {
      @Step() a(): void {}
    }
    const { runner } = await boot([OfBase, OfChild]);
    const ok = async (reactor: string, inputs: Record<string, unknown>): Promise<boolean> =>
      (await runner.run(reactor, inputs)).ok;
    expect(await ok('base', { size: 50 })).toBe(true);
    expect(await ok('child', { size: 50, a: 50 })).toBe(false);
    expect(await ok('child', { size: 100, a: 25, b: 25 })).toBe(true);
    expect(await ok('child', { size: 100, a: 5 })).toBe(false);
    expect(await ok('child', { size: 100, a: 50, b: 450 })).toBe(false);
    expect(await ok('base', { a: 5 })).toBe(true);
    expect(await ok('base', { b: 500 })).toBe(false);
  });

  // L-189
  test('stays enforced when a subclass of the step class overrides run', async () => {
    @StepHandler()
    class Doubled extends Charge {
      override run(): string {
        Charge.log.push('overridden');
        return 'twice';
      }
    }
    Charge.log.length = 0;
    const { runner } = await boot([Doubled]);
    expect(await rejection(runner.runStep(Doubled, { cents: 0, currency: 'EUR' }))).toBeInstanceOf(
      ContractViolationError,
    );
    expect(Charge.log).toEqual([]);
    expect(await runner.runStep(Doubled, { cents: 1, currency: 'EUR' })).toBe('twice');
  });

  // L-198
  test('with a required field that nobody wires is a definition error that names reactor, step, field and the fix; an optional one is absent', async () => {
    @Reactor({ name: 'unwired', inputs: z.object({ other: z.string() }) })
    class Unwired {
      @Step(Charge) charge!: Yields<string>;
    }
    const error = await rejection(boot([Charge, Unwired as never]));
    expect(error).toMatchObject({ code: 'REACTOR_DEFINITION' });
    for (const part of ['unwired', 'charge', 'cents', 'args', 'input']) expect(error.message).toContain(part);
    expect(error.message).not.toContain("'currency'");
  });

  // L-198
  test('takes a required field from the reactor input of its name, never from a result', async () => {
    const seen: unknown[] = [];
    @StepHandler({ contract: z.object({ cents: z.number(), note: z.string().optional() }) })
    class Filled {
      run(args: unknown): void {
        seen.push(args);
      }
    }
    @Reactor()
    class Filling {
      @Step() note(): string {
        return 'of a step';
      }
      @Step(Filled, { waitFor: ['note'] }) filled!: Yields<void>;
    }
    const { runner } = await boot([Filled, Filling]);
    (await runner.run(Filling, { cents: 3, other: 1 })).unwrap();
    expect(seen).toEqual([{ cents: 3 }]);
  });

  // L-199
  test('is owned by one side: an argument it does not know, and a second contract, are definition errors', async () => {
    @Reactor({ name: 'wrong' })
    class Wrong {
      charge!: Yields<string>;
      pay!: Yields<string>;
    }
    const loose = Step as unknown as (...args: unknown[]) => PropertyDecorator;
    loose(Charge, { args: { cents: from.value(1), amount: from.value(2) } })(Wrong.prototype, 'charge');
    loose(Charge, { contract: Amount, args: { cents: from.value(1) } })(Wrong.prototype, 'pay');
    const error = await rejection(boot([Charge, Wrong]));
    expect(error.message).toMatch(/wrong.*charge.*amount.*Amount|wrong.*charge.*amount.*cents/s);
    expect(error.message).toMatch(/wrong.*pay: contract.*Charge/s);
  });

  // L-199
  test('sees the value after its transform', async () => {
    Charge.log.length = 0;
    @Reactor()
    class Transforming {
      @Step(Charge, { args: { cents: from.input('euros').transform((euros: number) => euros * 100) } })
      charge!: Yields<string>;
    }
    const { runner } = await boot([Charge, Transforming]);
    expect((await runner.run(Transforming, { euros: 2 })).ok).toBe(true);
    expect(await runner.run(Transforming, { euros: -2 })).toMatchObject({
      failure: { name: 'ContractViolationError' },
    });
    expect(Charge.log).toEqual(['run 200 EUR']);
  });

  // L-205
  test('of the answer fails the step after its body ran, with the fields, and it is compensated', async () => {
    const log: string[] = [];
    @Reactor()
    class Answering {
      @Step({ output: z.object({ id: z.number() }), retries: retries(3) }) a(): unknown {
        log.push('run:a');
        return { id: 'x' };
      }
      @Compensate('a') clean(): void {
        log.push('compensate:a');
      }
      @Step({ output: Amount, waitFor: ['a'] }) b(): void {}
    }
    const { runner } = await boot([Answering]);
    const outcome = await runner.run(Answering, {});
    expect(outcome).toMatchObject({
      failure: {
        step: 'a',
        name: 'ContractViolationError',
        retryable: false,
        fieldErrors: { id: [expect.any(String)] },
      },
    });
    expect(log).toEqual(['run:a', 'compensate:a']);
  });

  test('of the answer gives its output, and its class to those who read it', async () => {
    const seen: unknown[] = [];
    class Receipt {
      @IsInt() id!: number;
      label(): string {
        return `#${this.id}`;
      }
    }
    @Reactor()
    class Answering {
      @Step({ output: Receipt as never }) plain(): { id: number } {
        return { id: 7 };
      }
      @Step({ output: z.object({ n: z.string().transform(Number) }) }) parsed(): unknown {
        return { n: '5' };
      }
      @Step() reads(@Result('plain') receipt: unknown, @Result('parsed') parsed: unknown): void {
        seen.push((receipt as Receipt).label(), parsed);
      }
    }
    const { runner } = await boot([Answering]);
    (await runner.run(Answering, {})).unwrap();
    expect(seen).toEqual(['#7', { n: 5 }]);
  });
});

describe('A contract of the inputs', () => {
  class Line {
    @IsString() sku!: string;
    @IsInt() @Min(1) qty!: number;
  }
  class OrderInput {
    @IsString() @MinLength(2) customer!: string;
    @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
    @IsOptional() @IsString() note?: string;
    @IsInt() version = 1;
  }
  @Reactor({ name: 'order', inputs: OrderInput })
  class OrderReactor {
    static seen: unknown[] = [];
    @Step() a(@Inputs() inputs: OrderInput, @Input('lines', '0') line: unknown, @Ctx() ctx: StepContext): void {
      OrderReactor.seen.push(inputs, line, ctx.inputs);
    }
  }

  // L-207, F-067
  test('that is violated answers every error under its full path, and stores and consumes nothing', async () => {
    const { runner } = await boot([OrderReactor]);
    const outcome = await runner.run('order', {
      customer: 'x',
      lines: [
        { sku: 'a', qty: 1 },
        { sku: 1, qty: 0 },
      ],
      version: 'new',
    });
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { reactor: 'order', name: 'ContractViolationError', retryable: false },
    });
    const { fieldErrors } = outcome.status === 'failed' ? outcome.failure : {};
    expect(Object.keys(fieldErrors ?? {}).toSorted()).toEqual(['customer', 'lines.1.qty', 'lines.1.sku', 'version']);
    expect((await runner.list()).items).toEqual([]);
    expect(() => outcome.unwrap()).toThrow(/customer|lines/);
  });

  // F-067
  test.each([
    ['a plain object', (plain: object) => plain],
    ['an instance', (plain: object) => Object.assign(new OrderInput(), plain)],
  ])(
    'gives the step an instance with nested classes and defaults, of %s; unknown keys are dropped',
    async (_what, make) => {
      OrderReactor.seen.length = 0;
      const { runner } = await boot([OrderReactor]);
      const given = make({ customer: 'ada', lines: [{ sku: 'a', qty: 1, unknown: true }], extra: 1 });
      (await runner.run('order', given as Record<string, unknown>)).unwrap();
      const [inputs, line, ofContext] = OrderReactor.seen as [OrderInput, Line, OrderInput];
      expect(inputs).toBeInstanceOf(OrderInput);
      expect(inputs.lines[0]).toBeInstanceOf(Line);
      expect(line).toBeInstanceOf(Line);
      expect(ofContext).toBeInstanceOf(OrderInput);
      expect(Object.fromEntries(Object.entries(inputs))).toEqual({
        customer: 'ada',
        lines: [{ sku: 'a', qty: 1 }],
        version: 1,
      });
      expect(Object.fromEntries(Object.entries(line))).toEqual({ sku: 'a', qty: 1 });
    },
  );

  // F-067
  test('with a nested class that has no type hint is refused at boot', async () => {
    class Untyped {
      @ValidateNested() line!: object;
    }
    @Reactor({ name: 'untyped', inputs: Untyped as never })
    class OfUntyped {
      @Step() a(): void {}
    }
    const error = await rejection(boot([OfUntyped]));
    expect(error.message).toMatch(/untyped.*Untyped.*line.*@Type/s);
  });

  // F-067, L-210
  test('keeps what a Standard Schema makes of them, in maps, sets and dates', async () => {
    const seen: unknown[] = [];
    @Reactor({
      name: 'rich',
      inputs: z.object({
        at: z.coerce.date(),
        tags: z.set(z.string()),
        prices: z.map(z.string(), z.bigint()),
        plan: z.string().default('free'),
      }) as never,
    })
    class Rich {
      @Step() a(@Inputs() inputs: unknown): void {
        seen.push(inputs);
      }
    }
    const { runner } = await boot([Rich]);
    const outcome = await runner.run('rich', {
      at: '2026-01-02T00:00:00Z',
      tags: new Set(['x']),
      prices: new Map([['eur', 5n]]),
    });
    expect(outcome.status).toBe('completed');
    expect(seen).toEqual([
      { at: new Date('2026-01-02T00:00:00Z'), tags: new Set(['x']), prices: new Map([['eur', 5n]]), plan: 'free' },
    ]);
  });

  // L-210
  test('two contracts of one class, under two reactors, are validated independently', async () => {
    @Reactor({ name: 'two', inputs: z.object({ lines: z.array(z.unknown()) }) as never })
    class Two {
      @Step({ contract: OrderInput as never }) a(
        @Args({ customer: from.value('ada'), lines: from.input('lines'), version: from.value(1) }) args: OrderInput,
      ): void {
        OrderReactor.seen.push(args);
      }
    }
    OrderReactor.seen.length = 0;
    const { runner } = await boot([OrderReactor, Two]);
    expect((await runner.run('two', { lines: [] })).ok).toBe(true);
    expect(await runner.run('two', { lines: [{ sku: 1 }] })).toMatchObject({ failure: { step: 'a' } });
    expect(OrderReactor.seen).toHaveLength(1);
    expect(OrderReactor.seen[0]).toBeInstanceOf(OrderInput);
  });

  // L-201
  test('none at all: a body that returns the inputs stores a plain object, whose paths can be read', async () => {
    const seen: unknown[] = [];
    @Reactor()
    class Echo {
      @Step() all(args: unknown): unknown {
        return args;
      }
      @Step() path(@Result('all', 'address.city') city: unknown, @Result('all') all: unknown): void {
        seen.push(city, all);
      }
    }
    const { runner } = await boot([Echo]);
    const inputs = { address: { city: 'Bern' } };
    (await runner.run(Echo, inputs)).unwrap();
    expect(seen).toEqual(['Bern', inputs]);
    expect(Object.getPrototypeOf(seen[1])).toBe(Object.prototype);
  });

  test.each([[[]], ['text'], [null], [5]])(
    'inputs that are no object (%j) are answered as a failure',
    async (inputs) => {
      @Reactor({ name: 'free' })
      class Free {
        @Step() a(): void {}
      }
      const { runner } = await boot([Free]);
      expect(await runner.run('free', inputs as never)).toMatchObject({
        status: 'failed',
        failure: { name: 'ContractViolationError' },
      });
    },
  );
});
