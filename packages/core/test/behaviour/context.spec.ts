import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from '@jest/globals';
import { ClsModule, ClsService } from 'nestjs-cls';
import {
  Ctx,
  currentStep,
  Reactor,
  Serializable,
  Step,
  StepHandler,
  type LogEntry,
  type StepContext,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { deferred, turns } from '../support/deferred.js';
import { fails, recorder } from '../support/recorder.js';

describe('The context of a step', () => {
  test('says where it is, with what inputs and caller data, and when to stop', async () => {
    const saga = recorder();
    let seen: Record<string, unknown> = {};
    const reactor = saga.reactor({ a: { run: (ctx) => void (seen = read(ctx)) } }, { name: 'where' });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, { n: 1 }, { context: { tenant: 'blue' } });
    expect(seen).toEqual({
      executionId,
      rootExecutionId: executionId,
      reactor: 'where',
      step: 'a',
      path: ['a'],
      attempt: 1,
      inputs: { n: 1 },
      context: { tenant: 'blue' },
      aborted: false,
      idempotencyKey: expect.stringMatching(/^.{1,200}$/),
      fencingToken: expect.any(Number),
      elementIndex: undefined,
    });
    expect((await runner.find(executionId))?.context).toEqual({ tenant: 'blue' });
  });

  test('its inputs and caller data are copies', async () => {
    const saga = recorder();
    const seen: unknown[] = [];
    const spoil = (ctx: StepContext): void => {
      seen.push(structuredClone([ctx.inputs, ctx.context]));
      (ctx.inputs['list'] as number[]).push(2);
      (ctx.context['tags'] as number[]).push(2);
    };
    const reactor = saga.reactor({ a: { run: spoil }, b: { run: spoil } });
    const { runner } = await saga.boot();
    await runner.run(reactor, { list: [1] }, { context: { tags: [1] } });
    expect(seen).toEqual([
      [{ list: [1] }, { tags: [1] }],
      [{ list: [1] }, { tags: [1] }],
    ]);
  });

  test('gives results of completed steps, and refuses those of others with what to do', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: { run: () => ({ id: 1 }) },
      b: { after: ['a'], run: (ctx) => ctx.result('a') },
      c: { after: ['b'], run: (ctx) => ctx.result('d') },
      d: { after: ['c'] },
    });
    const unknown = saga.reactor({ a: { run: (ctx) => ctx.result('nobody') } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome).toMatchObject({ failure: { step: 'c', message: expect.stringMatching(/'d'.*no result/) } });
    expect((await runner.run(unknown, {})).toJSON()).toMatchObject({
      failure: { message: expect.stringMatching(/nobody.*a/s) },
    });
  });

  test('shows progress while the body runs; the last one counts', async () => {
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({
      a: {
        run: async (ctx) => {
          ctx.progress({ done: 1, of: 3 });
          await body.promise;
          ctx.progress({ done: 3, of: 3 });
        },
      },
    });
    const { runner } = await saga.boot();
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    expect((await runner.find('x'))?.progress).toEqual({ done: 1, of: 3 });
    body.resolve();
    await running;
    expect((await runner.find('x'))?.progress).toEqual({ done: 3, of: 3 });
  });

  test('logs with execution, reactor and step', async () => {
    const lines: LogEntry[] = [];
    const note = (entry: LogEntry): void => void lines.push(entry);
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: (ctx) => ctx.logger.warn('low stock', { sku: 1 }) } }, { name: 'stock' });
    const { runner } = await saga.boot({ module: { logger: { debug: note, log: note, warn: note, error: note } } });
    const { executionId } = await runner.run(reactor, {});
    expect(lines).toEqual([
      expect.objectContaining({
        message: 'low stock',
        executionId,
        reactor: 'stock',
        step: 'a',
        details: [{ sku: 1 }],
      }),
    ]);
  });

  test('a logger that throws harms nothing', async () => {
    const saga = recorder();
    const broken = (): never => {
      throw new Error('disk full');
    };
    const reactor = saga.reactor({ a: { run: (ctx) => ctx.logger.error('x') } });
    const { runner } = await saga.boot({
      module: { logger: { debug: broken, log: broken, warn: broken, error: broken } },
    });
    expect((await runner.run(reactor, {})).status).toBe('completed');
  });
});

describe('ctx.runStep', () => {
  const log: string[] = [];
  @StepHandler({ retries: { maxAttempts: 3, baseDelay: 0 } })
  class Inner {
    run(args: { how: string }, ctx: StepContext): unknown {
      log.push(`inner ${ctx.step} ${currentStep().step}`);
      if (args.how === 'throws') throw new RangeError('inner broke');
      if (args.how === 'halts') ctx.halt('inner halts');
      if (args.how === 'skips') ctx.skip('inner skips');
      return `did ${args.how}`;
    }
    undo(): void {
      log.push('never undone');
    }
  }
  @Reactor({ name: 'running', returns: 'outer' })
  class Running {
    @Step() async outer(args: { how: string }, ctx: StepContext): Promise<unknown> {
      try {
        return [await ctx.runStep(Inner, { how: args.how }), ctx.step];
      } catch (error) {
        return (error as Error).name;
      }
    }
  }

  test.each([
    ['works', ['did works', 'outer']],
    ['skips', ['inner skips', 'outer']],
    ['throws', 'RangeError'],
    ['halts', 'ReactorOutcomeError'],
  ])(
    'runs a step class as part of the step, once: what %s is answered or thrown there, and ends nothing else',
    async (how, value) => {
      log.length = 0;
      const { runner } = await boot([Inner, Running]);
      const outcome = await runner.run(Running, { how });
      expect(outcome.unwrap()).toEqual(value);
      expect(log).toEqual(['inner outer outer']);
      await runner.undo(outcome.executionId);
      expect(log).toEqual(['inner outer outer']);
    },
  );
});

describe('What surrounds a run', () => {
  test('AsyncLocalStorage of the caller is there in bodies, retries and undos', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const look = (): void => void seen.push(storage.getStore());
    const saga = recorder();
    const reactor = saga.reactor(
      {
        a: { run: look, undo: look },
        b: { run: look, undo: look },
        c: {
          reads: ['a', 'b'],
          retries: { maxAttempts: 2, baseDelay: 1 },
          run: (ctx) => (look(), fails(ctx)),
          compensate: look,
        },
      },
      { concurrency: 2 },
    );
    const { runner } = await saga.boot();
    await Promise.all(['one', 'two'].map((name) => storage.run(name, () => runner.run(reactor, {}))));
    expect(seen).toHaveLength(14);
    expect(seen.filter((name) => name === 'one')).toHaveLength(7);
    expect(seen.filter((name) => name === 'two')).toHaveLength(7);
  });

  test('so is the store of nestjs-cls', async () => {
    const seen: unknown[] = [];
    @Reactor()
    class WithCls {
      @Step() async a(@Ctx() _ctx: StepContext): Promise<void> {
        await turns(1);
        seen.push(cls.get('user'));
      }
    }
    const { module, runner } = await boot([WithCls], { imports: [ClsModule.forRoot({ global: true })] });
    const cls = module.get(ClsService);
    await cls.run(async () => {
      cls.set('user', 'ada');
      await runner.run(WithCls, {});
    });
    expect(seen).toEqual(['ada']);
  });

  test('a run inside a body is an execution of its own, linked to its parent, with no part in its rollback', async () => {
    const saga = recorder();
    const inner = saga.reactor({ x: {} }, { name: 'inner' });
    let id = '';
    const outer = saga.reactor({
      a: {
        run: async () => {
          ({ executionId: id } = await app.runner.run(inner, {}));
        },
      },
      b: { after: ['a'], run: fails },
    });
    const app = await saga.boot();
    const { executionId } = await app.runner.run(outer, {});
    expect(saga.text).toBe('run:a run:x run:b compensate:b undo:a');
    expect(await app.runner.find(id)).toMatchObject({ status: 'completed', parent: { executionId, step: 'a' } });
    expect((await app.runner.find(executionId))?.parent).toBeNull();
  });
});

describe('Values between steps', () => {
  test('instances of a @Serializable() class keep it; others become plain data with one warning a class', async () => {
    @Serializable({ name: 'behaviour-money' })
    class Money {
      constructor(readonly cents: number) {}
      get euros(): number {
        return this.cents / 100;
      }
    }
    class Plain {
      readonly x = 1;
    }
    const saga = recorder();
    const seen: unknown[] = [];
    const reactor = saga.reactor({
      a: {
        run: () => ({ price: new Money(250) }),
        undo: (result) => seen.push((result as { price: Money }).price.euros),
      },
      b: { run: () => new Plain() },
      c: { reads: ['a', 'b'], run: (_ctx, a, b) => void seen.push((a as { price: Money }).price.euros, b) },
    });
    const { runner, lines } = await saga.boot();
    const first = await runner.run(reactor, {});
    await runner.run(reactor, {});
    expect(seen).toEqual([2.5, { x: 1 }, 2.5, { x: 1 }]);
    expect(seen[1]).not.toBeInstanceOf(Plain);
    expect(lines.filter(({ message }) => message.includes('Plain'))).toHaveLength(1);
    await runner.undo(first.executionId);
    expect(seen.at(-1)).toBe(2.5);
  });

  test('a later step sees the same whether or not the run was stored and taken up again in between', async () => {
    const value = {
      at: new Date(5),
      tags: new Set(['a']),
      prices: new Map([['x', 1n]]),
      bytes: new Uint8Array([1, 2]),
      pattern: /a+/g,
      url: new URL('https://example.org/a'),
      none: undefined,
      nan: Number.NaN,
    };
    const saga = recorder();
    const seen: unknown[] = [];
    let broken = true;
    const reactor = saga.reactor({
      a: { run: () => value, undo: (result) => seen.push(result) },
      s: { run: (ctx) => ctx.skip(value) },
      b: { reads: ['a', 's'], run: (ctx, a, s) => (seen.push(a, s), broken ? fails(ctx) : 'b') },
    });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    broken = false;
    await runner.retry(executionId);
    await runner.undo(executionId);
    expect(seen).toHaveLength(6);
    for (const each of seen) expect(each).toStrictEqual(value);
  });

  test('a codec sees everything that is stored, and nothing is stored without it', async () => {
    const stored: string[] = [];
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => 'a secret' }, b: { reads: ['a'], run: (_ctx, a) => a } });
    const { runner } = await saga.boot({
      module: {
        codec: {
          encode: (text) => {
            stored.push(text);
            return Buffer.from(text).toString('base64');
          },
          decode: (text) => Buffer.from(text, 'base64').toString(),
        },
      },
    });
    const outcome = await runner.run(reactor, { n: 1 });
    expect(outcome.results).toEqual({ a: 'a secret', b: 'a secret' });
    expect(stored.some((text) => text.includes('a secret'))).toBe(true);
    expect((await runner.find(outcome.executionId))?.inputs).toEqual({ n: 1 });
  });

  test('a result beyond the limit fails its step with both sizes', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => 'x'.repeat(2_000) } });
    const { runner } = await saga.boot({ module: { limits: { valueBytes: 1_000 } } });
    expect(await runner.run(reactor, {})).toMatchObject({
      failure: { step: 'a', name: 'SerializationError', message: expect.stringMatching(/2[,_ ]?0\d\d.*1[,_ ]?000/s) },
    });
  });
});

function read(ctx: StepContext): Record<string, unknown> {
  const {
    executionId,
    rootExecutionId,
    reactor,
    step,
    path,
    attempt,
    inputs,
    context,
    idempotencyKey,
    fencingToken,
    elementIndex,
  } = ctx;
  return {
    executionId,
    rootExecutionId,
    reactor,
    step,
    path,
    attempt,
    inputs,
    context,
    aborted: ctx.signal.aborted,
    idempotencyKey,
    fencingToken,
    elementIndex,
  };
}
