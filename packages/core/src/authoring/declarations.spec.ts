import 'reflect-metadata';
import { transformSync } from '@swc/core';
import { describe, expect, test } from '@jest/globals';
import { METADATA, type ClassDeclarations } from '../definition/reactor-declaration.js';
import { Yields } from '../definition/node-mark.js';
import type { ReactorStep } from '../definition/reactor-step.js';
import type { ResultsOf } from '../definition/reactor-types.js';
import { StepContext } from '../definition/step-context.js';
import { Args } from './args.decorator.js';
import { AsyncReactor, AsyncStep } from './async.decorators.js';
import { Background } from './background.decorator.js';
import { Compose } from './compose.decorator.js';
import { Ctx, MapElement, MapIndex, Reason } from './context.decorators.js';
import { WithLock, WithRateLimit } from './coordination.decorators.js';
import { from } from './from.js';
import { Input, Inputs } from './input.decorators.js';
import { Interrupt } from './interrupt.decorator.js';
import { MapStep } from './map.decorator.js';
import { ArgsFor, CorrelationFor, Each } from './node-result.js';
import { Reactor } from './reactor.decorator.js';
import { Result, Settled } from './result.decorators.js';
import { Compensate, Undo } from './rollback.decorators.js';
import { StepHandler } from './step-handler.decorator.js';
import { Step } from './step.decorator.js';
import { TypedReactor } from './typed-reactor.js';

class Charge {
  id!: string;
}
class ChargeArgs {
  amount!: number;
}
@StepHandler({ contract: ChargeArgs })
class ChargeStep implements ReactorStep<ChargeArgs, Charge> {
  run() {
    return { id: 'c' };
  }
}
@Reactor()
class Child extends TypedReactor<{ amount: number }, number> {
  @Step() go() {
    return 1;
  }
}

function declared(cls: { prototype: object }): ClassDeclarations {
  return Reflect.getOwnMetadata(METADATA.declarations, cls.prototype) as ClassDeclarations;
}
function issuesOf(cls: { prototype: object }): readonly (string | readonly string[])[] {
  return declared(cls).nodes.flatMap((node) => (node.issues === undefined ? [] : [[node.member, ...node.issues]]));
}
/** Calls a decorator as untyped code may. */
const loosely = (decorator: unknown): ((...args: readonly unknown[]) => never) => decorator as never;

describe('nodes', () => {
  interface In {
    amount: number;
    items: string[];
  }
  class Order extends TypedReactor<In> {
    @Step({ retries: { maxAttempts: 3 }, timeout: '1s' }) total() {
      return 1;
    }
    @Step(ChargeStep, { args: { amount: from.result('total') } }) charge!: Yields<Charge>;
    helper() {}
    @Compose(() => Child) child(@Input('amount') amount: number): ArgsFor<Child> {
      return { amount };
    }
    @AsyncStep(ChargeStep) later!: Yields<Charge>;
    @AsyncReactor(Child) apart!: Yields<number>;
    @MapStep({ over: from.input('items') }) each(@MapElement() item: string, @MapIndex() _index: number): Each<string> {
      return item;
    }
    @Interrupt({ timeout: '2d' }) approval(): CorrelationFor<string> {
      return 'x';
    }
    @Interrupt() signature!: Yields<string>;
    @Undo('total') untotal() {}
    @Compensate('total') cleanup(@Reason() _why: unknown) {}
  }

  test('are declared in the order of the source, methods and properties mixed', () => {
    expect(declared(Order).nodes.map((node) => [node.member, node.kind, node.form])).toEqual([
      ['total', 'step', 'method'],
      ['charge', 'step', 'property'],
      ['child', 'compose', 'method'],
      ['later', 'async_step', 'property'],
      ['apart', 'async_reactor', 'property'],
      ['each', 'map', 'method'],
      ['approval', 'interrupt', 'method'],
      ['signature', 'interrupt', 'property'],
    ]);
  });

  test('keep options and targets as they were given; a thunk is not called', () => {
    const [total, charge, child] = declared(Order).nodes;
    expect(total).toEqual({
      member: 'total',
      kind: 'step',
      form: 'method',
      options: { retries: { maxAttempts: 3 }, timeout: '1s' },
    });
    expect(charge?.target).toBe(ChargeStep);
    expect(charge?.options).toEqual({ args: { amount: from.result('total') } });
    expect((child!.target as () => unknown)()).toBe(Child);
    expect(child?.options).toEqual({});
  });

  test('hooks name their step and are no nodes', () => {
    expect(declared(Order).hooks).toEqual([
      { member: 'untotal', kind: 'undo', of: 'total' },
      { member: 'cleanup', kind: 'compensate', of: 'total' },
    ]);
  });

  test('property nodes are found when the compiler defines fields (ES2022), which makes them own and undefined', () => {
    const source = `
      export class Fields { @Step(Target) charge; @Step() body() {} }
      export const fields = Object.keys(new Fields());`;
    const { code } = transformSync(source, {
      filename: 'fields.ts',
      swcrc: false,
      module: { type: 'commonjs' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
      },
    });
    const exported: { Fields?: { prototype: object }; fields?: string[] } = {};
    // oxlint-disable-next-line typescript/no-implied-eval -- the only way to see another compiler setting in one test run
    new Function('exports', 'Step', 'Target', code)(exported, Step, ChargeStep);
    expect(exported.fields).toEqual(['charge']);
    expect(declared(exported.Fields!).nodes.map((node) => [node.member, node.form])).toEqual([
      ['charge', 'property'],
      ['body', 'method'],
    ]);
  });

  test('a subclass has declarations of its own and leaves its parent as it was', () => {
    const before = declared(Order).nodes.length;
    class Sub extends Order {
      @Step() override total() {
        return 2;
      }
      @Step() more() {}
    }
    class Undecorated extends Order {}
    expect(declared(Sub).nodes.map((node) => node.member)).toEqual(['total', 'more']);
    expect(declared(Order).nodes).toHaveLength(before);
    expect(declared(Undecorated)).toBeUndefined();
  });
});

describe('parameters', () => {
  class Reader extends TypedReactor<{ email: string; user: { name: string }; lines: { sku: string }[] }> {
    @Step() make() {
      return { id: 'a', deep: { n: 1 } };
    }
    @Step()
    all(
      @Input('email') _email: string,
      @Input('user', 'name', { as: 'who' }) _name: string,
      @Input('lines', { path: ['0', 'sku'], as: 'sku' }) _sku: string | undefined,
      @Inputs() _inputs: object,
      @Result('make', 'deep.n') _n: number,
      @Result((r: ResultsOf<Reader>) => r.make.deep.n, { as: 'selected' }) _selected: number,
      @Result((r: ResultsOf<Reader>) => r.make) _whole: object,
      @Settled('make') _settled: unknown,
      @Args() _args: object,
      @Args({ who: from.input('email') }) _named: { who: string },
      @MapElement('a.b') _element: unknown,
      @MapIndex() _index: number,
      @Ctx() _ctx: StepContext,
    ) {}
    @Step() @WithLock({ key: 'k' }) partly(_plain: string, @Input('email') _email: string) {}
  }

  test('are recorded by index, with name, path and alias', () => {
    expect(declared(Reader).parameters.get('all')).toEqual([
      { index: 0, kind: 'input', name: 'email', path: [] },
      { index: 1, kind: 'input', name: 'user', path: ['name'], as: 'who' },
      { index: 2, kind: 'input', name: 'lines', path: ['0', 'sku'], as: 'sku' },
      { index: 3, kind: 'inputs' },
      { index: 4, kind: 'result', name: 'make', path: ['deep', 'n'] },
      { index: 5, kind: 'result', name: 'make', path: ['deep', 'n'], as: 'selected' },
      { index: 6, kind: 'result', name: 'make', path: [] },
      { index: 7, kind: 'settled', name: 'make', path: [] },
      { index: 8, kind: 'args' },
      { index: 9, kind: 'args', sources: { who: from.input('email') } },
      { index: 10, kind: 'element', path: ['a', 'b'] },
      { index: 11, kind: 'index' },
      { index: 12, kind: 'ctx' },
    ]);
  });

  test('that carry no decorator leave a gap', () => {
    expect(declared(Reader).parameters.get('partly')).toEqual([{ index: 1, kind: 'input', name: 'email', path: [] }]);
    expect(declared(Reader).parameters.has('make')).toBe(false);
  });

  test.each([
    ['computes', (r: { a: { n: number } }) => r.a.n + 1],
    ['coerces', (r: { a: string }) => `${r.a}`],
    ['calls', (r: { a: string[] }) => r.a.map(String)],
    ['answers everything', (r: object) => r],
    ['answers something else', () => 'make'],
    [
      'throws a non-error',
      () => {
        throw 'no';
      },
    ],
  ])('a selector that %s is an issue for boot, not an exception', (_what, selector) => {
    class Bad {
      @Step() s(_a: unknown) {}
    }
    loosely(Result(selector as never))(Bad.prototype, 's', 0);
    expect(issuesOf(Bad)).toEqual([['s', expect.stringContaining("parameter 0 of 's': the selector of @Result")]]);
  });

  test('a selector may read array elements, names with symbols in between and optional members', () => {
    class Deep extends TypedReactor<object> {
      @Step() list() {
        return { rows: [{ at: 1 }] as { at: number }[] };
      }
      @Step() s(@Result((r: ResultsOf<Deep>) => r.list.rows[0]?.at) _at: number | undefined) {}
    }
    expect(declared(Deep).parameters.get('s')).toEqual([
      { index: 0, kind: 'result', name: 'list', path: ['rows', '0', 'at'] },
    ]);
  });
});

describe('coordination and background', () => {
  @WithRateLimit('stripe')
  @WithLock({ key: 'a' })
  @Background({ after: 'one' })
  class Both {
    @WithLock({ key: 'b', ttl: '5s' }) @Step() one() {}
    @Background('before') @Step() two() {}
  }

  test('of a class carry no member, of a member its name', () => {
    expect(declared(Both).coordination).toEqual([
      { primitive: 'lock', member: 'one', options: { key: 'b', ttl: '5s' } },
      { primitive: 'lock', options: { key: 'a' } },
      { primitive: 'rate_limit', options: 'stripe' },
    ]);
    expect(declared(Both).background).toEqual([{ member: 'two', point: 'before' }, { point: { after: 'one' } }]);
  });
});

describe('what no node can stand on is an issue for boot', () => {
  const method = { value() {} };

  test('a static member, a symbol and an accessor', () => {
    class Odd {}
    loosely(Step())(Odd, 'fixed', method);
    loosely(Step())(Odd.prototype, Symbol('hidden'), method);
    loosely(Step())(Odd.prototype, 'read', { get: () => 1 });
    expect(issuesOf(Odd)).toEqual([
      ['fixed', "@Step stands on the static member 'fixed': make it an instance member"],
      ['Symbol(hidden)', '@Step stands on the symbol member Symbol(hidden): give the member a plain name'],
      ['read', "@Step stands on the accessor 'read': make it a method"],
    ]);
  });

  test('a constructor parameter', () => {
    class Built {}
    loosely(Input('email'))(Built, undefined, 0);
    expect(issuesOf(Built)).toEqual([
      ['constructor', '@Input stands on a constructor parameter: put it on a parameter of a step method'],
    ]);
    expect(declared(Built).parameters.size).toBe(0);
  });

  test('issues of several decorators on one member are one declaration with its real kind', () => {
    class Odd {}
    loosely(Input('email'))(Odd, 'fixed', 0);
    loosely(WithLock({ key: 'k' }))(Odd, 'fixed', method);
    loosely(Compose(Child))(Odd, 'fixed', method);
    expect(declared(Odd).nodes.map((node) => [node.member, node.kind, node.issues?.length])).toEqual([
      ['fixed', 'compose', 3],
    ]);
    expect(declared(Odd).coordination).toEqual([]);
  });

  test('a hook on a property or a static member, which leaves no hook', () => {
    class Odd {}
    loosely(Undo('a'))(Odd.prototype, 'field', undefined);
    loosely(Compensate('a'))(Odd, 'fixed', method);
    expect(declared(Odd).hooks).toEqual([]);
    expect(issuesOf(Odd)).toEqual([
      ['field', "@Undo('a') stands on the property 'field': make it a method"],
      ['fixed', "@Compensate stands on the static member 'fixed': make it an instance member"],
    ]);
  });

  test('a property without a class, and a class that is undefined', () => {
    class Odd {}
    loosely(Step())(Odd.prototype, 'charge', undefined);
    loosely((Compose as (child: unknown) => unknown)(undefined))(Odd.prototype, 'child', undefined);
    loosely((Step as (step: unknown, options: unknown) => unknown)(undefined, {}))(Odd.prototype, 'pay', method);
    loosely((Step as (options: unknown) => unknown)('charge'))(Odd.prototype, 'named', method);
    expect(issuesOf(Odd)).toEqual([
      ['charge', expect.stringContaining("@Step stands on the property 'charge' without a step class")],
      ['child', expect.stringContaining('@Compose was given undefined as its reactor class')],
      ['pay', expect.stringContaining('@Step was given undefined as its step class')],
      ['named', "the options of @Step are 'charge': give an object"],
    ]);
  });

  test('two node decorators on one member are both kept, for the compiler of definitions to refuse', () => {
    class Twice {
      @Step() @AsyncStep() both() {}
    }
    expect(declared(Twice).nodes.map((node) => node.kind)).toEqual(['async_step', 'step']);
  });
});

test('transforms run one after the other, also when the first answers a promise', async () => {
  const source = from
    .input('n')
    .transform(async (n: number) => n + 1)
    .transform((n) => `${n}!`);
  const { transform } = (source as unknown as { definition: { transform: (value: unknown) => unknown } }).definition;
  expect(await transform(1)).toBe('2!');
});
