import { describe, expect, test } from '@jest/globals';
import {
  failure,
  manualClock,
  Reactor,
  Step,
  StepHandler,
  StepTimeoutError,
  type ReactorStep,
  type RetryOptions,
  type StepContext,
  type Yields,
} from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';
import { fails, failsTimes, raises, recorder, retries, type StepPlan } from '../support/recorder.js';

describe('Attempts', () => {
  // C-036
  test.each([undefined, true, false])(
    'without retries a step is tried once, whatever its failure says about it (%p)',
    async (retryable) => {
      const saga = recorder();
      const reactor = saga.reactor({ a: { run: () => failure('no', retryable === undefined ? {} : { retryable }) } });
      const { runner } = await saga.boot();
      const outcome = await runner.run(reactor, {});
      expect(saga.text).toBe('run:a compensate:a');
      expect(outcome).toMatchObject({ failure: { attempts: 1, message: 'no' } });
    },
  );

  // C-037
  test.each<[RetryOptions, object]>([
    [{}, {}],
    [{ maxAttempts: 5 }, { maxAttempts: 5 }],
    [{ backoff: 'linear' }, { backoff: 'linear' }],
    [{ baseDelay: '5s' }, { baseDelay: 5_000 }],
    [{ maxAttempts: 1 }, { maxAttempts: 1 }],
  ])('retries: %j keeps the other defaults', async (given, expected) => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { retries: given } });
    const { runner } = await saga.boot();
    const defaults = { maxAttempts: 3, backoff: 'exponential', baseDelay: 1_000, maxDelay: null, jitter: 0 };
    expect(runner.describe(reactor).nodes[0]?.retries).toMatchObject({ ...defaults, ...expected });
  });

  // C-037
  test('maxAttempts counts the first try, and 1 means: never again', async () => {
    const saga = recorder();
    const once = saga.reactor({ a: { run: fails, retries: retries(1) } });
    const thrice = saga.reactor({ b: { run: fails, retries: retries(3) } });
    const { runner } = await saga.boot();
    await runner.run(once, {});
    await runner.run(thrice, {});
    expect(saga.log.filter((entry) => entry.startsWith('run:'))).toEqual(['run:a', 'run:b', 'run:b', 'run:b']);
  });

  // C-038
  test.each([
    ['maxAttempts', 0],
    ['maxAttempts', 2.5],
    ['maxAttempts', '3'],
    ['backoff', 'jitter'],
    ['baseDelay', -1],
    ['jitter', 2],
  ])(
    'retries.%s: %j is refused at boot, on a step and on a step class, naming it and the value',
    async (field, value) => {
      const wrong = { [field]: value } as unknown as RetryOptions;
      const saga = recorder();
      saga.reactor({ charge: { retries: wrong } }, { name: 'ordering' });
      @StepHandler({ retries: wrong })
      class ChargeStep {
        run(): void {}
      }
      const shown = typeof value === 'string' ? value : String(value);
      const inStep = await rejection(saga.boot());
      expect(inStep).toMatchObject({ code: 'REACTOR_DEFINITION' });
      for (const part of ['ordering', 'charge', field, shown]) expect(inStep.message).toContain(part);
      const inClass = await rejection(boot([ChargeStep]));
      expect(inClass).toMatchObject({ code: 'REACTOR_DEFINITION' });
      for (const part of ['ChargeStep', field, shown]) expect(inClass.message).toContain(part);
    },
  );

  // C-039, I-02, I-08
  test('the compensate runs once, after the last attempt, and between attempts there is one retry', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: fails, retries: retries(3) }, c: { reads: ['b'] } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b retry:b#1 run:b retry:b#2 run:b compensate:b undo:a');
    const view = await runner.find(outcome.executionId);
    expect(view?.trace.map(({ type, step }) => `${type}:${step}`).join(' ')).toBe(
      'run:a run:b retry:b run:b retry:b run:b compensate:b undo:a',
    );
    expect(view?.trace.filter(({ type }) => type === 'retry').map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  // C-040, I-09
  test('a step that fails and then succeeds is never compensated', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], run: failsTimes(1), retries: retries(2) },
      c: { reads: ['b'] },
    });
    const { runner } = await saga.boot();
    expect((await runner.run(reactor, {})).status).toBe('completed');
    expect(saga.text).toBe('run:a run:b retry:b#1 run:b run:c');
  });

  // C-040
  test('a thrown value counts as a failed attempt just like failure()', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: raises, retries: retries(2) } });
    const { runner } = await saga.boot();
    await runner.run(reactor, {});
    expect(saga.text).toBe('run:a run:b retry:b#1 run:b compensate:b undo:a');
  });

  // C-041, I-08
  test('retryable: false goes straight to the compensate, without waiting', async () => {
    const clock = manualClock();
    const saga = recorder();
    const reactor = saga.reactor({
      a: { run: () => failure('no', { retryable: false }), retries: { maxAttempts: 3, baseDelay: 10_000 } },
    });
    const { runner } = await saga.boot({ clock });
    const outcome = await runner.run(reactor, {});
    expect(saga.text).toBe('run:a compensate:a');
    expect(outcome).toMatchObject({ failure: { attempts: 1, retryable: false } });
    expect((await runner.find(outcome.executionId))?.steps['a']?.attempts).toBe(1);
  });

  test('retryIf vetoes by what was thrown; one that throws itself is a veto', async () => {
    const saga = recorder();
    const asked: unknown[] = [];
    const step = (retryIf: (thrown: unknown) => boolean): StepPlan => ({
      run: raises,
      retries: { ...retries(5), retryIf },
    });
    const twice = saga.reactor({ a: step((thrown) => asked.push(thrown) < 2) });
    const broken = saga.reactor({
      b: step(() => {
        throw new Error('broken predicate');
      }),
    });
    const { runner } = await saga.boot();
    await runner.run(twice, {});
    const outcome = await runner.run(broken, {});
    expect(saga.text).toBe('run:a retry:a#1 run:a compensate:a run:b compensate:b');
    expect(asked).toEqual([
      expect.objectContaining({ message: 'boom a' }),
      expect.objectContaining({ message: 'boom a' }),
    ]);
    expect(outcome).toMatchObject({ failure: { message: 'boom b' } });
  });

  // C-042
  test('the failure after several attempts names step, attempts and the last message', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ charge: { run: failsTimes(9), retries: retries(3) } });
    const { runner } = await saga.boot();
    const outcome = await runner.run(reactor, {});
    expect(outcome).toMatchObject({
      failure: { message: "step 'charge' failed after 3 attempts: boom charge 3", step: 'charge', attempts: 3 },
    });
  });

  // C-042
  test('the attempts of a step that succeeded at the third are three, and its context counts them', async () => {
    const saga = recorder();
    const seen: number[] = [];
    const third = failsTimes(2);
    const reactor = saga.reactor({
      a: {
        retries: retries(5),
        run: (ctx) => {
          seen.push(ctx.attempt);
          return third(ctx);
        },
      },
    });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    expect(seen).toEqual([1, 2, 3]);
    expect((await runner.find(executionId))?.steps['a']).toMatchObject({ status: 'completed', attempts: 3 });
  });

  // C-046
  test('what completed does not run again when a later step is retried', async () => {
    const saga = recorder();
    const reactor = saga.reactor({
      s1: {},
      s2: { reads: ['s1'] },
      s3: { reads: ['s2'], run: failsTimes(2), retries: retries(3) },
    });
    const { runner } = await saga.boot();
    await runner.run(reactor, {});
    expect(saga.text).toBe('run:s1 run:s2 run:s3 retry:s3#1 run:s3 retry:s3#2 run:s3');
  });
});

describe('Back-off', () => {
  // C-043
  test.each<[RetryOptions, number[]]>([
    [{ backoff: 'exponential', baseDelay: 1_000 }, [1_000, 2_000, 4_000]],
    [{ backoff: 'linear', baseDelay: 5_000 }, [5_000, 10_000, 15_000]],
    [{ backoff: 'fixed', baseDelay: 10_000 }, [10_000, 10_000, 10_000]],
    [{ backoff: 'linear', baseDelay: 10 }, [10, 20, 30]],
    [{ backoff: 'exponential', baseDelay: '1s', maxDelay: '2500ms' }, [1_000, 2_000, 2_500]],
  ])('%j waits %j between four attempts, and not after the last', async (policy, delays) => {
    const clock = manualClock();
    const at: number[] = [];
    const saga = recorder();
    const reactor = saga.reactor({
      a: {
        retries: { maxAttempts: 4, ...policy },
        run: (ctx) => {
          at.push(clock.now());
          return fails(ctx);
        },
      },
    });
    const { runner } = await saga.boot({ clock });
    const start = clock.now();
    const running = runner.run(reactor, {});
    for (const delay of delays) {
      await clock.advance(delay - 1);
      const before = at.length;
      await clock.advance(1);
      expect(at.length).toBe(before + 1);
    }
    await running;
    expect(clock.now() - start).toBe(delays.reduce((sum, delay) => sum + delay, 0));
    expect(at.slice(1).map((time, index) => time - (at[index] as number))).toEqual(delays);
  });

  test('jitter takes off at most its share', async () => {
    const clock = manualClock();
    const at: number[] = [];
    const saga = recorder();
    const reactor = saga.reactor({
      a: {
        retries: { maxAttempts: 20, backoff: 'fixed', baseDelay: 1_000, jitter: 0.5 },
        run: (ctx) => {
          at.push(clock.now());
          return fails(ctx);
        },
      },
    });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {});
    await clock.advance(20_000);
    await running;
    const delays = at.slice(1).map((time, index) => time - (at[index] as number));
    expect(delays).toHaveLength(19);
    for (const delay of delays) {
      expect(delay).toBeGreaterThanOrEqual(500);
      expect(delay).toBeLessThanOrEqual(1_000);
    }
    expect(new Set(delays).size).toBeGreaterThan(1);
  });
});

describe('Time-outs', () => {
  test('an attempt that takes too long gets its signal aborted and fails with StepTimeoutError; the next one is tried', async () => {
    const clock = manualClock();
    const signals: AbortSignal[] = [];
    const saga = recorder();
    const reactor = saga.reactor({
      a: {
        timeout: '2s',
        retries: retries(2),
        run: (ctx) => {
          signals.push(ctx.signal);
          return ctx.attempt === 1 ? new Promise(() => undefined) : 'in time';
        },
      },
    });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {});
    await clock.advance(1_999);
    expect(saga.text).toBe('run:a');
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    await clock.advance(0);
    expect(await running).toMatchObject({ status: 'completed', results: { a: 'in time' } });
    expect(saga.text).toBe('run:a retry:a#1 run:a');
    expect(signals[0]?.aborted).toBe(true);
    expect(signals[0]?.reason).toBeInstanceOf(StepTimeoutError);
    expect(signals[1]?.aborted).toBe(false);
    await clock.advance('1m');
    expect(clock.timers).toBe(0);
  });

  test('a step whose outcome is unknown after a time-out is compensated; what its body does later changes nothing', async () => {
    const clock = manualClock();
    const saga = recorder();
    let finish: (value: unknown) => void = () => undefined;
    const reactor = saga.reactor({
      a: {},
      b: {
        reads: ['a'],
        timeout: 100,
        run: (ctx) => new Promise((resolve) => (finish = () => resolve(ctx.halt('too late')))),
      },
    });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {});
    await clock.advance(100);
    const outcome = await running;
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { step: 'b', name: 'StepTimeoutError', code: 'REACTOR_STEP_TIMEOUT', retryable: true },
    });
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
    expect(() => finish('late')).toThrow();
    await clock.advance(0);
    expect((await runner.find(outcome.executionId))?.status).toBe('failed');
    expect(saga.text).toBe('run:a run:b compensate:b undo:a');
  });

  test('the default of the module holds for steps that name no time-out of their own', async () => {
    const clock = manualClock();
    const saga = recorder();
    const waits = saga.reactor({ a: { run: () => new Promise(() => undefined) } });
    const { runner } = await saga.boot({ clock, module: { defaults: { timeout: '5s' } } });
    const running = runner.run(waits, {});
    await clock.advance('5s');
    expect(await running).toMatchObject({ failure: { name: 'StepTimeoutError' } });
  });
});

describe('Policies of step classes', () => {
  @StepHandler({ retries: { maxAttempts: 2, baseDelay: 0 } })
  class Flaky implements ReactorStep<object, string> {
    static calls: string[] = [];
    run(_args: object, ctx: StepContext): string {
      Flaky.calls.push(`${ctx.reactor}.${ctx.step}#${ctx.attempt}`);
      throw new Error('still flaky');
    }
  }
  @StepHandler({ retries: { maxAttempts: 3, baseDelay: 0 } })
  class Flakier extends Flaky {}
  @StepHandler()
  class Inheriting extends Flaky {}

  @Reactor({ name: 'one' })
  class One {
    @Step(Flaky) x!: Yields<string>;
  }
  @Reactor({ name: 'two' })
  class Two {
    @Step(Flaky) y!: Yields<string>;
    @Step({ retries: { maxAttempts: 4 } }) own(): void {}
    @Step() plain(): void {}
  }
  @Reactor({ name: 'sub' })
  class OfSub {
    @Step(Flakier) z!: Yields<string>;
    @Step(Inheriting) inherited!: Yields<string>;
  }
  const providers = [Flaky, Flakier, Inheriting, One, Two, OfSub];

  // C-050
  test('the policy of a step class holds in every reactor that uses it; a subclass has its own', async () => {
    const { runner } = await boot(providers);
    Flaky.calls.length = 0;
    await runner.run(One, {});
    await runner.run(Two, {});
    await runner.run(OfSub, {});
    expect(Flaky.calls).toEqual(['one.x#1', 'one.x#2', 'two.y#1', 'two.y#2', 'sub.z#1', 'sub.z#2', 'sub.z#3']);
  });

  // C-050
  test('a step class that says nothing inherits the policy of its parent', async () => {
    const { runner } = await boot(providers);
    const { nodes } = runner.describe(OfSub);
    expect(nodes[1]).toMatchObject({ name: 'inherited', retries: { maxAttempts: 2 }, retrySource: 'step_class' });
  });

  // C-050
  test('describe tells where a policy comes from', async () => {
    const { runner } = await boot(providers);
    const sources = runner
      .describe(Two)
      .nodes.map(({ name, retrySource, retries: policy }) => [name, retrySource, policy?.maxAttempts]);
    expect(sources).toEqual([
      ['y', 'step_class', 2],
      ['own', 'reactor_step', 4],
      ['plain', 'none', 1],
    ]);
  });

  // C-052, L-211
  test('a step class that is run on its own is run once, whatever its retries say', async () => {
    const { runner } = await boot(providers);
    Flaky.calls.length = 0;
    await expect(runner.runStep(Flaky, {})).rejects.toThrow('still flaky');
    expect(Flaky.calls).toHaveLength(1);
  });

  // C-054
  test('a reactor has no retry policy of its own', async () => {
    const saga = recorder();
    saga.reactor({ a: {} }, { name: 'generous', retries: { maxAttempts: 3 } } as object);
    const error = await rejection(saga.boot());
    expect(error).toMatchObject({ code: 'REACTOR_DEFINITION' });
    expect(error.message).toMatch(/generous.*retries/s);
  });

  test('the module can give every step a default, which a step and a step class override', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { retries: retries(1) } });
    const { runner } = await saga.boot({ module: { defaults: { retries: { maxAttempts: 4 } } } });
    const sources = runner
      .describe(reactor)
      .nodes.map(({ retrySource, retries: policy }) => [retrySource, policy?.maxAttempts]);
    expect(sources).toEqual([
      ['module', 4],
      ['reactor_step', 1],
    ]);
  });

  test('a policy on both the class and the step is a definition error that names both', async () => {
    @Reactor({ name: 'twice' })
    class Twice {
      @Step(Flaky, { retries: { maxAttempts: 4 } }) x!: Yields<string>;
    }
    const error = await rejection(boot([Flaky, Twice]));
    expect(error.message).toMatch(/twice.*x: retries.*Flaky/s);
  });
});
