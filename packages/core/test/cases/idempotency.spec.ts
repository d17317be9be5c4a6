import { describe, expect, test } from '@jest/globals';
import { failure, manualClock, type StepContext } from '@nest-reactor/core';
import { schema } from '../support/contracts.js';
import { deferred, rejection, turns } from '../support/deferred.js';
import { failsTimes, recorder, retries } from '../support/recorder.js';

describe('An idempotency key of a run', () => {
  // C-200
  test('answers the first outcome again: the same id and value, the body ran once', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: (ctx) => ctx.inputs['amount'] } }, { returns: 'a' });
    const { runner } = await saga.boot();
    const first = await runner.run(reactor, { amount: 100 }, { idempotencyKey: 'k' });
    expect(first.unwrap()).toBe(100);
    expect('replayed' in first).toBe(false);
    const second = await runner.run(reactor, { amount: 999 }, { idempotencyKey: 'k' });
    expect(second.unwrap()).toBe(100);
    expect(second.replayed).toBe(true);
    expect(second.executionId).toBe(first.executionId);
    expect(saga.text).toBe('run:a');
  });

  // C-201
  test('replays a failure too, even if the new inputs would succeed', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: { run: (ctx) => (ctx.inputs['ok'] === true ? 'fine' : failure(new RangeError('too far'), { code: 'far' })) },
    });
    const { runner } = await saga.boot();
    const first = await runner.run(reactor, { ok: false }, { idempotencyKey: 'k' });
    const second = await runner.run(reactor, { ok: true }, { idempotencyKey: 'k' });
    expect(saga.text).toBe('run:a compensate:a');
    expect(second).toMatchObject({
      status: 'failed',
      replayed: true,
      executionId: first.executionId,
      failure: { name: 'RangeError', message: 'too far', code: 'far', step: 'a' },
    });
  });

  // C-204
  test('is scoped to its reactor', async () => {
    const saga = recorder();
    const one = saga.reactor({ a: {} });
    const two = saga.reactor({ b: {} });
    const { runner } = await saga.boot();
    const first = await runner.run(one, {}, { idempotencyKey: 'k' });
    const second = await runner.run(two, {}, { idempotencyKey: 'k' });
    expect(saga.text).toBe('run:a run:b');
    expect(first.executionId).not.toBe(second.executionId);
    expect('replayed' in second).toBe(false);
  });

  // C-204, A-194
  test('lives as long as the record: after the retention the run starts anew', async () => {
    const clock = manualClock();
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const { runner } = await saga.boot({ clock, module: { retention: '1s' } });
    await runner.run(reactor, {}, { idempotencyKey: 'k' });
    await clock.advance(999);
    expect((await runner.run(reactor, {}, { idempotencyKey: 'k' })).replayed).toBe(true);
    await clock.advance(201);
    expect('replayed' in (await runner.run(reactor, {}, { idempotencyKey: 'k' }))).toBe(false);
    expect(saga.text).toBe('run:a run:a');
  });

  test('of a run that still goes is answered at once as dispatched and replayed', async () => {
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: { run: () => body.promise } });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { idempotencyKey: 'k' });
    await turns();
    const second = await runner.run(reactor, {}, { idempotencyKey: 'k' });
    expect(second).toMatchObject({ status: 'dispatched', jobId: null, replayed: true });
    body.resolve();
    expect((await running).executionId).toBe(second.executionId);
    expect(saga.text).toBe('run:a');
  });

  test('of ten starts at once lets one run', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => turns() } });
    const { runner } = await saga.boot();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => runner.run(reactor, {}, { idempotencyKey: 'k' })),
    );
    expect(saga.text).toBe('run:a');
    expect(outcomes.filter(({ replayed }) => replayed === true)).toHaveLength(9);
    expect(new Set(outcomes.map(({ executionId }) => executionId)).size).toBe(1);
  });

  test('with onConflict: reject refuses other inputs, and still answers equal ones', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} }, { name: 'paying' });
    const { runner } = await saga.boot();
    const options = { idempotencyKey: 'k', onConflict: 'reject' } as const;
    await runner.run(reactor, { amount: 1 }, options);
    expect((await runner.run(reactor, { amount: 1 }, options)).replayed).toBe(true);
    const error = await rejection(runner.run(reactor, { amount: 2 }, options));
    expect(error).toMatchObject({ name: 'IdempotencyConflictError', code: 'REACTOR_IDEMPOTENCY_CONFLICT' });
    expect(error.message).toMatch(/'k'.*paying|paying.*'k'/s);
    expect(saga.text).toBe('run:a');
  });

  test('of invalid inputs keeps nothing: the next start with it runs', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} }, { inputs: schema.size });
    const { runner } = await saga.boot();
    expect((await runner.run(reactor, { size: 0 }, { idempotencyKey: 'k' })).status).toBe('failed');
    expect(await runner.run(reactor, { size: 5 }, { idempotencyKey: 'k' })).toMatchObject({ status: 'completed' });
  });
});

describe('An execution id of the caller', () => {
  test('attaches a second start with the same reactor and equal inputs', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => 'once' } }, { returns: 'a' });
    const { runner } = await saga.boot();
    await runner.run(reactor, { n: 1 }, { executionId: 'order-7' });
    const second = await runner.run(reactor, { n: 1 }, { executionId: 'order-7' });
    expect(second).toMatchObject({ status: 'completed', value: 'once', replayed: true, executionId: 'order-7' });
    expect(saga.text).toBe('run:a');
  });

  test('refuses other inputs, and another reactor, with a typed conflict', async () => {
    const saga = recorder();
    const one = saga.reactor({ a: {} }, { name: 'one' });
    const two = saga.reactor({ b: {} }, { name: 'two' });
    const { runner } = await saga.boot();
    await runner.run(one, { n: 1 }, { executionId: 'order-7' });
    for (const conflicting of [
      runner.run(one, { n: 2 }, { executionId: 'order-7' }),
      runner.run(two, { n: 1 }, { executionId: 'order-7' }),
    ]) {
      expect(await rejection(conflicting)).toMatchObject({
        name: 'ExecutionConflictError',
        code: 'REACTOR_EXECUTION_CONFLICT',
        message: expect.stringContaining('order-7'),
      });
    }
    expect(saga.text).toBe('run:a');
  });

  test.each([[''], [' '], ['x'.repeat(201)], ['a\nb'], [7], [null]])(
    '%j is refused before anything is stored',
    async (executionId) => {
      const saga = recorder();
      const reactor = saga.reactor({ a: {} });
      const { runner } = await saga.boot();
      const error = await rejection(runner.run(reactor, {}, { executionId: executionId as string }));
      expect(error).toMatchObject({ name: 'InvalidIdError', code: 'REACTOR_INVALID_ID' });
      expect(saga.log).toEqual([]);
      expect((await runner.list()).items).toEqual([]);
    },
  );

  test.each([['a:b'], ['{x}'], ['a/b'], ['ä ☃'], ['x'.repeat(200)], ['__proto__']])(
    '%j works end to end',
    async (executionId) => {
      const saga = recorder();
      const reactor = saga.reactor({ a: {} });
      const { runner } = await saga.boot();
      expect((await runner.run(reactor, {}, { executionId })).executionId).toBe(executionId);
      expect((await runner.find(executionId))?.id).toBe(executionId);
      expect((await runner.undo(executionId)).status).toBe('cancelled');
    },
  );
});

describe('The idempotency key of a step', () => {
  // F-008, R-19
  test('is the same over its attempts and its compensate, and differs by step, execution and round', async () => {
    const saga = recorder();
    const seen: string[] = [];
    const note = (what: string, ctx: StepContext): void => void seen.push(`${what} ${ctx.idempotencyKey}`);
    const outcomes = failsTimes(3);
    const reactor = saga.reactor({
      a: { run: (ctx) => note('a', ctx) },
      charge: {
        reads: ['a'],
        timeout: 5,
        retries: retries(2),
        run: (ctx) => {
          note('charge', ctx);
          return outcomes(ctx);
        },
        compensate: (_reason, _args, ctx) => note('compensate', ctx),
      },
    });
    const { runner } = await saga.boot();
    const first = await runner.run(reactor, {});
    const second = await runner.run(reactor, {});
    const key = (index: number): string => seen[index]?.split(' ')[1] ?? '';
    expect(seen.map((line) => line.split(' ')[0])).toEqual([
      'a',
      'charge',
      'charge',
      'compensate',
      'a',
      'charge',
      'charge',
    ]);
    expect(key(1)).toBe(key(2));
    expect(key(3)).toBe(key(1));
    expect(key(0)).not.toBe(key(1));
    expect(key(4)).not.toBe(key(0));
    expect(key(5)).not.toBe(key(1));
    expect([first.status, second.status]).toEqual(['failed', 'completed']);
  });

  // F-008
  test('a provider that did the work but lost the reply does it once, and the unknown outcome is compensated', async () => {
    const clock = manualClock();
    const done = new Set<string>();
    let calls = 0;
    const cleaned: string[] = [];
    const saga = recorder();
    const reactor = saga.reactor({
      charge: {
        timeout: '1s',
        retries: { maxAttempts: 3, baseDelay: '1s', backoff: 'fixed' },
        run: (ctx) => {
          calls++;
          done.add(ctx.idempotencyKey);
          return new Promise(() => undefined);
        },
        compensate: (_reason, _args, ctx) => cleaned.push(ctx.idempotencyKey),
      },
    });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {});
    await clock.advance('10s');
    expect(await running).toMatchObject({ status: 'failed', failure: { name: 'StepTimeoutError', attempts: 3 } });
    expect(calls).toBe(3);
    expect(done.size).toBe(1);
    expect(cleaned).toEqual([...done]);
  });
});
