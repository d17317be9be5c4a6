import { describe, expect, test } from '@jest/globals';
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { manualClock, memoryBackend, Reactor, ReactorModule, ReactorRunner, Step } from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { deferred, rejection, turns } from '../support/deferred.js';
import { fails, recorder } from '../support/recorder.js';

describe('Closing the application', () => {
  // F-077
  test('fifty times leaves no timer, socket or listener behind, and logs nothing afterwards', async () => {
    @Reactor({ name: 'short' })
    class Short {
      @Step({ timeout: '10s' }) async a(): Promise<void> {
        await turns(1);
      }
    }
    @Module({ imports: [ReactorModule.forRoot()], providers: [Short] })
    class App {}
    const resources = (): number => process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
    const listeners = (): number => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    const before = { resources: resources(), listeners: listeners() };
    for (let round = 0; round < 50; round++) {
      const module = await Test.createTestingModule({ imports: [App] }).compile();
      if (round % 3 === 0) {
        await module.close();
        continue;
      }
      await module.init();
      if (round % 3 === 1) await module.get(ReactorRunner).run(Short, {});
      const started = performance.now();
      await module.close();
      expect(performance.now() - started).toBeLessThan(2_000);
    }
    await turns();
    expect(resources()).toBeLessThanOrEqual(before.resources);
    expect(listeners()).toBe(before.listeners);
  });

  // F-077
  test('waits for live runs to their end, rollback included', async () => {
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], run: () => body.promise },
      c: { reads: ['b'], run: fails },
    });
    const { runner, close } = await saga.boot({ module: { shutdownTimeout: '10s' } });
    const running = runner.run(reactor, {});
    await turns();
    let closed = false;
    const closing = close().then(() => (closed = true));
    await turns();
    expect(closed).toBe(false);
    body.resolve();
    expect((await running).status).toBe('failed');
    await closing;
    expect(saga.text).toBe('run:a run:b run:c compensate:c undo:b undo:a');
  });

  test('refuses new runs meanwhile and afterwards, with ReactorNotReadyError', async () => {
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: { run: () => body.promise } });
    const { runner, close } = await saga.boot({ module: { shutdownTimeout: '10s' } });
    const running = runner.run(reactor, {});
    await turns();
    const closing = close();
    await turns();
    expect(await rejection(runner.run(reactor, {}))).toMatchObject({ name: 'ReactorNotReadyError' });
    body.resolve();
    await running;
    await closing;
    expect(await rejection(runner.run(reactor, {}))).toMatchObject({
      name: 'ReactorNotReadyError',
      message: expect.stringContaining('shut'),
    });
    expect(saga.text).toBe('run:a');
  });

  //
  test('aborts what does not end in time, says so, and leaves the record to recovery: nothing is rolled back', async () => {
    const saga = recorder();
    let signal: AbortSignal | undefined;
    const backend = memoryBackend();
    const reactor = saga.reactor({
      a: {},
      b: {
        reads: ['a'],
        run: (ctx) => {
          ({ signal } = ctx);
          return new Promise((_resolve, reject) =>
            ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)),
          );
        },
      },
    });
    const { runner, close, lines } = await saga.boot({ backend, module: { shutdownTimeout: 20 } });
    const running = rejection(runner.run(reactor, {}, { executionId: 'x' }));
    await turns();
    await close();
    await running;
    expect(signal?.aborted).toBe(true);
    expect(saga.text).toBe('run:a run:b');
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', message: expect.stringContaining('x') }));
    const other = await saga.boot({ backend });
    expect((await other.runner.find('x'))?.status).toBe('running');
  });

  // F-077
  test('leaves no timer of the engine, and nothing is logged afterwards', async () => {
    const clock = manualClock();
    const saga = recorder();
    const reactor = saga.reactor({ a: { timeout: '1h', run: fails, retries: { maxAttempts: 2, baseDelay: 5 } } });
    const app = await saga.boot({ clock });
    const running = app.runner.run(reactor, {});
    await clock.advance('1s');
    await running;
    await app.close();
    const count = app.lines.length;
    expect(clock.timers).toBe(0);
    await clock.advance('1d');
    expect(app.lines).toHaveLength(count);
  });

  test('two applications share nothing unless they share a backend', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const backend = memoryBackend();
    const one = await saga.boot({ backend });
    const two = await saga.boot({ backend });
    const other = await saga.boot();
    const { executionId } = await one.runner.run(reactor, {});
    expect((await two.runner.find(executionId))?.status).toBe('completed');
    expect(await other.runner.find(executionId)).toBeNull();
    await one.close();
    expect((await two.runner.undo(executionId)).status).toBe('cancelled');
    expect(saga.text).toBe('run:a undo:a');
  });

  test('an application without reactors starts and stops', async () => {
    const { runner } = await boot([]);
    expect(runner.reactors()).toEqual([]);
    expect((await runner.list()).items).toEqual([]);
  });
});
