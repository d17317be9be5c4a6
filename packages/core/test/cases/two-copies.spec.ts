import { beforeAll, describe, expect, test } from '@jest/globals';
import type * as Core from '@nest-reactor/core';
import * as first from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';
import { recorder, type ReactorClass } from '../support/recorder.js';
import { secondCopy } from '../support/second-copy.js';

/** F-072: a step library imports the package from a second copy. */
let second: typeof Core;
beforeAll(async () => {
  second = await secondCopy();
});

describe('A second copy of the package', () => {
  test('is one: its classes are others', () => {
    expect(second.Failure).not.toBe(first.Failure);
    expect(second.ReactorOutcomeError).not.toBe(first.ReactorOutcomeError);
  });

  // F-072
  test('gives signals that mean the same', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      ok: { run: () => second.success(1) },
      none: { reads: ['ok'], run: () => second.skipped(2) },
      no: {
        reads: ['none'],
        retries: { maxAttempts: 3, baseDelay: 0 },
        run: () => second.failure('declined', { retryable: false, code: 'card' }),
      },
    });
    const stopping = saga.reactor({ a: { run: () => second.halt('enough') }, b: { after: ['a'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:ok run:none run:no compensate:no undo:ok');
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { attempts: 1, code: 'card', retryable: false },
      results: { none: 2 },
    });
    expect(await runner.run(stopping, {})).toMatchObject({ status: 'halted', reason: 'enough' });
  });

  // F-072
  test('throws errors that are recognised: what is never retried is not, what may be is', async () => {
    const saga = recorder();
    const retries = { maxAttempts: 2, baseDelay: 0 } as const;
    const never = new second.ContractViolationError('Card', 'the arguments', { number: ['is missing'] });
    const reactor = saga.reactor({
      a: {
        retries,
        run: () => {
          throw never;
        },
      },
    });
    const timedOut = saga.reactor({
      a: {
        retries,
        run: (ctx) => {
          if (ctx.attempt === 1) throw new second.StepTimeoutError('a', 5);
        },
      },
    });
    const { runner } = await saga.boot();
    expect(await runner.run(reactor, {})).toMatchObject({
      failure: { attempts: 1, fieldErrors: { number: ['is missing'] } },
    });
    expect((await runner.run(timedOut, {})).status).toBe('completed');
    expect(never).toBeInstanceOf(first.ContractViolationError);
    expect(never).toBeInstanceOf(first.ReactorError);
    expect(never).not.toBeInstanceOf(first.StepTimeoutError);
  });

  // F-072
  test('decorates reactors and step classes that are found, with everything they declare', async () => {
    const log: string[] = [];
    const loose = second as unknown as Record<
      'Reactor' | 'Step' | 'StepHandler' | 'Undo' | 'Input',
      (...args: any[]) => any
    >;
    const { Reactor, Step, StepHandler, Undo, Input } = loose;
    class Library {
      reserve(): string {
        return 'seat';
      }
      release(): void {
        log.push('release');
      }
      charge!: unknown;
    }
    Reflect.defineMetadata('design:paramtypes', [String], Library.prototype, 'reserve');
    Reflect.defineMetadata('design:paramtypes', [], Library.prototype, 'release');
    Input('route')(Library.prototype, 'reserve', 0);
    Step()(Library.prototype, 'reserve', Object.getOwnPropertyDescriptor(Library.prototype, 'reserve'));
    Undo('reserve')(Library.prototype, 'release', Object.getOwnPropertyDescriptor(Library.prototype, 'release'));
    class Charge {
      run(args: { seat: string }): void {
        log.push(`charge ${args.seat}`);
        throw new Error('declined');
      }
    }
    StepHandler()(Charge);
    Step(Charge, { args: { seat: second.from.result('reserve') } })(Library.prototype, 'charge');
    Reactor({ name: 'library' })(Library);
    const { runner } = await boot([Library, Charge]);
    const outcome = await runner.run(Library as ReactorClass, { route: 'ZRH-LIS' });
    expect(log).toEqual(['charge seat', 'release']);
    expect(outcome).toMatchObject({ status: 'failed', failure: { step: 'charge' } });
  });

  // F-072
  test('names the same injection tokens, and knows its own current step', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: (ctx) => second.currentStep().step === ctx.step } }, { returns: 'a' });
    const { module, runner } = await saga.boot();
    expect((await runner.run(reactor, {})).unwrap()).toBe(true);
    expect(second.isFailure(new first.Failure({} as never))).toBe(true);
    const other = module.get(second.ReactorRunner);
    expect((await other.run(reactor, {})).unwrap()).toBe(true);
  });

  // F-072
  test('recognises what the first one throws', async () => {
    const { runner } = await recorder().boot();
    expect(await rejection(runner.undo('nope'))).toBeInstanceOf(second.ExecutionNotFoundError);
  });
});
