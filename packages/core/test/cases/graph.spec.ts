import { describe, expect, test } from '@jest/globals';
import { Compose, Input, Reactor, Result, Step, Undo, type ArgsFor } from '@nest-reactor/core';
import { boot } from '../support/boot.js';
import { rejection } from '../support/deferred.js';
import { recorder, type ReactorClass, type SagaPlan } from '../support/recorder.js';

async function refusal(plan: SagaPlan, options: object = {}): Promise<string> {
  const saga = recorder();
  saga.reactor(plan, { name: 'checked', ...options });
  const error = await rejection(saga.boot());
  expect(error).toMatchObject({ name: 'ReactorDefinitionError', code: 'REACTOR_DEFINITION' });
  expect(saga.log).toEqual([]);
  return error.message as string;
}

describe('The graph of a reactor', () => {
  // F-052
  test('diamonds, and steps declared in reverse order, run', async () => {
    const saga = recorder();
    const diamond = saga.reactor({ a: {}, b: { reads: ['a'] }, c: { reads: ['a'] }, d: { reads: ['b', 'c'] } });
    const reversed = saga.reactor({ d: { reads: ['b', 'c'] }, c: { reads: ['a'] }, b: { reads: ['a'] }, a: {} });
    const { runner } = await saga.boot();
    await runner.run(diamond, {});
    await runner.run(reversed, {});
    expect(saga.text).toBe('run:a run:b run:c run:d run:a run:c run:b run:d');
  });

  // F-052, C-004
  test.each<[string, SagaPlan, RegExp]>([
    ['a self-reference', { a: { reads: ['a'] } }, /checked.*a.*its own result/s],
    ['a self-reference by waitFor', { a: { after: ['a'] } }, /checked.*a.*wait for itself/s],
    ['a cycle of three by waitFor', { a: { after: ['c'] }, b: { after: ['a'] }, c: { after: ['b'] } }, /a → c → b → a/],
    ['a cycle of data and order', { a: { reads: ['b'] }, b: { after: ['a'] }, c: {} }, /a → b → a/],
    ['an unknown name', { a: {}, b: { reads: ['hashPasword'] }, hashPassword: {} }, /'hashPasword'.*hashPassword/s],
    ['an unknown name in waitFor', { a: { after: ['nobody'] } }, /'nobody'/],
  ])('%s is refused at boot, with the names', async (_what, plan, message) => {
    expect(await refusal(plan)).toMatch(message);
  });

  // F-052
  test('returns of a step that is not there is refused', async () => {
    expect(await refusal({ total: {} }, { returns: 'totl' })).toMatch(/returns.*'totl'.*total/s);
  });

  // F-052
  test.each(['constructor', 'prototype', 'then', 'toString', 'onModuleInit', 'hasOwnProperty'])(
    'a step named %s is refused, with what to do',
    async (name) => {
      expect(await refusal({ [name]: {} })).toMatch(new RegExp(`${name}.*rename`, 's'));
    },
  );

  // F-052
  test('a step named __proto__ is refused', async () => {
    class Polluting {}
    Object.defineProperty(Polluting.prototype, '__proto__', { value: () => 1, configurable: true, writable: true });
    const loose = Step as unknown as () => (target: object, key: string, descriptor: unknown) => void;
    loose()(Polluting.prototype, '__proto__', Object.getOwnPropertyDescriptor(Polluting.prototype, '__proto__'));
    Reflect.defineMetadata('design:paramtypes', [], Polluting.prototype, '__proto__');
    (Reactor as unknown as (options: object) => ClassDecorator)({ name: 'polluting' })(Polluting);
    expect((await rejection(boot([Polluting]))).message).toMatch(/polluting.*__proto__/s);
  });

  // F-052
  test('a child that composes its parent is refused with the path', async () => {
    @Reactor({ name: 'outer' })
    class Outer {
      @Compose(() => Inner as unknown as ReactorClass) inner(): ArgsFor<ReactorClass> {
        return {};
      }
    }
    @Reactor({ name: 'inner' })
    class Inner {
      @Compose(Outer) outer(): ArgsFor<Outer> {
        return {};
      }
    }
    expect((await rejection(boot([Outer, Inner]))).message).toMatch(/outer → inner → outer/);
  });

  // F-052
  test('a step declared twice, and two undos of one step, are refused', async () => {
    @Reactor({ name: 'twice' })
    class Twice {
      @Step() @Step() a(): void {}
      @Step() b(): void {}
      @Undo('b') one(): void {}
      @Undo('b') two(): void {}
    }
    const { message } = await rejection(boot([Twice]));
    expect(message).toMatch(/twice.*a.*two|twice.*a.*@Step/s);
    expect(message).toMatch(/b.*one.*two|one.*two.*'b'|two.*'b'/s);
  });

  test('everything wrong with all reactors is said together, and nothing has run', async () => {
    const saga = recorder();
    saga.reactor({ a: { reads: ['nobody'] } }, { name: 'first' });
    saga.reactor({ b: { retries: { maxAttempts: 0 } }, c: { after: ['c'] } }, { name: 'second' });
    const error = await rejection(saga.boot());
    for (const part of ['first', 'nobody', 'second', 'maxAttempts', 'wait for itself'])
      expect(error.message).toContain(part);
    expect(error.issues.length).toBeGreaterThanOrEqual(3);
  });

  test('two reactors of one name are refused', async () => {
    const saga = recorder();
    saga.reactor({ a: {} }, { name: 'same' });
    saga.reactor({ b: {} }, { name: 'same' });
    expect((await rejection(saga.boot())).message).toMatch(/same/);
  });

  test('a graph of a thousand steps is read, run and undone', async () => {
    const saga = recorder();
    const names = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
    const plan: Record<string, object> = {};
    names.forEach(
      (name, index) => (plan[name] = index === 0 ? {} : { after: [names[index - 1], names[Math.floor(index / 2)]] }),
    );
    const reactor = saga.reactor(plan);
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    expect(saga.log).toEqual(names.map((name) => `run:${name}`));
    saga.clear();
    await runner.undo(executionId);
    expect(saga.log).toEqual(names.toReversed().map((name) => `undo:${name}`));
  });

  test('half-decorated parameters are refused', async () => {
    @Reactor({ name: 'half' })
    class Half {
      @Step() a(@Input('x') _x: unknown, _y: unknown, @Result('b') _b: unknown): void {}
      @Step() b(): void {}
    }
    expect((await rejection(boot([Half]))).message).toMatch(/half.*a.*parameter 2/s);
  });
});

describe('describe', () => {
  // C-003, C-050
  test('gives the compiled graph, by class and by name, and a Mermaid drawing of it', async () => {
    const saga = recorder();
    const child = saga.reactor({ c: {} }, { name: 'child' });
    const reactor = saga.reactor(
      {
        a: { description: 'first' },
        b: { reads: ['a'], retries: { maxAttempts: 2 }, timeout: '5s' },
        pay: { compose: child, after: ['b'] },
      },
      { name: 'described', returns: 'b', version: '7', description: 'a saga' },
    );
    const { runner } = await saga.boot();
    const description = runner.describe(reactor);
    expect(description).toMatchObject({
      name: 'described',
      version: '7',
      description: 'a saga',
      returns: 'b',
      inputs: null,
      background: null,
      nodes: [
        {
          name: 'a',
          kind: 'step',
          description: 'first',
          dependsOn: [],
          waitFor: [],
          retrySource: 'none',
          hasUndo: true,
          hasCompensate: true,
        },
        {
          name: 'b',
          kind: 'step',
          dependsOn: ['a'],
          waitFor: [],
          retries: { maxAttempts: 2 },
          retrySource: 'reactor_step',
          timeout: 5_000,
        },
        { name: 'pay', kind: 'compose', dependsOn: ['b'], waitFor: ['b'], child: 'child', coordination: [] },
      ],
    });
    expect(description.mermaid).toMatch(/^flowchart TD\n/);
    expect(description.mermaid).toMatch(/n0 --> n1/);
    expect(description.mermaid).toMatch(/n1 -\.-> n2/);
    expect(runner.describe('described')).toEqual(description);
    expect(() => runner.describe('nobody')).toThrow(/nobody/);
  });
});
