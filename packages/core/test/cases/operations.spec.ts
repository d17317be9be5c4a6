import { describe, expect, test } from '@jest/globals';
import { failure, manualClock, type StepContext } from '@nest-reactor/core';
import { deferred, rejection, turns } from '../support/deferred.js';
import { fails, failsTimes, recorder } from '../support/recorder.js';

describe('The abort of the caller', () => {
  // C-075, I-18, R-7
  test('rejects with the very reason, rolls nothing back, and keeps what is to undo', async () => {
    const saga = recorder();
    const stop = new AbortController();
    const reason = new Error('the client went away');
    let seen: unknown;
    const reactor = saga.reactor({
      a: {},
      b: {
        reads: ['a'],
        run: (ctx) => {
          stop.abort(reason);
          seen = ctx.signal.reason;
          throw new Error('interrupted');
        },
      },
      c: { reads: ['b'] },
    });
    const { runner } = await saga.boot();
    const id = 'interrupted-run';
    expect(await rejection(runner.run(reactor, {}, { signal: stop.signal, executionId: id }))).toBe(reason);
    expect(seen).toBe(reason);
    expect(saga.text).toBe('run:a run:b');
    expect(await runner.find(id)).toMatchObject({
      status: 'aborted',
      reason: 'the client went away',
      steps: { a: { status: 'completed' }, b: { status: 'failed' } },
    });

    // C-075: exactly what was left is undone later
    saga.clear();
    expect(await runner.undo(id)).toMatchObject({ status: 'cancelled', reason: 'Undo triggered' });
    expect(saga.text).toBe('undo:a');
    expect(await runner.find(id)).toMatchObject({ status: 'cancelled', steps: { a: { status: 'undone' } } });
  });

  test('waits for the bodies in flight, and records what they did', async () => {
    const saga = recorder();
    const stop = new AbortController();
    const body = deferred();
    const reactor = saga.reactor({ a: { run: () => body.promise }, b: { reads: ['a'] } });
    const { runner } = await saga.boot();
    let ended = false;
    const running = rejection(runner.run(reactor, {}, { signal: stop.signal, executionId: 'x' })).then((error) => {
      ended = true;
      return error;
    });
    await turns();
    stop.abort();
    await turns();
    expect(ended).toBe(false);
    body.resolve();
    expect(await running).toBe(stop.signal.reason);
    expect(saga.text).toBe('run:a');
    expect(await runner.find('x')).toMatchObject({
      status: 'aborted',
      steps: { a: { status: 'completed' }, b: { status: 'pending' } },
    });
  });

  test('before the start nothing starts and nothing is stored', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const { runner } = await saga.boot();
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(runner.run(reactor, {}, { signal, executionId: 'never' })).rejects.toThrow('too late');
    expect(saga.log).toEqual([]);
    expect(await runner.find('never')).toBeNull();
  });

  //
  test('after rollback began it stops nothing: the run answers its failure', async () => {
    const saga = recorder();
    const stop = new AbortController();
    const aborted: boolean[] = [];
    const note = (_x: unknown, _y: unknown, ctx: StepContext): void => {
      stop.abort();
      aborted.push(ctx.signal.aborted);
    };
    const reactor = saga.reactor({
      a: { undo: note },
      b: { reads: ['a'], undo: note },
      c: { reads: ['b'], run: fails, compensate: note },
    });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {}, { signal: stop.signal });
    expect(outcome).toMatchObject({ status: 'failed', failure: { message: 'boom c' } });
    expect(saga.text).toBe('run:a run:b run:c compensate:c undo:b undo:a');
    expect(aborted).toEqual([false, false, false]);
  });

  test('after the last step ended it comes too late: the run is completed', async () => {
    const saga = recorder();
    const stop = new AbortController();
    const reactor = saga.reactor({ a: {} });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {}, { signal: stop.signal });
    stop.abort();
    expect(outcome.status).toBe('completed');
    expect((await runner.find(outcome.executionId))?.status).toBe('completed');
  });

  test('ends the wait between two attempts at once', async () => {
    const clock = manualClock();
    const saga = recorder();
    const stop = new AbortController();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], run: fails, retries: { maxAttempts: 3, baseDelay: '1h' } },
    });
    const { runner } = await saga.boot({ clock });
    const running = rejection(runner.run(reactor, {}, { signal: stop.signal, executionId: 'x' }));
    await clock.advance('1m');
    stop.abort(new Error('enough'));
    expect((await running).message).toBe('enough');
    expect(saga.text).toBe('run:a run:b retry:b#1');
    expect((await runner.find('x'))?.status).toBe('aborted');
  });

  // C-076
  test('an aborted run stays aborted: time changes nothing', async () => {
    const clock = manualClock();
    const saga = recorder();
    const stop = new AbortController();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], run: () => stop.abort(new Error('gone')) },
      c: { reads: ['b'] },
    });
    const { runner } = await saga.boot({ clock, module: { retention: '90d' } });
    await rejection(runner.run(reactor, {}, { signal: stop.signal, executionId: 'x' }));
    saga.clear();
    await clock.advance('2d');
    expect(saga.log).toEqual([]);
    expect((await runner.find('x'))?.status).toBe('aborted');
  });

  test('a retry goes on with an aborted run where it stopped', async () => {
    const saga = recorder();
    const stop = new AbortController();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], run: () => stop.abort(new Error('gone')) },
      c: { reads: ['b'] },
    });
    const { runner } = await saga.boot();
    await rejection(runner.run(reactor, {}, { signal: stop.signal, executionId: 'x' }));
    saga.clear();
    expect(await runner.retry('x')).toMatchObject({ status: 'completed', results: { a: 'a', c: 'c' } });
    expect(saga.text).toBe('run:c');
  });
});

describe('undo', () => {
  // C-088, C-095, I-16, I-17
  test('rolls a completed run back in reverse order; doing it again changes nothing', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'] } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    saga.clear();
    const outcome = await runner.undo(executionId);
    expect(saga.text).toBe('undo:b undo:a');
    expect(outcome).toMatchObject({ status: 'cancelled', ok: false, reason: 'Undo triggered', results: {} });
    expect(await runner.find(executionId)).toMatchObject({
      status: 'cancelled',
      reason: 'Undo triggered',
      results: {},
    });
    saga.clear();
    expect({ ...(await runner.undo(executionId)) }).toEqual({ ...outcome });
    expect(saga.log).toEqual([]);
  });

  // C-091
  test('with an Error it ends failed with that reason; with a text it ends cancelled with that text', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'] } }, { name: 'ordering' });
    const { runner } = await saga.boot();
    const first = await runner.run(reactor, {});
    const second = await runner.run(reactor, {});
    saga.clear();
    const reason = new RangeError('chargeback');
    const failed = await runner.undo(first.executionId, reason);
    expect(saga.text).toBe('undo:b undo:a');
    expect(failed).toMatchObject({
      status: 'failed',
      failure: { name: 'RangeError', message: 'chargeback', reactor: 'ordering', cause: reason },
    });
    expect(await runner.find(first.executionId)).toMatchObject({
      status: 'failed',
      failure: { message: 'chargeback' },
    });
    expect(await runner.undo(second.executionId, 'by request')).toMatchObject({
      status: 'cancelled',
      reason: 'by request',
    });
  });

  // C-095
  test('a failed run has nothing left to undo, unless an undo failed', async () => {
    const saga = recorder();
    let broken = true;
    const reactor = saga.reactor({
      a: { undo: () => (broken ? failure('cannot') : undefined) },
      b: { reads: ['a'] },
      c: { reads: ['b'], run: fails },
    });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    broken = false;
    saga.clear();
    const outcome = await runner.undo(executionId);
    expect(saga.log.filter((entry) => entry === 'undo:b' || entry === 'compensate:c')).toEqual([]);
    expect(['failed', 'cancelled']).toContain(outcome.status);
  });

  test('a halted run can be undone', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: (ctx) => ctx.halt('r') } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    saga.clear();
    expect(await runner.undo(executionId)).toMatchObject({ status: 'cancelled' });
    expect(saga.text).toBe('undo:a');
  });

  test('an undo that fails is reported and stops nothing', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], undo: () => failure('cannot') }, c: { reads: ['b'] } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    saga.clear();
    await runner.undo(executionId, new Error('chargeback'));
    expect(saga.text).toBe('undo:c undo:b undo:a');
    expect((await runner.wait(executionId)).toJSON()).toMatchObject({
      status: 'failed',
      rollbackFailures: [{ step: 'b', kind: 'undo', message: 'cannot' }],
    });
  });

  // C-095
  test('of a live run waits until the run has ended', async () => {
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: () => body.promise } });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    const undoing = runner.undo('x');
    await turns();
    expect(saga.text).toBe('run:a run:b');
    body.resolve();
    expect((await running).status).toBe('completed');
    expect((await undoing).status).toBe('cancelled');
    expect(saga.text).toBe('run:a run:b undo:b undo:a');
  });

  // C-095
  test('of a run that does not end in five seconds is refused with LeaseHeldError', async () => {
    const clock = manualClock();
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: { run: () => body.promise } });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await clock.advance(0);
    const undoing = rejection(runner.undo('x'));
    await clock.advance('5s');
    expect(await undoing).toMatchObject({ name: 'LeaseHeldError', code: 'REACTOR_LEASE_HELD', retryable: true });
    body.resolve();
    expect((await running).status).toBe('completed');
    expect(saga.text).toBe('run:a');
  });

  // C-094
  test('while a rollback goes on, undo and cancel are refused and change nothing', async () => {
    const saga = recorder();
    const undoing = deferred();
    const reactor = saga.reactor({ a: { undo: () => undoing.promise }, b: { reads: ['a'], run: fails } });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    expect((await runner.find('x'))?.status).toBe('rolling_back');
    const refusedUndo = await rejection(runner.undo('x'));
    expect(refusedUndo).toMatchObject({
      name: 'InvalidStatusError',
      code: 'REACTOR_INVALID_STATUS',
      status: 'rolling_back',
    });
    expect(refusedUndo.message).toMatch(/already in progress/);
    const refusedCancel = await rejection(runner.cancel('x'));
    expect(refusedCancel).toMatchObject({ name: 'InvalidStatusError' });
    expect(refusedCancel.message).toMatch(/cannot.*cancel/is);
    expect((await runner.find('x'))?.status).toBe('rolling_back');
    undoing.resolve();
    expect((await running).status).toBe('failed');
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
    expect((await runner.find('x'))?.status).toBe('failed');
  });

  test('an unknown id is refused by every operation', async () => {
    const { runner } = await recorder().boot();
    for (const operation of [runner.undo('nope'), runner.cancel('nope'), runner.retry('nope'), runner.wait('nope')]) {
      expect(await rejection(operation)).toMatchObject({
        name: 'ExecutionNotFoundError',
        code: 'REACTOR_EXECUTION_NOT_FOUND',
      });
    }
  });
});

describe('cancel', () => {
  // C-088
  test('of a live run stops after the bodies in flight, and undoes nothing', async () => {
    const saga = recorder();
    const body = deferred();
    let signal: AbortSignal | undefined;
    const reactor = saga.reactor({
      a: {},
      b: {
        reads: ['a'],
        run: (ctx) => {
          ({ signal } = ctx);
          return body.promise;
        },
      },
      c: { reads: ['b'] },
    });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    const cancelling = runner.cancel('x', { reason: 'not wanted any more' });
    await turns();
    expect(signal?.aborted).toBe(true);
    body.resolve();
    const expected = { status: 'cancelled', ok: false, reason: 'not wanted any more' };
    expect(await cancelling).toMatchObject(expected);
    expect(await running).toMatchObject(expected);
    expect(saga.text).toBe('run:a run:b');
    expect(await runner.find('x')).toMatchObject({
      status: 'cancelled',
      results: { a: 'a' },
      steps: { c: { status: 'pending' } },
    });
  });

  test('with rollback compensates what was in flight and undoes the rest, with fresh signals', async () => {
    const saga = recorder();
    const aborted: boolean[] = [];
    const note = (_x: unknown, _y: unknown, ctx: StepContext): void => void aborted.push(ctx.signal.aborted);
    const reactor = saga.reactor({
      a: { undo: note },
      b: {
        reads: ['a'],
        run: (ctx) =>
          new Promise((_resolve, reject) =>
            ctx.signal.addEventListener('abort', () => reject(new Error('interrupted'))),
          ),
        compensate: note,
      },
      c: { reads: ['b'] },
    });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    expect(await runner.cancel('x', { rollback: true })).toMatchObject({ status: 'cancelled' });
    expect((await running).status).toBe('cancelled');
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
    expect(aborted).toEqual([false, false]);
  });

  test('with rollback a body in flight that completes all the same is undone', async () => {
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: () => body.promise }, c: { reads: ['b'] } });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    const cancelling = runner.cancel('x', { rollback: true });
    await turns();
    body.resolve();
    await cancelling;
    expect((await running).status).toBe('cancelled');
    expect(saga.text).toBe('run:a run:b undo:b undo:a');
  });

  test('ends the wait between two attempts at once', async () => {
    const clock = manualClock();
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: fails, retries: { maxAttempts: 3, baseDelay: '1h' } } });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await clock.advance(0);
    expect((await runner.cancel('x')).status).toBe('cancelled');
    expect((await running).status).toBe('cancelled');
    expect(saga.text).toBe('run:a retry:a#1');
  });

  test('that takes longer than five seconds throws WaitTimeoutError, and stands', async () => {
    const clock = manualClock();
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: { run: () => body.promise }, b: { reads: ['a'] } });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await clock.advance(0);
    const cancelling = rejection(runner.cancel('x', { reason: 'r' }));
    await clock.advance('5s');
    expect(await cancelling).toMatchObject({ name: 'WaitTimeoutError', code: 'REACTOR_WAIT_TIMEOUT' });
    body.resolve();
    expect(await running).toMatchObject({ status: 'cancelled', reason: 'r' });
    expect(saga.text).toBe('run:a');
  });

  test('of a run that ended is refused, and points to undo', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    const error = await rejection(runner.cancel(executionId));
    expect(error).toMatchObject({ name: 'InvalidStatusError', status: 'completed' });
    expect(error.message).toMatch(/undo/);
  });

  test('from inside a body of the run itself takes effect when that body ended', async () => {
    const saga = recorder();
    let cancelling: Promise<unknown> = Promise.resolve();
    const reactor = saga.reactor({
      a: {
        run: async (ctx) => {
          cancelling = app.runner.cancel(ctx.executionId, { reason: 'by itself' });
          await turns();
        },
      },
      b: { reads: ['a'] },
    });
    const app = await saga.boot();
    expect(await app.runner.run(reactor, {})).toMatchObject({ status: 'cancelled', reason: 'by itself' });
    expect(await cancelling).toMatchObject({ status: 'cancelled' });
    expect(saga.text).toBe('run:a');
  });
});

describe('retry', () => {
  // I-10, R-19
  test('after a rollback runs again exactly what was undone or never ran, under new idempotency keys', async () => {
    const saga = recorder();
    const keys: string[] = [];
    const note = (ctx: StepContext): void => void keys.push(`${ctx.step} ${ctx.idempotencyKey}`);
    const second = failsTimes(1);
    const reactor = saga.reactor({
      a: { run: note },
      s: { run: (ctx) => ctx.skip('nothing to do') },
      b: {
        reads: ['a', 's'],
        run: (ctx) => {
          note(ctx);
          return second(ctx);
        },
      },
      c: { reads: ['b'], run: note },
    });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:s run:b compensate:b undo:a');
    saga.clear();
    expect(await runner.retry(executionId)).toMatchObject({
      status: 'completed',
      executionId,
      results: { s: 'nothing to do', b: 'b' },
    });
    expect(saga.text).toBe('run:a run:b run:c');
    const [firstA, firstB, secondA, secondB] = keys.map((line) => line.split(' ')[1]);
    expect(firstA).not.toBe(secondA);
    expect(firstB).not.toBe(secondB);
    expect(new Set([firstA, firstB, secondA, secondB]).size).toBe(4);
    const view = await runner.find(executionId);
    expect(view).toMatchObject({ status: 'completed', failure: null });
    expect(view?.trace.map(({ type, step }) => `${type}:${step}`).join(' ')).toBe(
      'run:a run:s skipped:s run:b compensate:b undo:a run:a run:b run:c',
    );
    expect(view?.trace.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('what it does is rolled back like a first run', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: fails } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    saga.clear();
    expect(await runner.retry(executionId)).toMatchObject({ status: 'failed', failure: { step: 'b', attempts: 1 } });
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
    saga.clear();
    expect((await runner.undo(executionId)).status).toBe('failed');
    expect(saga.log).toEqual([]);
  });

  //
  test('is refused without force while an undo failed, and runs that step again under its old key with it', async () => {
    const saga = recorder();
    const keys: string[] = [];
    let broken = true;
    const reactor = saga.reactor({
      a: { run: (ctx) => void keys.push(ctx.idempotencyKey), undo: () => failure('cannot') },
      b: { reads: ['a'], run: (ctx) => (broken ? fails(ctx) : 'b') },
    });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    broken = false;
    saga.clear();
    const refused = await rejection(runner.retry(executionId));
    expect(refused).toMatchObject({ name: 'InvalidStatusError' });
    expect(refused.message).toMatch(/'a'.*force/s);
    expect(saga.log).toEqual([]);
    expect((await runner.find(executionId))?.status).toBe('failed');
    expect((await runner.retry(executionId, { force: true })).status).toBe('completed');
    expect(saga.text).toBe('run:a run:b');
    expect(keys[1]).toBe(keys[0]);
  });

  test('gives every step its attempts anew', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: failsTimes(3), retries: { maxAttempts: 2, baseDelay: 0 } } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    saga.clear();
    expect((await runner.retry(executionId)).status).toBe('completed');
    expect(saga.text).toBe('run:a retry:a#1 run:a');
    expect((await runner.find(executionId))?.steps['a']?.attempts).toBe(2);
  });

  test.each(['completed', 'halted', 'cancelled'])('of a run that is %s is refused', async (status) => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: (ctx) => (status === 'halted' ? ctx.halt('r') : 'a') } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    if (status === 'cancelled') await runner.undo(executionId);
    expect(await rejection(runner.retry(executionId))).toMatchObject({ name: 'InvalidStatusError', status });
  });
});
