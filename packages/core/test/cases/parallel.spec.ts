import { describe, expect, test } from '@jest/globals';
import { failure, halt, skipped, type StepContext } from '@nest-reactor/core';
import { deferred, turns, type Deferred } from '../support/deferred.js';
import { fails, recorder, retries, type Body } from '../support/recorder.js';
import { spiedBackend, type StoreCall } from '../support/spied-backend.js';

/** Bodies that end when the test says so, each with its context. */
function gates(names: readonly string[]) {
  const all = new Map<string, Deferred<unknown>>(names.map((name) => [name, deferred<unknown>()]));
  const signals = new Map<string, AbortSignal>();
  const body: Body = (ctx) => {
    signals.set(ctx.step, ctx.signal);
    return all.get(ctx.step)?.promise;
  };
  const end = async (name: string, answer: unknown = name): Promise<void> => {
    all.get(name)?.resolve(answer);
    await turns();
  };
  return { body, end, signals };
}

describe('Ready nodes', () => {
  // F-050
  test('run side by side: no result is lost, whoever ends first, and each has its own checkpoint', async () => {
    const calls: StoreCall[] = [];
    const saga = recorder();
    const { body, end } = gates(['a', 'b']);
    const seen: unknown[] = [];
    const reactor = saga.reactor(
      {
        a: { run: body },
        b: { run: body },
        c: { run: () => skipped('of c') },
        d: { reads: ['a', 'b', 'c'], run: (_ctx, ...values) => void seen.push(...values) },
      },
      { concurrency: 3 },
    );
    const { runner } = await saga.boot({ backend: spiedBackend(calls) });
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    expect(saga.text).toBe('run:a run:b run:c');
    expect(await runner.find('x')).toMatchObject({
      status: 'running',
      results: { c: 'of c' },
      steps: { a: { status: 'running' } },
    });
    await end('b', 'of b');
    expect((await runner.find('x'))?.results).toEqual({ b: 'of b', c: 'of c' });
    await end('a', 'of a');
    expect(await running).toMatchObject({ status: 'completed', results: { a: 'of a', b: 'of b', c: 'of c' } });
    expect(seen).toEqual(['of a', 'of b', 'of c']);
    const written = calls.map(({ argument }) =>
      (argument['nodes'] as { path: string; status: string }[] | undefined)
        ?.filter(({ status }) => status !== 'pending')
        .map(({ path }) => path),
    );
    expect(written.slice(1).flat()).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']));
  });

  //
  test.each([1, 2, 3, 4])(
    'run up to concurrency %i, the next one starting when one ended, in declaration order',
    async (concurrency) => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      const saga = recorder();
      const { body, end } = gates(names);
      const reactor = saga.reactor(Object.fromEntries(names.map((name) => [name, { run: body }])), { concurrency });
      const { runner } = await saga.boot();
      const running = runner.run(reactor, {});
      await turns();
      for (const [ended, name] of names.entries()) {
        expect(saga.log).toEqual(
          names.slice(0, Math.min(names.length, concurrency + ended)).map((each) => `run:${each}`),
        );
        await end(name);
      }
      expect((await running).status).toBe('completed');
    },
  );

  //
  test('the default of the module holds for reactors that say nothing', async () => {
    const saga = recorder();
    const { body, end } = gates(['a', 'b']);
    const reactor = saga.reactor({ a: { run: body }, b: { run: body } });
    const one = saga.reactor({ x: { run: body }, y: {} }, { concurrency: 1 });
    const { runner } = await saga.boot({ module: { defaults: { concurrency: 2 } } });
    expect(runner.describe(reactor).concurrency).toBe(2);
    expect(runner.describe(one).concurrency).toBe(1);
    const running = runner.run(reactor, {});
    await turns();
    expect(saga.text).toBe('run:a run:b');
    await end('b');
    await end('a');
    await running;
  });

  // I-05
  test('are undone in reverse order of completion', async () => {
    const saga = recorder();
    const { body, end } = gates(['a', 'b', 'c']);
    const reactor = saga.reactor(
      { a: { run: body }, b: { run: body }, c: { run: body }, d: { reads: ['a', 'b', 'c'], run: fails } },
      { concurrency: 3 },
    );
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {});
    await turns();
    await end('b');
    await end('c');
    await end('a');
    await running;
    expect(saga.text).toBe('run:a run:b run:c run:d compensate:d undo:a undo:c undo:b');
  });
});

describe('Several ends at once', () => {
  //
  test('the first final failure is the failure of the run; nothing new starts, what is in flight is awaited, aborted and recorded', async () => {
    const saga = recorder();
    const { body, end, signals } = gates(['a', 'b', 'c']);
    const reactor = saga.reactor({ a: { run: body }, b: { run: body }, c: { run: body }, d: {} }, { concurrency: 3 });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    await end('b', failure('first'));
    expect(signals.get('a')?.aborted).toBe(true);
    expect(signals.get('c')?.aborted).toBe(true);
    expect(saga.text).toBe('run:a run:b run:c');
    await end('c', failure('second'));
    expect(saga.text).toBe('run:a run:b run:c');
    await end('a');
    const outcome = await running;
    expect(outcome).toMatchObject({ status: 'failed', failure: { step: 'b', message: 'first' } });
    expect(saga.text).toBe('run:a run:b run:c compensate:b compensate:c undo:a');
    expect((await runner.find('x'))?.steps).toMatchObject({
      a: { status: 'undone' },
      b: { status: 'failed' },
      c: { status: 'failed', failure: { message: 'second' } },
      d: { status: 'pending' },
    });
  });

  //
  test('compensates run in order of failure, all of them before the first undo', async () => {
    const saga = recorder();
    const { body, end } = gates(['a', 'b', 'c', 'd']);
    const reactor = saga.reactor(
      { a: { run: body }, b: { run: body }, c: { run: body }, d: { run: body } },
      { concurrency: 4 },
    );
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {});
    await turns();
    await end('d');
    await end('c', failure('1'));
    await end('a', failure('2'));
    await end('b');
    await running;
    expect(saga.text).toBe('run:a run:b run:c run:d compensate:c compensate:a undo:b undo:d');
  });

  //
  test('a branch between two attempts is given up when another one failed: compensated, not tried again', async () => {
    const saga = recorder();
    const { body, end } = gates(['b']);
    const reactor = saga.reactor(
      { a: { run: fails, retries: { maxAttempts: 3, baseDelay: '1h' } }, b: { run: body } },
      { concurrency: 2 },
    );
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    expect(saga.text).toBe('run:a run:b retry:a#1');
    await end('b', failure('final'));
    expect(await running).toMatchObject({ failure: { step: 'b', message: 'final' } });
    expect(saga.text).toBe('run:a run:b retry:a#1 compensate:b compensate:a');
  });

  //
  test('nodes in flight are not retried any more', async () => {
    const saga = recorder();
    const { body, end } = gates(['a', 'b']);
    const reactor = saga.reactor({ a: { run: body, retries: retries(3) }, b: { run: body } }, { concurrency: 2 });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {});
    await turns();
    await end('b', failure('final'));
    await end('a', failure('late'));
    expect(await running).toMatchObject({ failure: { step: 'b' } });
    expect(saga.text).toBe('run:a run:b compensate:b compensate:a');
  });

  //
  test('on a halt nothing is aborted: what is in flight ends, and what is between attempts is tried to its end', async () => {
    const saga = recorder();
    const { body, end, signals } = gates(['a', 'b', 'c']);
    const twice: Body = (ctx) => (ctx.attempt === 1 ? body(ctx) : ctx.step);
    const reactor = saga.reactor(
      { a: { run: twice, retries: retries(2) }, b: { run: body }, c: { run: body }, d: {} },
      { concurrency: 3 },
    );
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {});
    await turns();
    await end('b', halt('enough'));
    expect(signals.get('a')?.aborted).toBe(false);
    await end('a', failure('not yet'));
    await end('c');
    expect(await running).toMatchObject({ status: 'halted', reason: 'enough', step: 'b', results: { a: 'a', c: 'c' } });
    expect(saga.text).toBe('run:a run:b run:c retry:a#1 run:a');
  });

  //
  test('a failure beats a halt, in whichever order they come', async () => {
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const saga = recorder();
      const { body, end } = gates(['a', 'b', 'c']);
      const reactor = saga.reactor({ c: { run: body }, a: { run: body }, b: { run: body } }, { concurrency: 3 });
      const { runner } = await saga.boot();
      const running = runner.run(reactor, {});
      await turns();
      await end('c');
      for (const name of order) await end(name, name === 'a' ? halt('r') : failure('f'));
      expect(await running).toMatchObject({ status: 'failed', failure: { step: 'b', message: 'f' } });
      expect(saga.log.slice(3)).toEqual(['compensate:b', 'undo:c']);
    }
  });

  //
  test('a cancel beats a failure and a halt until the rollback began', async () => {
    const saga = recorder();
    const { body, end } = gates(['a', 'b', 'c']);
    const reactor = saga.reactor({ a: { run: body }, b: { run: body }, c: { run: body } }, { concurrency: 3 });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    await end('a');
    await end('b', failure('f'));
    const cancelling = runner.cancel('x', { reason: 'r', rollback: true });
    await turns();
    await end('c', halt('h'));
    expect(await running).toMatchObject({ status: 'cancelled', reason: 'r' });
    expect((await cancelling).status).toBe('cancelled');
    expect(saga.text).toBe('run:a run:b run:c compensate:b undo:a');
  });

  test('contexts of parallel bodies do not mix', async () => {
    const saga = recorder();
    const said: Body = async (ctx: StepContext) => {
      await turns(1);
      return ctx.step === 'b' ? ctx.skip('of b') : ctx.succeed(`of ${ctx.step}`);
    };
    const reactor = saga.reactor({ a: { run: said }, b: { run: said }, c: { run: said } }, { concurrency: 3 });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome.results).toEqual({ a: 'of a', b: 'of b', c: 'of c' });
    expect((await runner.find(outcome.executionId))?.steps).toMatchObject({
      a: { status: 'completed' },
      b: { status: 'skipped' },
    });
  });
});
