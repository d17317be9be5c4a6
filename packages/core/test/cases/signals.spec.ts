import { describe, expect, test } from '@jest/globals';
import {
  currentStep,
  failure,
  halt,
  isFailure,
  NoCurrentStepError,
  Reactor,
  Result,
  skipped,
  Step,
  StepHandler,
  success,
  Undo,
  type StepContext,
  type Yields,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { schema } from '../support/contracts.js';
import { fails, recorder, type Body } from '../support/recorder.js';

describe('Skipped', () => {
  // C-012, I-07
  test('the value of a skipped step flows on, and the step is never undone', async () => {
    const saga = recorder();
    const seen: unknown[] = [];
    const flowing = saga.reactor({
      a: {},
      b: { reads: ['a'], run: () => skipped('v') },
      c: { reads: ['b'], run: (_ctx, b) => void seen.push(b) },
      d: { reads: ['c', 'b'], run: fails },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(flowing, {});
    expect(seen).toEqual(['v']);
    expect(saga.text).toBe('run:a run:b run:c run:d compensate:d undo:c undo:a');
    expect(outcome.results).toEqual({ b: 'v' });
  });

  // C-012
  test('a run with skipped steps is completed; its trace has one entry of type skipped', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: () => skipped('v') }, c: { reads: ['b'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome).toMatchObject({ status: 'completed', results: { a: 'a', b: 'v', c: 'c' } });
    const view = await runner.find(outcome.executionId);
    expect(view?.status).toBe('completed');
    expect(view?.steps['b']).toMatchObject({ status: 'skipped', result: 'v' });
    expect(view?.trace.map(({ type, step }) => `${type}:${step}`)).toEqual(['run:a', 'run:b', 'skipped:b', 'run:c']);
  });

  // C-012
  test('a halted run has no skipped step', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => halt('enough') }, b: { reads: ['a'] } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    const view = await runner.find(executionId);
    expect(view?.trace.some(({ type }) => type === 'skipped')).toBe(false);
    expect(Object.values(view?.steps ?? {}).map(({ status }) => status)).toEqual(['halted', 'pending']);
  });

  test('skipped() without a value gives undefined', async () => {
    const saga = recorder();
    const seen: unknown[] = ['nothing yet'];
    const reactor = saga.reactor({
      a: { run: () => skipped() },
      b: { reads: ['a'], run: (_ctx, a) => void (seen[0] = a) },
    });
    const { runner } = await saga.boot();
    expect((await runner.run(reactor, {})).status).toBe('completed');
    expect(seen).toEqual([undefined]);
  });

  // C-015
  test('a skipped value is checked by the output contract, and fails the step when it violates it', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], output: schema.size, run: () => skipped({ size: 1 }) } });
    const fine = saga.reactor({ b: { output: schema.size, run: () => skipped({ size: 2 }) } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { step: 'b', name: 'ContractViolationError', fieldErrors: { size: [expect.any(String)] } },
    });
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
    expect((await runner.run(fine, {})).results).toEqual({ b: { size: 2 } });
  });
});

describe('Halt', () => {
  // C-018, I-07
  test('a halt stops the run, keeps what it did and undoes nothing', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: () => halt('r') }, c: { reads: ['b'] }, d: {} });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b');
    expect(outcome).toMatchObject({ status: 'halted', ok: false, reason: 'r', step: 'b', results: { a: 'a' } });
    const view = await runner.find(outcome.executionId);
    expect(view).toMatchObject({ status: 'halted', failure: null });
    expect(view?.trace.at(-1)).toMatchObject({ type: 'halt', step: 'b', reason: 'r' });
  });

  // C-018
  test('steps that a halt left behind stay pending, and the run is no failure', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => halt('r') }, b: { reads: ['a'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    const view = await runner.find(outcome.executionId);
    expect(view?.steps['b']?.status).toBe('pending');
    expect((await runner.list({ status: 'failed' })).items).toEqual([]);
    expect('failure' in outcome).toBe(false);
    expect(() => outcome.unwrap()).toThrow(/halted at step 'a': r/);
  });
});

const HELPERS: readonly { readonly signal: string; readonly returned: Body; readonly said: Body }[] = [
  { signal: 'success', returned: () => success({ n: 1 }), said: (ctx) => ctx.succeed({ n: 1 }) },
  { signal: 'skipped', returned: () => skipped({ n: 1 }), said: (ctx) => ctx.skip({ n: 1 }) },
  { signal: 'halt', returned: () => halt('r'), said: (ctx) => ctx.halt('r') },
  {
    signal: 'failure',
    returned: () => failure('declined', { retryable: false, code: 'card', details: { n: 1 } }),
    said: (ctx) => ctx.fail('declined', { retryable: false, code: 'card', details: { n: 1 } }),
  },
];

describe('Helpers of the context', () => {
  // C-019
  test.each(HELPERS)('ctx says $signal exactly as returning it does, in inline steps', async ({ returned, said }) => {
    const answer = await answers(returned);
    expect(await answers(said)).toEqual(answer);
    expect(await answers(async (ctx) => await said(ctx))).toEqual(answer);
  });

  // C-019
  test.each(HELPERS)('ctx says $signal exactly as returning it does, in step classes', async ({ returned, said }) => {
    const answer = await answersOfClass(returned);
    expect(await answersOfClass(said)).toEqual(answer);
  });

  // C-020
  test('a helper ends the step from any depth: nothing after the call runs, finally blocks do', async () => {
    const saga = recorder();
    const steps: string[] = [];
    const g = (ctx: StepContext): void => {
      try {
        steps.push('g');
        ctx.fail('enough');
        steps.push('after in g');
      } finally {
        steps.push('finally in g');
      }
    };
    const f = async (ctx: StepContext): Promise<void> => {
      steps.push('f');
      await Promise.resolve();
      g(ctx);
      steps.push('after in f');
    };
    const reactor = saga.reactor({
      a: {
        run: async (ctx) => {
          await f(ctx);
          steps.push('after in the body');
        },
      },
    });
    const { runner } = await saga.boot();
    expect(await runner.run(reactor, {})).toMatchObject({
      status: 'failed',
      failure: { step: 'a', message: 'enough' },
    });
    expect(steps).toEqual(['f', 'g', 'finally in g']);
  });

  test('what a helper said holds even when a catch in between swallows it', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: {
        run: (ctx) => {
          try {
            ctx.halt('stop here');
          } catch {
            // as code does that catches everything
          }
          return 'went on';
        },
      },
      b: { reads: ['a'] },
    });
    const { runner } = await saga.boot();
    expect(await runner.run(reactor, {})).toMatchObject({ status: 'halted', reason: 'stop here', step: 'a' });
    expect(saga.text).toBe('run:a');
  });

  // C-020
  test('what is thrown before a helper is called is an ordinary failure', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: {
        run: (ctx) => {
          JSON.parse('{');
          return ctx.halt('never said');
        },
      },
    });
    const { runner } = await saga.boot();
    expect(await runner.run(reactor, {})).toMatchObject({ status: 'failed', failure: { name: 'SyntaxError' } });
  });

  // C-022
  test('currentStep() outside a step is a loud programming error', async () => {
    expect(() => currentStep()).toThrow(NoCurrentStepError);
    expect(() => currentStep()).toThrow(/outside a step/);
    let thrown: unknown;
    try {
      currentStep();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'NoCurrentStepError', code: 'REACTOR_NO_CURRENT_STEP' });
  });

  test('currentStep() gives the context of the body anywhere below it, also after an await and in hooks', async () => {
    const saga = recorder();
    const seen: string[] = [];
    const below = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(currentStep().step);
    };
    const reactor = saga.reactor(
      {
        a: { run: below, undo: async () => below() },
        b: { run: below },
        c: { reads: ['a', 'b'], run: fails, compensate: async () => below() },
      },
      { concurrency: 2 },
    );
    const { runner } = await saga.boot();
    await runner.run(reactor, {});
    expect(seen.slice(0, 2).toSorted()).toEqual(['a', 'b']);
    expect(seen.slice(2)).toEqual(['c', 'a']);
  });
});

describe('Failures', () => {
  // C-024
  test('failure() keeps its options, however it is said', async () => {
    const options = { retryable: false, code: 'card_declined', details: { amount: 7 } } as const;
    for (const run of [
      (() => failure('declined', options)) satisfies Body,
      ((ctx) => ctx.fail('declined', options)) satisfies Body,
      (() => {
        throw failure('declined', options);
      }) satisfies Body,
    ]) {
      const answer = await answers(run);
      expect(answer).toMatchObject({
        status: 'failed',
        failure: { message: 'declined', retryable: false, code: 'card_declined', details: { amount: 7 }, step: 'b' },
      });
    }
  });

  // C-024
  test('the name of a failure is the class of the original error, Failure for a text, NonError for a primitive', async () => {
    class PaymentError extends Error {
      readonly code = 'card';
    }
    const original = new PaymentError('declined');
    expect(await failureOf(() => failure(original))).toMatchObject({
      name: 'PaymentError',
      message: 'declined',
      code: 'card',
      cause: original,
    });
    expect(await failureOf(() => failure(original, { code: 'mine' }))).toMatchObject({
      name: 'PaymentError',
      code: 'mine',
    });
    expect(await failureOf(() => failure('declined'))).toMatchObject({ name: 'Failure', message: 'declined' });
    expect(
      await failureOf(() => {
        throw 'declined';
      }),
    ).toMatchObject({ name: 'NonError', message: 'declined' });
  });

  test('a body that returns a Failure it read fails with it', async () => {
    const saga = recorder();
    const inner = saga.reactor({ x: { run: () => failure(new RangeError('too far'), { code: 'far' }) } });
    let read: unknown;
    const outer = saga.reactor({
      a: {},
      b: {
        reads: ['a'],
        run: async () => {
          const outcome = await app.runner.run(inner, {});
          read = outcome.status === 'failed' ? outcome.failure : undefined;
          return read;
        },
      },
    });
    const app = await saga.boot();
    const outcome = await app.runner.run(outer, {});
    expect(isFailure(read)).toBe(true);
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { step: 'b', name: 'RangeError', message: 'too far', code: 'far' },
    });
    expect(saga.text).toBe('run:a run:b run:x compensate:x compensate:b undo:a');
  });

  test('a body that answers an Outcome answers plain data, and is warned about', async () => {
    const saga = recorder();
    const inner = saga.reactor({ x: { run: fails } });
    const outer = saga.reactor({ b: { run: () => app.runner.run(inner, {}) } });
    const app = await saga.boot();
    const outcome = await app.runner.run(outer, {});
    expect(outcome).toMatchObject({ status: 'completed', results: { b: { status: 'failed', ok: false } } });
    expect(app.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringMatching(/'b'.*Outcome.*unwrap/s) }),
    );
  });

  test('the signals are plain tagged data, alike only to themselves', () => {
    expect(success(1)).toEqual({ signal: 'success', value: 1 });
    expect(skipped(1)).toEqual({ signal: 'skipped', value: 1 });
    expect(halt('r')).toEqual({ signal: 'halt', reason: 'r' });
    expect(failure('e', { code: 'c' })).toEqual({ signal: 'failure', error: 'e', code: 'c' });
  });

  test('data that only looks like a signal is a value', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => ({ signal: 'halt', reason: 'in the data' }) } }, { returns: 'a' });
    const { runner } = await saga.boot();
    expect((await runner.run(reactor, {})).unwrap()).toEqual({ signal: 'halt', reason: 'in the data' });
  });

  test('signals mean the same in an undo and a compensate: only failure() is none', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: { undo: () => halt('no such thing here') },
      b: { reads: ['a'], undo: () => skipped() },
      c: { reads: ['b'], undo: (_result, _args, ctx) => ctx.fail('undo refused') },
      d: { reads: ['c'], run: fails, compensate: (_reason, _args, ctx) => ctx.succeed('cleaned') },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b run:c run:d compensate:d undo:c undo:b undo:a');
    expect(outcome).toMatchObject({ status: 'failed', failure: { name: 'Failure', message: 'boom d' } });
    expect(outcome.status === 'failed' && outcome.rollbackFailures).toEqual([
      { step: 'c', path: ['c'], kind: 'undo', reason: 'returned_failure', message: 'undo refused' },
    ]);
  });
});

/** What a run with this body as its second step comes to: outcome, log and trace, without what differs from run to run. */
async function answers(run: Body): Promise<unknown> {
  const saga = recorder();
  const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run }, c: { reads: ['b'] } }, { name: 'helpers' });
  const { runner, close } = await saga.boot();
  const outcome = await runner.run(reactor, {});
  const view = await runner.find(outcome.executionId);
  await close();
  const { executionId: _id, ...rest } = outcome.toJSON();
  return {
    ...rest,
    log: saga.text,
    trace: view?.trace.map(({ type, step, reason, attempt }) => ({ type, step, reason, attempt })),
  };
}

async function answersOfClass(run: Body): Promise<unknown> {
  const log: string[] = [];
  @StepHandler()
  class Recorded {
    run(_args: { readonly a: string }, ctx: StepContext): unknown {
      log.push('run');
      return run(ctx);
    }
    compensate(): void {
      log.push('compensate');
    }
  }
  @Reactor({ name: 'helpers' })
  class Helpers {
    @Step() a(): string {
      return 'a';
    }
    @Undo('a') undoA(): void {
      log.push('undo:a');
    }
    @Step(Recorded, { args: {}, waitFor: ['a'] }) b!: Yields<unknown>;
    @Step() c(@Result('b') b: unknown): void {
      log.push(`run:c ${JSON.stringify(b)}`);
    }
  }
  const { runner, close } = await boot([Helpers, Recorded]);
  const outcome = await runner.run(Helpers, { a: '' });
  await close();
  const { executionId: _id, ...rest } = outcome.toJSON();
  return { ...rest, log };
}

async function failureOf(run: Body): Promise<unknown> {
  const saga = recorder();
  const reactor = saga.reactor({ a: { run } });
  const { runner, close } = await saga.boot();
  const outcome = await runner.run(reactor, {});
  await close();
  return outcome.status === 'failed' ? outcome.failure : outcome;
}
