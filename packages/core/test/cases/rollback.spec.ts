import { describe, expect, test } from '@jest/globals';
import {
  Args,
  Compensate,
  Ctx,
  failure,
  from,
  Input,
  Reactor,
  Reason,
  Result,
  Step,
  StepHandler,
  Undo,
  type Failure,
  type StepContext,
  type Yields,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';
import { fails, raises, recorder } from '../support/recorder.js';

describe('Rollback', () => {
  // C-055, I-02, I-04, I-05
  test.each([
    ['answers failure()', fails],
    ['throws', raises],
  ])('a step that %s is compensated, then everything completed is undone backwards', async (_how, run) => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'] }, c: { reads: ['b'], run }, d: { reads: ['c'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b run:c compensate:c undo:b undo:a');
    expect(outcome).toMatchObject({
      status: 'failed',
      ok: false,
      results: {},
      rollbackFailures: [],
      failure: { step: 'c', message: 'boom c' },
    });
    expect(() => outcome.unwrap()).toThrow(/boom c/);
  });

  // I-05
  test('undos run in reverse order of completion, not of declaration', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      z: { after: ['y'] },
      y: { after: ['x'] },
      x: {},
      end: { after: ['z'], run: fails },
    });
    const { runner } = await saga.boot();
    await runner.run(reactor, {});
    expect(saga.text).toBe('run:x run:y run:z run:end compensate:end undo:z undo:y undo:x');
  });

  // C-060, F-013, R-7
  test.each([
    ['undefined', undefined, 'NonError'],
    ['null', null, 'NonError'],
    ['a string', 'declined', 'NonError'],
    ['a number', 42, 'NonError'],
    ['a symbol', Symbol('odd'), 'NonError'],
    ['an empty object', {}, 'Object'],
    ['an object without prototype', Object.create(null), 'Object'],
    ['a custom base class', new (class Declined {})(), 'Declined'],
    ['a function', () => 1, 'Function'],
    ['a revoked proxy', revoked(), 'Object'],
  ])(
    'a step that throws %s is compensated and rolled back, and nothing is thrown at the caller',
    async (_what, thrown, name) => {
      const saga = recorder();
      const reactor = saga.reactor({
        a: {},
        b: {
          reads: ['a'],
          run: () => {
            throw thrown;
          },
        },
      });
      const { runner } = await saga.boot();
      const outcome = await runner.run(reactor, {});
      expect(saga.text).toBe('run:a run:b compensate:b undo:a');
      expect(outcome).toMatchObject({ status: 'failed', failure: { step: 'b', name } });
      expect(outcome.status === 'failed' && outcome.failure.message).not.toBe('');
      // `cause` cannot tell a thrown `undefined` from none: then it is rebuilt.
      const { cause } = outcome.status === 'failed' ? outcome.failure : {};
      expect(Object.is(cause, thrown) || (thrown === undefined && cause instanceof Error)).toBe(true);
    },
  );

  // C-062
  test('a step class without a run method is refused at boot, naming it', async () => {
    class Bodiless {
      undo(): void {}
    }
    StepHandler()(Bodiless as never);
    const error = await rejection(boot([Bodiless]));
    expect(error).toMatchObject({ code: 'REACTOR_DEFINITION' });
    expect(error.message).toMatch(/Bodiless.*run/s);
  });

  // C-062
  test('an assertion error of a test in a body is the failure of that step', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: () => expect(1).toBe(2) } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { step: 'b', message: expect.stringContaining('toBe') },
    });
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
  });

  // C-064
  test('a compensate or undo that nobody declared is traced as skipped and is no rollback failure', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: { undo: null },
      b: { reads: ['a'], undo: () => 'undone' },
      c: { reads: ['b'], run: fails, compensate: null },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b run:c undo:b');
    expect(outcome).toMatchObject({ status: 'failed', rollbackFailures: [] });
    const { trace } = (await runner.find(outcome.executionId)) ?? { trace: [] };
    expect(trace.slice(3).map(({ type, step, skipped, result }) => ({ type, step, skipped, result }))).toEqual([
      { type: 'compensate', step: 'c', skipped: true, result: undefined },
      { type: 'undo', step: 'b', skipped: false, result: 'undone' },
      { type: 'undo', step: 'a', skipped: true, result: undefined },
    ]);
  });

  // C-064
  test('a compensate that succeeded is traced with what it answered', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ b: { run: fails, compensate: () => ({ refunded: 3 }) } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    expect((await runner.find(executionId))?.trace.at(-1)).toMatchObject({
      type: 'compensate',
      step: 'b',
      skipped: false,
      result: { refunded: 3 },
    });
  });

  // C-065
  test('hooks of the reactor win over those of the step class, which are used otherwise', async () => {
    const log: string[] = [];
    @StepHandler()
    class Charge {
      run(args: { fail: boolean }): string {
        if (args.fail) throw new Error('declined');
        return 'charged';
      }
      undo(): void {
        log.push('undo of the class');
      }
      compensate(): void {
        log.push('compensate of the class');
      }
    }
    @Reactor()
    class Plain {
      @Step(Charge, { args: { fail: from.value(false) } }) ok!: Yields<string>;
      @Step(Charge, { args: { fail: from.value(true) }, waitFor: ['ok'] }) broken!: Yields<string>;
    }
    @Reactor()
    class Overriding {
      @Step(Charge, { args: { fail: from.value(false) } }) ok!: Yields<string>;
      @Undo('ok') undoOk(): void {
        log.push('undo of the reactor');
      }
      @Step(Charge, { args: { fail: from.value(true) }, waitFor: ['ok'] }) broken!: Yields<string>;
      @Compensate('broken') clean(): void {
        log.push('compensate of the reactor');
      }
    }
    const { runner } = await boot([Charge, Plain, Overriding]);
    await runner.run(Plain, {});
    await runner.run(Overriding, {});
    expect(log).toEqual([
      'compensate of the class',
      'undo of the class',
      'compensate of the reactor',
      'undo of the reactor',
    ]);
  });

  // C-065
  test('an undo gets its result, its arguments and its context; a compensate the reason, arguments and context', async () => {
    const seen: Record<string, unknown> = {};
    @Reactor({ name: 'handing' })
    class Handing {
      @Step() create(@Input('email') email: string): { id: number; email: string } {
        return { id: 7, email };
      }
      @Undo('create') remove(result: unknown, args: unknown, ctx: StepContext): void {
        seen['undo'] = { result, args, step: ctx.step, attempt: ctx.attempt, aborted: ctx.signal.aborted };
      }
      @Step() charge(@Result('create', 'id') id: number, @Input('amount') amount: number): void {
        throw new RangeError(`declined ${id} ${amount}`);
      }
      @Compensate('charge') clean(reason: Failure, args: unknown, ctx: StepContext): void {
        seen['compensate'] = {
          name: reason.name,
          message: reason.message,
          step: reason.step,
          args,
          ctx: ctx.path,
          cause: reason.cause,
        };
      }
    }
    const { runner } = await boot([Handing]);
    await runner.run(Handing, { email: 'ada@example.org', amount: 5 });
    expect(seen).toEqual({
      compensate: {
        name: 'RangeError',
        message: 'declined 7 5',
        step: 'charge',
        args: { id: 7, amount: 5 },
        ctx: ['charge'],
        cause: new RangeError('declined 7 5'),
      },
      undo: {
        result: { id: 7, email: 'ada@example.org' },
        args: { email: 'ada@example.org' },
        step: 'create',
        attempt: expect.any(Number),
        aborted: false,
      },
    });
  });

  // F-005
  test('a compensate is given the inputs and the reason, and no result of its step', async () => {
    const seen: unknown[] = [];
    @Reactor()
    class Cleaning {
      @Step() a(): string {
        return 'of a';
      }
      @Step() b(@Input('id') id: string, @Result('a') a: string): string {
        throw new Error(`no ${id} ${a}`);
      }
      @Compensate('b') clean(
        @Args() args: unknown,
        @Input('id') id: string,
        @Result('a') a: string,
        @Reason() reason: Failure,
        @Ctx() ctx: StepContext,
      ): void {
        seen.push(args, id, a, reason.message, ctx.inputs);
        expect(() => ctx.result('b')).toThrow(/'b'/);
      }
    }
    const { runner } = await boot([Cleaning]);
    const outcome = await runner.run(Cleaning, { id: 'x' });
    expect(seen).toEqual([{ id: 'x', a: 'of a' }, 'x', 'of a', 'no x of a', { id: 'x' }]);
    expect(outcome).toMatchObject({ failure: { step: 'b', message: 'no x of a' }, rollbackFailures: [] });
  });

  //
  test('an undo and a compensate have a fresh signal, also after their step timed out', async () => {
    const saga = recorder();
    const aborted: boolean[] = [];
    const reactor = saga.reactor({
      a: { undo: (_r, _a, ctx) => aborted.push(ctx.signal.aborted) },
      b: {
        reads: ['a'],
        timeout: 5,
        run: (ctx) =>
          new Promise((_resolve, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason))),
        compensate: (_r, _a, ctx) => aborted.push(ctx.signal.aborted),
      },
    });
    const { runner } = await saga.boot();
    await runner.run(reactor, {});
    expect(aborted).toEqual([false, false]);
  });

  test('the class of a result that the contract made is there in the undo as well', async () => {
    const seen: unknown[] = [];
    class Money {
      constructor(readonly cents: number) {}
    }
    const saga = recorder();
    const reactor = saga.reactor({
      a: { run: () => new Date(5), undo: (result) => seen.push(result) },
      b: { run: () => new Map([['k', new Set([1n])]]), undo: (result) => seen.push(result) },
      c: { run: () => new Money(5), undo: (result) => seen.push(result) },
      d: { after: ['a', 'b', 'c'], run: fails },
    });
    const app = await saga.boot();
    await app.runner.run(reactor, {});
    expect(seen).toEqual([{ cents: 5 }, new Map([['k', new Set([1n])]]), new Date(5)]);
    expect(seen[0]).not.toBeInstanceOf(Money);
    expect(app.lines.filter(({ message }) => message.includes('Money'))).toHaveLength(1);
  });
});

describe('Rollback failures', () => {
  // C-069, I-06, R-6
  test.each([
    ['returned_failure', () => failure('comp-fail')],
    [
      'raised',
      () => {
        throw new Error('comp-fail');
      },
    ],
  ] as const)(
    'a compensate that fails (%s) turns the failure into a CompensationError, and stops nothing',
    async (reason, compensate) => {
      const saga = recorder();
      const original = new RangeError('boom b');
      const reactor = saga.reactor({
        a: {},
        b: {
          reads: ['a'],
          compensate,
          run: () => {
            throw original;
          },
        },
      });
      const { runner } = await saga.boot();
      const outcome = await runner.run(reactor, {});
      expect(saga.text).toBe('run:a run:b compensate:b undo:a');
      if (outcome.status !== 'failed') throw new Error(outcome.status);
      expect(outcome.failure).toMatchObject({ name: 'CompensationError', step: 'b', code: 'REACTOR_COMPENSATION' });
      expect(outcome.failure.message).toMatch(/'b'.*comp-fail/);
      expect((outcome.failure.cause as Error).cause).toBe(original);
      const expected = [{ step: 'b', path: ['b'], kind: 'compensate', reason, message: 'comp-fail' }];
      expect(outcome.rollbackFailures).toEqual(expected);
      expect(outcome.failure.rollbackFailures).toEqual(expected);
    },
  );

  // C-074, I-06
  test('a failing compensate and a failing undo are both listed, in order, and every other undo runs', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], undo: raises as never },
      c: { reads: ['b'] },
      d: { reads: ['c'], run: fails, compensate: () => failure('comp-fail') },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b run:c run:d compensate:d undo:c undo:b undo:a');
    expect(
      outcome.status === 'failed' && outcome.rollbackFailures.map(({ step, kind, reason }) => ({ step, kind, reason })),
    ).toEqual([
      { step: 'd', kind: 'compensate', reason: 'returned_failure' },
      { step: 'b', kind: 'undo', reason: 'raised' },
    ]);
    const view = await runner.find(outcome.executionId);
    expect(
      view?.trace.filter(({ failure: failed }) => failed !== undefined).map(({ type, step }) => `${type}:${step}`),
    ).toEqual(['compensate:d', 'undo:b']);
    expect(view?.steps).toMatchObject({ a: { status: 'undone' }, b: { status: 'completed' }, c: { status: 'undone' } });
  });

  test('the failure of a run whose undo failed stays its own', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { undo: () => failure('cannot') }, b: { reads: ['a'], run: raises } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome).toMatchObject({
      failure: { name: 'Error', message: 'boom b', step: 'b' },
      rollbackFailures: [{ step: 'a', message: 'cannot' }],
    });
    expect(() => outcome.unwrap()).toThrow(/could not be rolled back: undo of 'a'/);
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
