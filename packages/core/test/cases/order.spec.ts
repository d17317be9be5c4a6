import { describe, expect, test } from '@jest/globals';
import { Inject, Injectable } from '@nestjs/common';
import { Input, Inputs, Reactor, ReactorRunner, Result, Step, TypedReactor } from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { schema } from '../support/contracts.js';
import { rejection } from '../support/deferred.js';
import { fails, recorder } from '../support/recorder.js';

describe('Order', () => {
  // C-001
  test('a node starts when what it reads is complete, one after the other', async () => {
    const saga = recorder();
    const linear = saga.reactor({ a: {}, b: { reads: ['a'] }, c: { reads: ['b'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(linear, {});
    expect(saga.text).toBe('run:a run:b run:c');
    expect(outcome).toMatchObject({ status: 'completed', ok: true, results: { a: 'a', b: 'b', c: 'c' } });
  });

  // C-001
  test('data decides about the order, declaration does not', async () => {
    const saga = recorder();
    const reversed = saga.reactor({ c: { reads: ['b'] }, b: { reads: ['a'] }, a: {} });
    const { runner } = await saga.boot();
    await runner.run(reversed, {});
    expect(saga.text).toBe('run:a run:b run:c');
  });

  // C-002
  test('ties between ready nodes are broken by declaration order, every time', async () => {
    const saga = recorder();
    const diamond = saga.reactor({ a: {}, b: {}, c: { after: ['b', 'a'] }, d: { after: ['c'] } });
    const { runner } = await saga.boot();
    for (let run = 0; run < 20; run++) {
      saga.clear();
      await runner.run(diamond, {});
      expect(saga.text).toBe('run:a run:b run:c run:d');
    }
  });

  // C-003
  test('dependencies follow from what is read, and are not written into what was declared', async () => {
    const saga = recorder();
    const linear = saga.reactor({ a: {}, b: { reads: ['a'] }, c: { reads: ['b'] } });
    const { runner } = await saga.boot();
    await runner.run(linear, {});
    const { nodes } = runner.describe(linear);
    expect(nodes.map(({ name, waitFor }) => [name, waitFor])).toEqual([
      ['a', []],
      ['b', []],
      ['c', []],
    ]);
    expect(nodes.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
      ['a', []],
      ['b', ['a']],
      ['c', ['b']],
    ]);
  });

  // C-003
  test('waitFor orders without data: the arguments of the later step stay as they are', async () => {
    const seen: unknown[] = [];
    @Reactor()
    class Ordered {
      @Step({ waitFor: ['a'] }) b(args: unknown): void {
        seen.push('b', args);
      }
      @Step() a(args: unknown): string {
        seen.push('a', args);
        return 'secret of a';
      }
    }
    const { runner } = await boot([Ordered]);
    await runner.run(Ordered, { order: 7 });
    expect(seen).toEqual(['a', { order: 7 }, 'b', { order: 7 }]);
  });

  // C-004
  test('a cycle is refused at boot with its path, before any body runs', async () => {
    const saga = recorder();
    saga.reactor({ a: { reads: ['b'] }, b: { reads: ['a'] } }, { name: 'circular' });
    const error = await rejection(saga.boot());
    expect(error).toMatchObject({ name: 'ReactorDefinitionError', code: 'REACTOR_DEFINITION' });
    expect(error.message).toMatch(/circular.*a → b → a/s);
    expect(saga.log).toEqual([]);
  });

  // C-007
  test('after a step finally failed nothing that had not started ever starts', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], run: fails },
      c: { reads: ['b'] },
      d: { reads: ['c'] },
      e: {},
    });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
    const view = await runner.find(executionId);
    expect(view?.steps).toMatchObject({ c: { status: 'pending' }, d: { status: 'pending' }, e: { status: 'pending' } });
  });
});

describe('Result', () => {
  // C-005
  test('the value is that of the step that returns names', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => 1 }, b: { run: () => 2 } }, { returns: 'a' });
    const { runner } = await saga.boot();
    expect((await runner.run(reactor, {})).unwrap()).toBe(1);
  });

  // C-005
  test('without returns the value is every result by step name', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => 1 }, b: { run: () => 2 } });
    const { runner } = await saga.boot();
    expect((await runner.run(reactor, {})).unwrap()).toEqual({ a: 1, b: 2 });
  });

  // C-006, L-201
  test('a step that declares no argument gets the inputs of the reactor; one that declares some gets exactly those', async () => {
    const seen: Record<string, unknown> = {};
    @Reactor()
    class Reading {
      @Step() undeclared(...given: unknown[]): void {
        seen['undeclared'] = given[0];
      }
      @Step() declared(...given: unknown[]): void {
        seen['declared'] = given;
      }
      @Step() all(@Inputs() inputs: unknown): void {
        seen['all'] = inputs;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [String], Reading.prototype, 'declared');
    Input('email')(Reading.prototype as never, 'declared' as never, 0 as never);
    const { runner } = await boot([Reading]);
    const inputs = { email: 'ada@example.org', plan: 'free' };
    (await runner.run(Reading, inputs)).unwrap();
    expect(seen).toEqual({ undeclared: inputs, declared: ['ada@example.org'], all: inputs });
  });

  // C-008, L-207
  test('invalid inputs are answered as a failure of no step: nothing runs, nothing is stored, nothing is thrown', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} }, { inputs: schema.size, name: 'sized' });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, { size: 1 });
    expect(saga.log).toEqual([]);
    expect(outcome).toMatchObject({
      status: 'failed',
      ok: false,
      results: {},
      rollbackFailures: [],
      failure: {
        reactor: 'sized',
        path: [],
        name: 'ContractViolationError',
        retryable: false,
        fieldErrors: { size: [expect.any(String)] },
      },
    });
    expect(outcome.status === 'failed' && 'step' in outcome.failure).toBe(false);
    expect(await runner.find(outcome.executionId)).toBeNull();
    expect((await runner.list()).items).toEqual([]);
  });

  // C-009
  test('every outcome carries an id under which status, results, trace and the outcome are found again', async () => {
    const saga = recorder();
    const completes = saga.reactor({ a: { run: () => ({ id: 1 }) }, b: { reads: ['a'] } }, { returns: 'b' });
    const breaks = saga.reactor({ a: {}, b: { reads: ['a'], run: fails } });
    const { runner } = await saga.boot();

    const done = await runner.run(completes, {});
    expect(await runner.find(done.executionId)).toMatchObject({
      id: done.executionId,
      status: 'completed',
      results: { a: { id: 1 }, b: 'b' },
      steps: {
        a: { kind: 'step', status: 'completed', attempts: 1, result: { id: 1 } },
        b: { status: 'completed', args: { a: { id: 1 } } },
      },
      trace: [
        { seq: 1, type: 'run', step: 'a', path: ['a'], attempt: 1 },
        { seq: 2, type: 'run', step: 'b', path: ['b'], attempt: 1 },
      ],
    });
    const again = await runner.wait(done.executionId);
    expect({ ...again }).toEqual({ ...done });
    expect(again.unwrap()).toBe('b');

    const failed = await runner.run(breaks, {});
    const rebuilt = await runner.wait(failed.executionId);
    expect(rebuilt).toMatchObject({
      status: 'failed',
      failure: { step: 'b', message: 'boom b', reactor: expect.any(String) },
    });
    expect(rebuilt.toJSON()).toEqual(failed.toJSON());
    expect(await runner.find('no-such-execution')).toBeNull();
  });

  test('the runner is injectable and its outcome typed after the reactor', async () => {
    interface Order {
      readonly id: number;
    }
    @Reactor({ returns: 'total' })
    class Priced extends TypedReactor<{ amount: number }, number> {
      @Step() order(@Input('amount') amount: number): Order {
        return { id: amount };
      }
      @Step() total(@Result('order', 'id') id: number): number {
        return id * 2;
      }
    }
    @Injectable()
    class Shop {
      constructor(@Inject(ReactorRunner) private readonly reactors: ReactorRunner) {}
      async price(amount: number): Promise<number> {
        return (await this.reactors.run(Priced, { amount })).unwrap();
      }
    }
    const { module } = await boot([Priced, Shop]);
    expect(await module.get(Shop).price(21)).toBe(42);
  });
});
