import { describe, expect, test } from '@jest/globals';
import {
  Args,
  Compensate,
  Compose,
  Ctx,
  from,
  Input,
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
import { schema } from '../support/contracts.js';
import { rejection } from '../support/deferred.js';
import { recorder, retries } from '../support/recorder.js';

/** A saga `a → b` whose `b` cannot get its argument. */
function unresolvable(decorator: () => PropertyDecorator & ParameterDecorator, log: string[]) {
  @Reactor({ name: 'unresolvable' })
  class Unresolvable {
    @Step() a(): { id: string } {
      log.push('run:a');
      return { id: 'x' };
    }
    @Undo('a') undoA(): void {
      log.push('undo:a');
    }
    @Step({ retries: retries(3) }) b(argument: unknown): void {
      log.push('run:b');
    }
    @Compensate('b') compensateB(): void {
      log.push('compensate:b');
    }
  }
  decorator()(Unresolvable.prototype, 'b', 0);
  return Unresolvable;
}

const raising: readonly (readonly [string, string, () => unknown])[] = [
  [
    'a transform that throws',
    'TypeError',
    () =>
      Args({
        id: from.result('a').transform(() => {
          throw new TypeError('no such id');
        }),
      }),
  ],
  [
    'a transform that rejects',
    'RangeError',
    () => Args({ id: from.result('a').transform(() => Promise.reject(new RangeError('no such id'))) }),
  ],
  ['a path into a string', 'TypeError', () => Result('a', 'id.name')],
];

describe('Arguments that cannot be resolved', () => {
  // C-026, F-003, L-209, I-03
  test.each(raising)(
    '%s: the step never started, so it is not retried and not compensated, and what was done is undone',
    async (_what, name, argument) => {
      const log: string[] = [];
      const saga = unresolvable(argument as never, log);
      const { runner } = await boot([saga]);
      const outcome = await runner.run(saga, {});
      expect(log).toEqual(['run:a', 'undo:a']);
      expect(outcome).toMatchObject({
        status: 'failed',
        rollbackFailures: [],
        failure: { step: 'b', path: ['b'], reactor: 'unresolvable', name, retryable: false, attempts: 1, args: {} },
      });
      const view = await runner.find(outcome.executionId);
      expect(view?.trace.map(({ type, step }) => `${type}:${step}`)).toEqual(['run:a', 'undo:a']);
      expect(view?.steps['b']).toMatchObject({ status: 'failed' });
    },
  );

  // C-026
  test('the cause is the error that the transform threw', async () => {
    const thrown = new TypeError('no such id');
    const log: string[] = [];
    const saga = unresolvable(
      () =>
        Args({
          id: from.result('a').transform(() => {
            throw thrown;
          }),
        }) as never,
      log,
    );
    const { runner } = await boot([saga]);
    const outcome = await runner.run(saga, {});
    expect(outcome.status === 'failed' && outcome.failure.cause).toBe(thrown);
    expect(outcome.status === 'failed' && outcome.failure.message).toMatch(/no such id/);
  });

  // F-003
  test('a path through undefined or a missing key gives undefined', async () => {
    const seen: unknown[] = [];
    @Reactor()
    class Paths {
      @Step() a(): { deep?: { id: number }; none: null } {
        return { none: null };
      }
      @Step() b(@Result('a', 'deep.id') id: unknown, @Input('order', 'customer.name') name: unknown): void {
        seen.push(id, name);
      }
    }
    const { runner } = await boot([Paths]);
    expect((await runner.run(Paths, { order: {} })).status).toBe('completed');
    expect(seen).toEqual([undefined, undefined]);
  });

  test('a builder that throws is an argument failure too, of a step class and of a child', async () => {
    const log: string[] = [];
    @StepHandler()
    class Charge {
      run(_args: { amount: number }): void {
        log.push('run:charge');
      }
      compensate(): void {
        log.push('compensate:charge');
      }
    }
    @Reactor()
    class Child {
      @Step() c(): void {
        log.push('run:child.c');
      }
    }
    @Reactor()
    class OfStep {
      @Step() a(): void {}
      @Undo('a') undoA(): void {
        log.push('undo:a');
      }
      @Step(Charge, { waitFor: ['a'] }) charge(): ArgsFor<Charge> {
        throw new URIError('no amount');
      }
    }
    @Reactor()
    class OfChild {
      @Step() a(): void {}
      @Undo('a') undoA(): void {
        log.push('undo:a');
      }
      @Compose(Child, { waitFor: ['a'] }) child(): ArgsFor<Child> {
        throw new URIError('no inputs');
      }
    }
    const { runner } = await boot([OfStep, OfChild, Child, Charge]);
    expect(await runner.run(OfStep, {})).toMatchObject({
      status: 'failed',
      failure: { step: 'charge', name: 'URIError', retryable: false },
    });
    expect(await runner.run(OfChild, {})).toMatchObject({
      status: 'failed',
      failure: { step: 'child', name: 'URIError', retryable: false },
    });
    expect(log).toEqual(['undo:a', 'undo:a']);
  });

  // C-031, L-190, L-211, I-03
  test('arguments that violate the contract: the body never runs, retries or not, and is not compensated', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: { run: () => 1 },
      b: { reads: ['a'], contract: schema.named, retries: retries(3) },
    });
    const parent = saga.reactor({ first: {}, child: { compose: reactor, after: ['first'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a undo:a');
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: {
        step: 'b',
        name: 'ContractViolationError',
        retryable: false,
        attempts: 1,
        fieldErrors: { a: [expect.any(String)] },
      },
    });
    expect((await runner.find(outcome.executionId))?.steps['b']?.attempts).toBe(1);

    saga.clear();
    const composed = await runner.run(parent, {});
    expect(saga.text).toBe('run:first run:child.a undo:child.a undo:first');
    expect(composed).toMatchObject({
      status: 'failed',
      failure: { step: 'child', path: ['child', 'b'], retryable: false },
    });
  });
});

describe('Values that are falsy', () => {
  // C-032, L-194, I-23
  test.each([[false], [0], [''], [null], [[]], [Number.NaN], [-0], [0n], [undefined]])(
    '%p passes unchanged: as input, result, path, step class argument, and stored',
    async (value) => {
      const seen: unknown[] = [];
      @StepHandler()
      class Taking {
        run(args: { value: unknown }): unknown {
          seen.push(args.value);
          return args.value;
        }
      }
      @Reactor()
      class Falsy {
        @Step() inline(@Input('value') given: unknown): unknown {
          seen.push(given);
          return given;
        }
        @Step() nested(@Input('box', 'value') given: unknown, @Result('inline') result: unknown): { value: unknown } {
          seen.push(given, result);
          return { value: result };
        }
        @Step(Taking, { args: { value: from.result('nested', 'value') } }) taking!: Yields<unknown>;
        @Step(Taking, { args: { value: from.input('value') } }) direct!: Yields<unknown>;
        @Step(Taking, { args: { value: from.value(value) } }) constant!: Yields<unknown>;
        @Step({ waitFor: ['constant'] }) whole(@Ctx() ctx: StepContext): void {
          seen.push(ctx.inputs['value'], ctx.result('inline'));
        }
      }
      const { runner } = await boot([Falsy, Taking]);
      const outcome = await runner.run(Falsy, { value, box: { value } });
      expect(outcome.status).toBe('completed');
      expect(seen).toHaveLength(8);
      for (const each of seen) expect(each).toStrictEqual(value);
      const view = await runner.find(outcome.executionId);
      expect(view?.results).toStrictEqual({
        inline: value,
        nested: { value },
        taking: value,
        direct: value,
        constant: value,
        whole: undefined,
      });
      expect(view?.inputs).toStrictEqual({ value, box: { value } });
    },
  );

  test('a provided falsy argument is not taken for a missing one', async () => {
    const seen: unknown[] = [];
    @StepHandler({ contract: schema.flag })
    class Flagged {
      run(args: { on: boolean }): void {
        seen.push(args);
      }
    }
    @Reactor()
    class Provided {
      @Step(Flagged, { args: { on: from.value(false) } }) off!: Yields<void>;
    }
    const { runner } = await boot([Provided, Flagged]);
    (await runner.run(Provided, { on: true })).unwrap();
    expect(seen).toEqual([{ on: false }]);
  });
});

describe('Sources', () => {
  test('paths, selectors, constants, renamed arguments and transforms give what they say', async () => {
    const seen: unknown[] = [];
    @Reactor()
    class Sources {
      @Step() order(): { lines: { sku: string }[]; 'a.b': number } {
        return { lines: [{ sku: 'x1' }, { sku: 'x2' }], 'a.b': 5 };
      }
      @Step() b(
        @Result('order', 'lines.1.sku') sku: string | undefined,
        @Result('order', ['lines', 0, 'sku'], { as: 'first' }) first: string | undefined,
        @Result('order', ['a.b']) dotted: number,
        @Args({ total: from.input('cents').transform((cents: number) => cents / 100), unit: from.value('EUR') })
        price: { total: number; unit: string },
        @Ctx() ctx: StepContext,
      ): void {
        seen.push(sku, first, dotted, price, ctx.step);
      }
    }
    const { runner } = await boot([Sources]);
    const outcome = await runner.run(Sources, { cents: 1250 });
    expect(outcome).toMatchObject({ status: 'completed' });
    expect(seen).toEqual(['x2', 'x1', 5, { total: 12.5, unit: 'EUR' }, 'b']);
  });

  test('each reader gets a copy: what one step changes no other step, outcome or view sees', async () => {
    const saga = recorder();
    const seen: unknown[] = [];
    const spoil = (_ctx: StepContext, value: unknown): unknown => {
      seen.push(structuredClone(value));
      (value as { list: number[] }).list.push(9);
      return value;
    };
    const kept = { list: [1] };
    const reactor = saga.reactor({
      a: { run: () => kept },
      b: { reads: ['a'], run: spoil },
      c: { reads: ['a'], run: spoil },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(seen).toEqual([{ list: [1] }, { list: [1] }]);
    expect(outcome.results).toEqual({ a: { list: [1] }, b: { list: [1, 9] }, c: { list: [1, 9] } });
    kept.list.push(5);
    expect((await runner.find(outcome.executionId))?.results).toMatchObject({ a: { list: [1] } });
  });

  test('what ctx.result, an undo, a hook or the caller changes stays with them', async () => {
    const saga = recorder();
    const seen: unknown[] = [];
    const spoil = (value: unknown): void => {
      seen.push(structuredClone(value));
      (value as { list: number[] }).list.push(9);
    };
    const reactor = saga.reactor({
      a: { run: () => ({ list: [1] }), undo: (result) => spoil(result) },
      b: { after: ['a'], run: (ctx) => spoil(ctx.result('a')), undo: (_result, _args, ctx) => spoil(ctx.result('a')) },
      c: { after: ['b'], run: (ctx) => spoil(ctx.result('a')) },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    spoil((outcome.results as Record<string, unknown>)['a']);
    await runner.undo(outcome.executionId);
    expect(seen).toEqual(Array.from({ length: 5 }, () => ({ list: [1] })));
  });

  test('an unknown reactor is refused, by class and by name', async () => {
    const saga = recorder();
    saga.reactor({ a: {} }, { name: 'known' });
    @Reactor()
    class Elsewhere {
      @Step() a(): void {}
    }
    const { runner } = await saga.boot();
    expect(await rejection(runner.run(Elsewhere, {}))).toMatchObject({
      code: 'REACTOR_NOT_REGISTERED',
      message: expect.stringContaining('Elsewhere'),
    });
    expect(await rejection(runner.run('nowhere', {}))).toMatchObject({
      code: 'REACTOR_NOT_REGISTERED',
      message: expect.stringContaining('known'),
    });
    expect((await runner.run('known', {})).status).toBe('completed');
    expect(runner.reactors()).toEqual(['known']);
  });
});
