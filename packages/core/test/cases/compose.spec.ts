import { describe, expect, test } from '@jest/globals';
import {
  Compose,
  Input,
  Interrupt,
  Reactor,
  Result,
  Step,
  type ArgsFor,
  type RetryOptions,
  type StepContext,
  type Yields,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';
import { fails, failsTimes, recorder, retries, type StepPlan } from '../support/recorder.js';

describe('A composed child', () => {
  // C-103, I-11
  test('that fails rolls itself back, then its parent; the failure is that of the compose step', async () => {
    const saga = recorder();
    const child = saga.reactor({ c1: {}, c2: { reads: ['c1'], run: fails } }, { name: 'payment' });
    const reactor = saga.reactor(
      { a: {}, child: { compose: child, reads: ['a'] }, b: { reads: ['child'] } },
      { name: 'ordering' },
    );
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:child.c1 run:child.c2 compensate:child.c2 undo:child.c1 undo:a');
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { step: 'child', reactor: 'ordering', path: ['child', 'c2'], message: 'boom c2' },
    });
  });

  // C-104, I-05, I-11, R-5
  test('that completed is undone from the inside when its parent fails later', async () => {
    const saga = recorder();
    const child = saga.reactor({ c1: {}, c2: { reads: ['c1'] } });
    const reactor = saga.reactor({
      a: {},
      child: { compose: child, reads: ['a'] },
      m: { reads: ['child'] },
      b: { reads: ['m'], run: fails },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe(
      'run:a run:child.c1 run:child.c2 run:m run:b compensate:b undo:m undo:child.c2 undo:child.c1 undo:a',
    );
    expect(outcome).toMatchObject({ failure: { step: 'b', path: ['b'] } });
    expect((await runner.find(outcome.executionId))?.steps['child']).toMatchObject({
      kind: 'compose',
      status: 'undone',
      steps: { c1: { status: 'undone' }, c2: { status: 'undone' } },
    });
  });

  // C-106, I-11
  test('two levels unwind innermost first; the failure is that of the outermost compose step', async () => {
    const saga = recorder();
    const inner = saga.reactor({ i1: {}, i2: { reads: ['i1'], run: fails } });
    const outer = saga.reactor({ o1: {}, inner: { compose: inner, reads: ['o1'] } });
    const reactor = saga.reactor({ a: {}, outer: { compose: outer, reads: ['a'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe(
      'run:a run:outer.o1 run:outer.inner.i1 run:outer.inner.i2 compensate:outer.inner.i2 undo:outer.inner.i1 undo:outer.o1 undo:a',
    );
    expect(outcome).toMatchObject({ failure: { step: 'outer', path: ['outer', 'inner', 'i2'] } });
  });

  // C-108
  test('gives the value that its returns names, else all of its results', async () => {
    const saga = recorder();
    const returning = saga.reactor({ c1: { run: () => 1 }, c2: { run: () => 2 } }, { returns: 'c2' });
    const all = saga.reactor({ c1: { run: () => 1 }, c2: { run: () => 2 } });
    const reactor = saga.reactor(
      { x: { compose: returning }, y: { compose: all }, z: { reads: ['x', 'y'], run: (_ctx, x, y) => ({ x, y }) } },
      { returns: 'z' },
    );
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome.unwrap()).toEqual({ x: 2, y: { c1: 1, c2: 2 } });
    expect(outcome.results).toMatchObject({ x: 2, y: { c1: 1, c2: 2 } });
  });

  // C-109
  test('retries its own steps: what it completed does not run again, and each is undone once', async () => {
    const saga = recorder();
    const child = saga.reactor({ c1: {}, c2: { reads: ['c1'], run: failsTimes(1), retries: retries(2) } });
    const reactor = saga.reactor({ child: { compose: child }, b: { reads: ['child'], run: fails } });
    const { runner } = await saga.boot();
    await runner.run(reactor, {});
    expect(saga.text).toBe(
      'run:child.c1 run:child.c2 retry:child.c2#1 run:child.c2 run:b compensate:b undo:child.c2 undo:child.c1',
    );
  });

  // C-109
  test('that exhausted its attempts is not run again by its parent', async () => {
    const saga = recorder();
    const child = saga.reactor({ c1: {}, c2: { reads: ['c1'], run: fails, retries: retries(2) } });
    const reactor = saga.reactor({ a: {}, child: { compose: child, reads: ['a'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe(
      'run:a run:child.c1 run:child.c2 retry:child.c2#1 run:child.c2 compensate:child.c2 undo:child.c1 undo:a',
    );
    expect(outcome).toMatchObject({
      failure: { step: 'child', attempts: 2, message: "step 'c2' failed after 2 attempts: boom c2" },
    });
  });

  // C-110
  test('takes no retries: a definition error that names the step and points to the steps of the child', async () => {
    const saga = recorder();
    const child = saga.reactor({ c1: {} });
    @Reactor({ name: 'parent' })
    class Parent {
      payment!: Yields<unknown>;
    }
    const loose = Compose as (...args: unknown[]) => PropertyDecorator;
    loose(child, { retries: { maxAttempts: 3 } satisfies RetryOptions })(Parent.prototype, 'payment');
    const error = await rejection(saga.boot({ providers: [Parent] }));
    expect(error).toMatchObject({ code: 'REACTOR_DEFINITION' });
    expect(error.message).toMatch(/parent.*payment.*retries.*step/s);
  });

  // C-114, F-012, I-07
  test('that halts halts the whole run: nothing after it starts, nothing is undone', async () => {
    const saga = recorder();
    const child = saga.reactor({
      c1: {},
      c2: { reads: ['c1'], run: (ctx) => ctx.halt('sold out') },
      c3: { reads: ['c2'] },
    });
    const reactor = saga.reactor({ a: {}, child: { compose: child, reads: ['a'] }, b: { reads: ['child'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:child.c1 run:child.c2');
    expect(outcome).toMatchObject({ status: 'halted', reason: 'sold out', results: { a: 'a' } });
    expect((await runner.find(outcome.executionId))?.steps).toMatchObject({
      a: { status: 'completed' },
      b: { status: 'pending' },
    });
    saga.clear();
    await runner.undo(outcome.executionId);
    expect(saga.text).toBe('undo:child.c1 undo:a');
  });

  // F-012
  test('a halt means the same two levels down', async () => {
    const saga = recorder();
    const inner = saga.reactor({ i1: { run: (ctx) => ctx.halt('r') } });
    const outer = saga.reactor({ inner: { compose: inner }, o2: { reads: ['inner'] } });
    const reactor = saga.reactor({ outer: { compose: outer }, b: { reads: ['outer'] } });
    const { runner } = await saga.boot();
    expect(await runner.run(reactor, {})).toMatchObject({ status: 'halted', reason: 'r' });
    expect(saga.text).toBe('run:outer.inner.i1');
  });

  // C-115
  test('that holds an interrupt is refused at boot, as long as interrupts are not built', async () => {
    @Reactor({ name: 'asking' })
    class Asking {
      @Interrupt() approval!: Yields<unknown>;
    }
    @Reactor({ name: 'parent' })
    class Parent {
      @Compose(Asking) child(): ArgsFor<Asking> {
        return {};
      }
    }
    const error = await rejection(boot([Asking, Parent]));
    expect(error).toMatchObject({ code: 'REACTOR_DEFINITION' });
    expect(error.message).toMatch(/asking.*approval.*@Interrupt/s);
  });

  test('gets its inputs from the builder or from args, checked by its own contract', async () => {
    const seen: unknown[] = [];
    @Reactor({ returns: 'double' })
    class Doubling {
      @Step() double(@Input('n') n: number): number {
        return n * 2;
      }
    }
    @Reactor()
    class Parent {
      @Step() order(): { n: number } {
        return { n: 4 };
      }
      @Compose(Doubling) built(@Result('order', 'n') n: number): ArgsFor<Doubling> {
        return { n };
      }
      @Compose(Doubling) filled!: Yields<unknown>;
      @Step() read(@Result('built') built: unknown, @Result('filled') filled: unknown): void {
        seen.push(built, filled);
      }
    }
    const { runner } = await boot([Doubling, Parent]);
    expect(await runner.run(Parent, { n: 5 })).toMatchObject({ status: 'completed' });
    expect(seen).toEqual([8, 10]);
  });

  test('shares the id, the path, and has keys of its own', async () => {
    const saga = recorder();
    const seen: Record<string, unknown>[] = [];
    const note = ({ executionId, rootExecutionId, reactor: name, step, path, idempotencyKey }: StepContext): void =>
      void seen.push({ executionId, rootExecutionId, name, step, path, idempotencyKey });
    const child = saga.reactor({ c: { run: note } }, { name: 'child' });
    const reactor = saga.reactor(
      { one: { compose: child }, two: { compose: child, after: ['one'] } },
      { name: 'parent' },
    );
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    expect(seen).toMatchObject([
      { executionId, rootExecutionId: executionId, name: 'child', step: 'c', path: ['one', 'c'] },
      { executionId, rootExecutionId: executionId, name: 'child', step: 'c', path: ['two', 'c'] },
    ]);
    expect(seen[0]?.['idempotencyKey']).not.toBe(seen[1]?.['idempotencyKey']);
    expect((await runner.list()).items).toHaveLength(1);
  });

  test('runs its own ready nodes up to its own concurrency', async () => {
    const saga = recorder();
    let inFlight = 0;
    let most = 0;
    const busy: StepPlan = {
      run: async () => {
        most = Math.max(most, ++inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight--;
      },
    };
    const child = saga.reactor({ x: busy, y: busy, z: busy }, { concurrency: 2 });
    const reactor = saga.reactor({ child: { compose: child } });
    const { runner } = await saga.boot();
    expect((await runner.run(reactor, {})).status).toBe('completed');
    expect(most).toBe(2);
  });

  test('is retried only where it was undone: after a failing rollback its parts keep what they did', async () => {
    const saga = recorder();
    let broken = true;
    const child = saga.reactor({ c1: {}, c2: { reads: ['c1'], run: (ctx) => (broken ? fails(ctx) : 'c2') } });
    const reactor = saga.reactor({ a: {}, child: { compose: child, reads: ['a'] }, b: { reads: ['child'] } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    broken = false;
    saga.clear();
    expect((await runner.retry(executionId)).status).toBe('completed');
    expect(saga.text).toBe('run:a run:child.c1 run:child.c2 run:b');
  });

  test('undone by hand, it is undone from the inside', async () => {
    const saga = recorder();
    const child = saga.reactor({ c1: {}, c2: { reads: ['c1'] } });
    const reactor = saga.reactor({ a: {}, child: { compose: child, reads: ['a'] }, b: { reads: ['child'] } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    saga.clear();
    expect((await runner.undo(executionId)).status).toBe('cancelled');
    expect(saga.text).toBe('undo:b undo:child.c2 undo:child.c1 undo:a');
    saga.clear();
    await runner.undo(executionId);
    expect(saga.log).toEqual([]);
  });
});
