import { describe, expect, test } from '@jest/globals';
import { failure, isFailure, ReactorOutcomeError, StepHandler, type Failure } from '@nest-reactor/core';
import { rejection, turns } from '../support/deferred.js';
import { fails, recorder, retries, type Body } from '../support/recorder.js';

/** What rejected before anyone looked, while `work` ran. */
async function unhandled(work: () => Promise<void>): Promise<unknown[]> {
  const found: unknown[] = [];
  const note = (reason: unknown): void => void found.push(reason);
  process.on('unhandledRejection', note);
  try {
    await work();
    await turns();
  } finally {
    process.off('unhandledRejection', note);
  }
  return found;
}

const circular = new Error('goes round');
Object.assign(circular, { cause: circular });

const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a string', 'declined'],
  ['an empty object', {}],
  [
    'an object whose message throws when read',
    {
      get message(): string {
        throw new Error('not for you');
      },
    },
  ],
  ['an Error with a circular cause', circular],
  ['an AggregateError', new AggregateError([new Error('one'), new Error('two')], 'several')],
  ['an Error whose stack is no text', Object.assign(new Error('odd'), { stack: { deep: true } })],
  [
    'an object that refuses every look',
    new Proxy({}, { get: refuse, getPrototypeOf: refuse, has: refuse, ownKeys: refuse }),
  ],
];

describe('A step that rejects with anything', () => {
  // F-013, I-20, R-7
  test.each(HOSTILE)(
    '%s: ends failed with step, reactor, attempts and a readable message; nothing is left unhandled',
    async (_what, thrown) => {
      for (const run of [
        () => {
          throw thrown;
        },
        () => Promise.reject(thrown),
        async () => {
          await turns(1);
          throw thrown;
        },
        () => failure(thrown),
      ] satisfies Body[]) {
        const saga = recorder();
        const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run, retries: retries(3) } }, { name: 'hostile' });
        const { runner } = await saga.boot();
        const loose = await unhandled(async () => {
          const outcome = await runner.run(reactor, {});
          expect(saga.text).toBe('run:a run:b retry:b#1 run:b retry:b#2 run:b compensate:b undo:a');
          if (outcome.status !== 'failed') throw new Error(outcome.status);
          expect(outcome.failure).toMatchObject({ step: 'b', reactor: 'hostile', attempts: 3, path: ['b'] });
          expect(outcome.failure.message).toMatch(/^step 'b' failed after 3 attempts: ./);
          expect(outcome.failure.name).toMatch(/\w+/);
          expect(() => JSON.stringify(outcome)).not.toThrow();
          expect(() => outcome.unwrap()).toThrow(ReactorOutcomeError);
          expect((await runner.find(outcome.executionId))?.failure?.message).toBe(outcome.failure.message);
        });
        expect(loose).toEqual([]);
      }
    },
  );
});

class PaymentError extends Error {
  readonly code = 'card';
  readonly status = 402;
}

describe('What is kept of an error', () => {
  // F-070
  test('name, message, code and the chain of causes, for the caller and for who reads it later', async () => {
    const thrown = new PaymentError('declined', { cause: new Error('ECONNRESET') });
    const saga = recorder();
    const reactor = saga.reactor({ pay: { run: () => Promise.reject(thrown) } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    if (outcome.status !== 'failed') throw new Error(outcome.status);
    expect(outcome.failure).toMatchObject({ name: 'PaymentError', message: 'declined', code: 'card' });
    expect(outcome.failure.cause).toBe(thrown);
    expect((await rejectionOf(() => outcome.unwrap())).cause).toBe(thrown);

    const later = await runner.wait(outcome.executionId);
    const { failure: read } = later as { failure: Failure };
    expect(isFailure(read)).toBe(true);
    expect(read).toMatchObject({
      name: 'PaymentError',
      message: 'declined',
      code: 'card',
      stack: expect.stringContaining('declined\n    at '),
    });
    expect(read.cause).toBeInstanceOf(Error);
    expect(read.cause).toMatchObject({ name: 'PaymentError', message: 'declined', code: 'card' });
    expect((read.cause as Error).cause).toMatchObject({ message: 'ECONNRESET' });
    const { failure: viewed } = (await runner.find(outcome.executionId)) ?? {};
    expect(viewed).toMatchObject({ name: 'PaymentError', code: 'card' });
  });

  // F-070
  test('at most five causes and a hundred frames; an error like those of HTTP clients leaves no credentials', async () => {
    let deep = new Error('cause 0');
    for (let level = 1; level < 12; level++) deep = new Error(`cause ${level}`, { cause: deep });
    const request: Record<string, unknown> = { path: '/charge' };
    request['self'] = request;
    const thrown = Object.assign(new Error('Request failed with status code 402', { cause: deep }), {
      code: 'ERR_BAD_REQUEST',
      config: { headers: { Authorization: 'Bearer very-secret' } },
      request,
      response: { config: { headers: { Authorization: 'Bearer very-secret' } }, status: 402 },
    });
    thrown.stack = `Error: x\n${Array.from({ length: 50_000 }, (_, frame) => `    at frame${frame} (file.js:${frame}:1)`).join('\n')}`;
    const saga = recorder();
    const reactor = saga.reactor({ pay: { run: () => Promise.reject(thrown) } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    const { failure: read } = (await runner.wait(executionId)) as { failure: Failure };
    expect(read).toMatchObject({
      name: 'Error',
      code: 'ERR_BAD_REQUEST',
      message: 'Request failed with status code 402',
    });
    expect(read.stack.split('\n').length).toBeLessThanOrEqual(101);
    let causes = 0;
    for (let cause = read.cause; cause !== undefined; cause = (cause as Error).cause) causes++;
    expect(causes).toBeLessThanOrEqual(5);
    const text = JSON.stringify([await runner.find(executionId), read, read.stack]);
    expect(text).not.toContain('very-secret');
    expect(text.length).toBeLessThan(128 * 1024);
  });

  test('a huge message and circular details are cut, never a crash', async () => {
    const details: Record<string, unknown> = { n: 1 };
    details['self'] = details;
    const saga = recorder();
    const reactor = saga.reactor({
      a: {},
      pay: { reads: ['a'], run: () => failure('x'.repeat(10_000_000), { details }) },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:pay compensate:pay undo:a');
    expect(outcome.status === 'failed' && outcome.failure.message.length).toBeLessThan(100_000);
  });

  test('a result that cannot be stored fails its step, with the step and the path in the message', async () => {
    const saga = recorder();
    const circle: Record<string, unknown> = {};
    circle['deep'] = { back: circle };
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], run: () => ({ items: [() => 1] }), retries: retries(3) },
    });
    const round = saga.reactor({ c: { run: () => circle } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
    expect(outcome).toMatchObject({
      failure: { step: 'b', name: 'SerializationError', code: 'REACTOR_SERIALIZATION', retryable: false },
    });
    expect(outcome.status === 'failed' && outcome.failure.message).toMatch(/'b'.*items.*0/s);
    expect(await runner.run(round, {})).toMatchObject({ failure: { step: 'c', name: 'SerializationError' } });
  });

  test('inputs that cannot be stored are answered as a failure, and store nothing', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const { runner } = await saga.boot();
    expect(await runner.run(reactor, { callback: () => 1 })).toMatchObject({
      status: 'failed',
      failure: { name: 'SerializationError' },
    });
    expect(saga.log).toEqual([]);
    expect((await runner.list()).items).toEqual([]);
  });

  // C-052, L-211
  test('of a step class that is run on its own: what it threw, failure(e) as e, a halt as ReactorOutcomeError, skipped as its value', async () => {
    const thrown = new PaymentError('declined');
    @StepHandler()
    class Own {
      run(args: { how: string }, ctx: { halt(reason: string): never; skip(value: unknown): never }): unknown {
        if (args.how === 'throws') throw thrown;
        if (args.how === 'fails') return failure(thrown);
        if (args.how === 'halts') return ctx.halt('enough');
        return args.how === 'skips' ? ctx.skip('nothing') : 'value';
      }
      compensate(): void {
        throw new Error('never called');
      }
    }
    const { runner } = await recorder().boot({ providers: [Own] });
    expect(await rejection(runner.runStep(Own, { how: 'throws' }))).toBe(thrown);
    expect(await rejection(runner.runStep(Own, { how: 'fails' }))).toBe(thrown);
    const halted = await rejection(runner.runStep(Own, { how: 'halts' }));
    expect(halted).toBeInstanceOf(ReactorOutcomeError);
    expect(halted.message).toContain('enough');
    expect(await runner.runStep(Own, { how: 'skips' })).toBe('nothing');
    expect(await runner.runStep(Own, { how: 'works' })).toBe('value');
    expect((await runner.list()).items).toEqual([]);
  });

  test('an outcome can be answered by a controller: JSON without cause and stack', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: fails } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    const json = JSON.parse(JSON.stringify(outcome));
    expect(json).toMatchObject({
      status: 'failed',
      ok: false,
      executionId: outcome.executionId,
      failure: { step: 'a', message: 'boom a' },
    });
    expect(json.failure).not.toHaveProperty('stack');
    expect(json.failure).not.toHaveProperty('cause');
  });
});

async function rejectionOf(work: () => unknown): Promise<any> {
  return rejection(Promise.resolve().then(work));
}

function refuse(): never {
  throw new Error('refused');
}
