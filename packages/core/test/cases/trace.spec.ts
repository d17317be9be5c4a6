import { describe, expect, test } from '@jest/globals';
import { failure, halt, ReactorMiddleware, skipped, type ReactorEvent } from '@nest-reactor/core';
import { schema } from '../support/contracts.js';
import { fails, failsTimes, raises, recorder, retries } from '../support/recorder.js';
import { spiedBackend, type StoreCall } from '../support/spied-backend.js';

describe('The trace', () => {
  // C-096, I-21
  test('is what really happened, in order: as long as the log of the bodies, entry by entry', async () => {
    const saga = recorder();
    const inner = saga.reactor({ i1: {}, i2: { reads: ['i1'], run: failsTimes(1), retries: retries(2) } });
    const reactor = saga.reactor({
      a: {},
      child: { compose: inner, reads: ['a'] },
      s: { reads: ['child'], run: () => skipped('nothing') },
      n: { reads: ['s'], undo: null },
      b: { reads: ['n'], run: fails, retries: retries(3) },
    });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    const trace = (await runner.find(executionId))?.trace ?? [];
    const traced = trace
      .filter(({ type, skipped: none }) => ['run', 'retry', 'compensate', 'undo'].includes(type) && none !== true)
      .map(({ type, path, attempt }) => `${type}:${path.join('.')}${type === 'retry' ? `#${attempt}` : ''}`);
    expect(traced).toEqual(saga.log);
    expect(trace.map(({ seq }) => seq)).toEqual(trace.map((_entry, index) => index + 1));
    for (const entry of trace) {
      expect(entry.at).toBeInstanceOf(Date);
      expect(entry.step).toBe(entry.path.at(-1));
    }
    expect(trace.filter(({ type }) => type === 'skipped').map(({ step }) => step)).toEqual(['s']);
    expect(trace.filter(({ skipped: none }) => none === true).map(({ type, step }) => `${type}:${step}`)).toEqual([
      'undo:n',
    ]);
  });

  // C-096
  test('a halt entry carries its reason, a skipping body leaves run and then skipped', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => skipped() }, b: { reads: ['a'], run: () => halt('enough') } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    const trace = (await runner.find(executionId))?.trace ?? [];
    expect(trace.map(({ type, step, reason }) => ({ type, step, reason }))).toEqual([
      { type: 'run', step: 'a', reason: undefined },
      { type: 'skipped', step: 'a', reason: undefined },
      { type: 'run', step: 'b', reason: undefined },
      { type: 'halt', step: 'b', reason: 'enough' },
    ]);
  });

  test('views are copies: changing one changes nothing', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => ({ list: [1] }) } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    const view = (await runner.find(executionId)) as unknown as {
      results: { a: { list: number[] } };
      trace: unknown[];
    };
    view.results.a.list.push(2);
    view.trace.length = 0;
    expect(await runner.find(executionId)).toMatchObject({ results: { a: { list: [1] } }, trace: [{ type: 'run' }] });
  });
});

describe('Events for middlewares', () => {
  // C-099
  test('every step, retry, compensation and undo has its start and its end; the failure of an argument names the step', async () => {
    const events: ReactorEvent[] = [];
    const hooks: string[] = [];
    @ReactorMiddleware()
    class Observer {
      on(event: ReactorEvent): void {
        events.push(event);
      }
      onUndoFail(event: ReactorEvent): void {
        hooks.push(`${event.name} ${event.step}`);
      }
      onReactorFail(event: ReactorEvent): void {
        hooks.push(`${event.name} ${event.failure?.step}`);
      }
    }
    const saga = recorder();
    const reactor = saga.reactor(
      {
        a: {},
        s: { run: () => skipped('v') },
        b: { reads: ['a', 's'], undo: () => failure('cannot') },
        c: { reads: ['b'], run: failsTimes(9), retries: retries(2), compensate: () => 'cleaned' },
      },
      { name: 'watched' },
    );
    const { runner } = await saga.boot({ providers: [Observer] });
    const { executionId } = await runner.run(reactor, {}, { context: { tenant: 7 } });
    expect(
      events.map(({ name, step, attempt }) => [name, step, attempt].filter((part) => part !== undefined).join(' ')),
    ).toEqual([
      'ReactorStart',
      'StepStart a 1',
      'StepComplete a',
      'StepStart s 1',
      'StepSkip s',
      'StepStart b 1',
      'StepComplete b',
      'StepStart c 1',
      'StepRetry c 1',
      'StepStart c 2',
      'StepFail c',
      'CompensationStart c',
      'CompensationComplete c',
      'UndoStart b',
      'UndoFail b',
      'UndoStart a',
      'UndoComplete a',
      'ReactorFail',
    ]);
    expect(hooks).toEqual(['UndoFail b', 'ReactorFail c']);
    for (const event of events)
      expect(event).toMatchObject({ executionId, reactor: 'watched', context: { tenant: 7 }, at: expect.any(Date) });
    const named = (name: string): ReactorEvent | undefined => events.find((event) => event.name === name);
    expect(named('StepFail')?.failure).toMatchObject({
      step: 'c',
      attempts: 2,
      message: "step 'c' failed after 2 attempts: boom c 2",
    });
    expect(named('UndoFail')?.failure).toMatchObject({ message: 'cannot' });
    expect(named('CompensationComplete')?.result).toBe('cleaned');
    expect(named('StepRetry')).toMatchObject({ delay: 0 });
  });

  // C-099
  test('a step whose arguments cannot be had has a StepFail with its name, and no StepStart', async () => {
    const events: string[] = [];
    @ReactorMiddleware()
    class Observer {
      on({ name, step }: ReactorEvent): void {
        events.push(`${name} ${step}`);
      }
    }
    const saga = recorder();
    const reactor = saga.reactor({ b: { contract: schema.named } });
    const { runner } = await saga.boot({ providers: [Observer] });
    await runner.run(reactor, { a: 1 });
    expect(events).toEqual(['ReactorStart undefined', 'StepFail b', 'ReactorFail undefined']);
  });
});

describe('Writes to the store', () => {
  // C-102, A-153, R-10
  test('a run of three steps is four writes: the start, one a step, and the last step is the end, which gives the lease up', async () => {
    const calls: StoreCall[] = [];
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'] }, c: { reads: ['b'] } });
    const { runner } = await saga.boot({ backend: spiedBackend(calls) });
    (await runner.run(reactor, {})).unwrap();
    expect(calls.map(({ method }) => method)).toEqual(['start', 'write', 'write', 'write']);
    expect(calls.map(({ argument }) => argument['release'] !== undefined)).toEqual([false, false, false, true]);
    expect(calls.at(-1)?.argument).toMatchObject({
      record: { status: 'completed' },
      nodes: [{ path: 'c', status: 'completed' }],
    });
  });

  // C-102
  test('nothing is written after the lease was given up, whatever way the run ends', async () => {
    for (const run of [fails, raises, () => halt('r'), () => skipped()]) {
      const calls: StoreCall[] = [];
      const saga = recorder();
      const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run } });
      const { runner } = await saga.boot({ backend: spiedBackend(calls) });
      await runner.run(reactor, {});
      expect(calls.findIndex(({ argument }) => argument['release'] !== undefined)).toBe(calls.length - 1);
    }
  });

  // R-10
  test('a write carries only what changed, and grows neither with the steps done nor with their results', async () => {
    const calls: StoreCall[] = [];
    const saga = recorder();
    const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
    const reactor = saga.reactor(
      Object.fromEntries(
        names.map((name, index) => [
          name,
          { after: index === 0 ? [] : [names[index - 1] as string], run: () => 'x'.repeat(1_000) },
        ]),
      ),
    );
    const { runner } = await saga.boot({ backend: spiedBackend(calls) });
    await runner.run(reactor, {});
    const sizes = calls
      .slice(1, -1)
      .map(
        ({ argument }) =>
          JSON.stringify(argument, (_key, value: unknown) => (value instanceof Map ? [...value] : value)).length,
      );
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(60);
  });
});
