import { describe, expect, test } from '@jest/globals';
import { Inject, Injectable } from '@nestjs/common';
import {
  failure,
  Reactor,
  ReactorMiddleware,
  Step,
  type Middleware,
  type ReactorEvent,
  type StepContext,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection, turns } from '../support/deferred.js';
import { fails, recorder, retries } from '../support/recorder.js';

describe('aroundStep', () => {
  test('wraps every attempt of every body, the first declared outermost; it is awaited and sees what next() answers', async () => {
    const log: string[] = [];
    const wrapper = (name: string) => {
      class Wrapper implements Middleware {
        async aroundStep(ctx: StepContext, next: () => Promise<unknown>): Promise<unknown> {
          log.push(`${name} before ${ctx.step}#${ctx.attempt}`);
          try {
            return await next();
          } finally {
            await turns(1);
            log.push(`${name} after ${ctx.step}`);
          }
        }
      }
      ReactorMiddleware()(Wrapper);
      return Wrapper;
    };
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: (ctx) => (ctx.attempt === 1 ? fails(ctx) : 1), retries: retries(2) } });
    const { runner } = await saga.boot({ providers: [wrapper('outer'), wrapper('inner')] });
    expect(await runner.run(reactor, {})).toMatchObject({ status: 'completed', results: { a: 1 } });
    const once = (attempt: number): string[] => [
      `outer before a#${attempt}`,
      `inner before a#${attempt}`,
      'inner after a',
      'outer after a',
    ];
    expect(log).toEqual([...once(1), ...once(2)]);
  });

  test('may answer in place of the body, fail it, or change what it answered', async () => {
    @ReactorMiddleware()
    class Changing implements Middleware {
      async aroundStep(ctx: StepContext, next: () => Promise<unknown>): Promise<unknown> {
        if (ctx.step === 'cached') return 'from the cache';
        if (ctx.step === 'denied') throw new RangeError('not allowed');
        return [await next()];
      }
    }
    const saga = recorder();
    const reactor = saga.reactor({ cached: {}, a: {}, denied: { after: ['cached', 'a'] } });
    const { runner } = await saga.boot({ providers: [Changing] });
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a compensate:denied undo:a undo:cached');
    expect(outcome).toMatchObject({ status: 'failed', failure: { step: 'denied', name: 'RangeError' } });
  });

  test('hands signals and thrown values through', async () => {
    @ReactorMiddleware()
    class Passing implements Middleware {
      aroundStep(_ctx: StepContext, next: () => Promise<unknown>): Promise<unknown> {
        return next();
      }
    }
    const saga = recorder();
    const reactor = saga.reactor({
      a: { run: (ctx) => ctx.skip('s') },
      b: { reads: ['a'], run: () => failure('no', { code: 'c' }) },
    });
    const { runner } = await saga.boot({ providers: [Passing] });
    expect(await runner.run(reactor, {})).toMatchObject({ failure: { message: 'no', code: 'c' }, results: { a: 's' } });
  });
});

describe('Observers', () => {
  // F-041 (as far as one process shows it)
  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('observer broke');
      },
    ],
    ['rejects', () => Promise.reject(new Error('observer broke'))],
    ['never settles', () => new Promise(() => undefined)],
  ])('one that %s changes nothing, and is logged once with its name', async (_how, broken) => {
    @ReactorMiddleware()
    class Broken {
      on(): unknown {
        return broken();
      }
    }
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: fails, retries: retries(2) } });
    const { runner, lines } = await saga.boot({ providers: [Broken] });
    await runner.run(reactor, {});
    expect((await runner.run(reactor, {})).status).toBe('failed');
    await turns();
    process.off('unhandledRejection', note);
    expect(saga.log.slice(0, 6).join(' ')).toBe('run:a run:b retry:b#1 run:b compensate:b undo:a');
    expect(unhandled).toEqual([]);
    const errors = lines.filter(({ level }) => level === 'error');
    expect(errors.length).toBe(_how === 'never settles' ? 0 : 1);
    for (const { message } of errors) expect(message).toMatch(/Broken.*observer broke/);
  });

  test('one that a reactor names sees that reactor only, gets its dependencies, and is no observer of all', async () => {
    const seen: string[] = [];
    @Injectable()
    class Sink {
      add(text: string): void {
        seen.push(text);
      }
    }
    @Injectable()
    class OfOne {
      constructor(@Inject(Sink) private readonly sink: Sink) {}
      onStepComplete({ reactor, step, result }: ReactorEvent): void {
        this.sink.add(`${reactor} ${step} ${JSON.stringify(result)}`);
      }
    }
    const saga = recorder();
    const watched = saga.reactor({ a: { run: () => ({ id: 1 }) } }, { name: 'watched', middlewares: [OfOne] });
    const other = saga.reactor({ b: {} }, { name: 'other' });
    const { runner } = await saga.boot({ providers: [OfOne, Sink] });
    await runner.run(watched, {});
    await runner.run(other, {});
    expect(seen).toEqual(['watched a {"id":1}']);
  });

  test('what an observer changes, the run does not see', async () => {
    @ReactorMiddleware()
    class Spoiling {
      onStepComplete(event: ReactorEvent): void {
        (event.result as { list: number[] }).list.push(9);
        Object.assign(event, { step: 'another' });
      }
    }
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => ({ list: [1] }) }, b: { reads: ['a'], run: (_ctx, a) => a } });
    const { runner } = await saga.boot({ providers: [Spoiling] });
    expect((await runner.run(reactor, {})).results).toEqual({ a: { list: [1] }, b: { list: [1] } });
  });

  test('one that is named but provided by no module is refused at boot', async () => {
    class Missing {}
    const saga = recorder();
    saga.reactor({ a: {} }, { name: 'watched', middlewares: [Missing] });
    expect((await rejection(saga.boot())).message).toMatch(/watched.*Missing/s);
    @Reactor()
    class Fine {
      @Step() a(): void {}
    }
    expect((await rejection(boot([Fine], { module: { middlewares: [Missing] } }))).message).toMatch(/Missing/);
  });

  test('hooks of a run that halts, completes and is retried are told', async () => {
    const seen: string[] = [];
    @ReactorMiddleware()
    class Telling {
      onReactorStart(): void {
        seen.push('start');
      }
      onReactorComplete(): void {
        seen.push('complete');
      }
      onReactorHalt({ reason }: ReactorEvent): void {
        seen.push(`halt ${reason}`);
      }
      onReactorFail({ failure: failed }: ReactorEvent): void {
        seen.push(`fail ${failed?.message}`);
      }
    }
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: (ctx) => (ctx.inputs['halt'] === true ? ctx.halt('r') : 1) } });
    const { runner } = await saga.boot({ providers: [Telling] });
    await runner.run(reactor, {});
    await runner.run(reactor, { halt: true });
    expect(seen).toEqual(['start', 'complete', 'start', 'halt r']);
  });
});
