import { describe, expect, test } from '@jest/globals';
import { Body } from '@nestjs/common';
import {
  Compensate,
  Ctx,
  Input,
  Reactor,
  Result,
  Step,
  StepHandler,
  Undo,
} from '../../test/support/loose-decorators.js';
import { definitionOf, issuesOf, nodeOf } from '../../test/support/compile-classes.js';
import type { StepDefinition } from '../definition/reactor-definition.js';
import { ReactorMetadataAccessor } from './reactor-metadata.accessor.js';

const accessor = new ReactorMetadataAccessor();

@StepHandler({ retries: { maxAttempts: 2 }, timeout: 5 })
class Charge {
  run() {}
}

@Reactor({ name: 'base', returns: 'b', version: '1' })
class Base {
  @Step() a() {
    return 'base a';
  }
  @Step({ timeout: 10 }) b(@Result('a') _a: unknown, @Ctx() _ctx: unknown) {}
  @Undo('a') undoA(@Result('a') _a: unknown) {}
  @Step(Charge) charge!: unknown;
  helper() {}
}

// F-074
describe('inheritance', () => {
  test('a subclass inherits steps, hooks, parameters and options, but not the name', async () => {
    class Plain extends Base {}
    const definition = await definitionOf([Charge, Plain]);
    expect(definition).toMatchObject({ name: 'Plain', returns: 'b', version: '1', reactor: Plain });
    expect(definition.nodes.map((node) => node.name)).toEqual(['a', 'b', 'charge']);
    expect((nodeOf(definition, 'a') as StepDefinition).undo?.method).toBe('undoA');
  });

  test('options are replaced one by one', async () => {
    @Reactor({ version: '2', returns: 'a' })
    class Sub extends Base {}
    class SubSub extends Sub {}
    expect(accessor.readReactor(SubSub)?.options).toEqual({ version: '2', returns: 'a' });
    expect(accessor.readReactor(Base)?.options).toEqual({ name: 'base', returns: 'b', version: '1' });
  });

  test('an undecorated override is a new body under the declaration of the parent, in its place', async () => {
    class Sub extends Base {
      override b() {}
    }
    const definition = await definitionOf([Charge, Sub]);
    const b = nodeOf(definition, 'b') as StepDefinition;
    expect(definition.nodes.map((node) => node.name)).toEqual(['a', 'b', 'charge']);
    expect(b).toMatchObject({ timeout: 10, dependsOn: ['a'] });
    expect(b.body.parameters).toEqual([{ kind: 'argument', name: 'a' }, { kind: 'ctx' }]);
  });

  test('a decorated override replaces everything of the step but its place', async () => {
    @Reactor()
    class Sub extends Base {
      @Step() c() {}
      @Step() override b(_args?: unknown) {}
    }
    const definition = await definitionOf([Charge, Sub]);
    expect(definition.nodes.map((node) => node.name)).toEqual(['a', 'b', 'charge', 'c']);
    const b = nodeOf(definition, 'b') as StepDefinition;
    expect(b).toMatchObject({ timeout: null, dependsOn: [], args: { kind: 'inputs' } });
    expect(b.body.parameters).toBeNull();
  });

  test('a hook is replaced by the one of the subclass, under its own name or another', async () => {
    class SameName extends Base {
      override undoA() {}
    }
    @Reactor()
    class OtherName extends Base {
      @Undo('a') takeBack() {}
    }
    const undoOf = async (cls: typeof Base) => (nodeOf(await definitionOf([Charge, cls]), 'a') as StepDefinition).undo;
    expect(await undoOf(SameName)).toMatchObject({ method: 'undoA', parameters: [{ kind: 'source' }] });
    expect(await undoOf(OtherName)).toMatchObject({ method: 'takeBack', parameters: null });
    expect(await undoOf(Base)).toMatchObject({ method: 'undoA' });
  });

  test('parent and siblings never see the changes of a subclass', () => {
    const before = JSON.stringify(accessor.readReactor(Base)?.nodes);
    @Reactor()
    class One extends Base {
      @Step({ timeout: 99 }) override a() {
        return 'one';
      }
      @Step() extra() {}
      @Compensate('a') clean() {}
    }
    class Two extends Base {}
    expect(accessor.readReactor(One)?.nodes.map((node) => node.member)).toEqual(['a', 'b', 'charge', 'extra']);
    for (const cls of [Base, Two]) {
      expect(JSON.stringify(accessor.readReactor(cls)?.nodes)).toBe(before);
      expect(accessor.readReactor(cls)?.hooks).toHaveLength(1);
    }
  });

  test('a redeclared node keeps its form, and does not turn into a hook', async () => {
    @Reactor()
    class Sub extends Base {
      // @ts-expect-error a property becomes a method
      @Step() override charge() {}
      // @ts-expect-error a method becomes a property
      @Step(Charge) override a!: unknown;
      @Step() override undoA() {}
    }
    class Undecorated extends Base {
      // @ts-expect-error a property becomes a method
      override charge() {}
    }
    expect(await issuesOf([Charge, Sub])).toEqual(
      expect.arrayContaining([
        'Sub.charge: it is a property in Base and a method in Sub: a redeclared node keeps its form, so make it a property',
        'Sub.a: it is a method in Base and a property in Sub: a redeclared node keeps its form, so make it a method',
        "Sub.undoA: it is @Undo('a') in Base and a node in Sub: give one of the two another name",
      ]),
    );
    expect(await issuesOf([Charge, Undecorated])).toEqual([
      'Undecorated.charge: it is declared as a property and overridden by a method: a redeclared node keeps its form',
    ]);
  });

  test('steps of a base class without @Reactor are inherited by two reactors', async () => {
    abstract class Common {
      @Step() shared(@Input('x') _x: unknown) {}
    }
    @Reactor()
    class One extends Common {
      @Step() one(@Result('shared') _s: unknown) {}
    }
    @Reactor()
    class Two extends Common {
      override shared() {}
    }
    expect(accessor.readReactor(Common)).toBeNull();
    expect((await definitionOf([One])).nodes.map((node) => node.name)).toEqual(['shared', 'one']);
    expect((await definitionOf([Two])).nodes.map((node) => node.name)).toEqual(['shared']);
  });
});

describe('step classes', () => {
  test('a subclass inherits options, and redeclares them for itself', () => {
    class Plain extends Charge {}
    @StepHandler({ timeout: 9 })
    class Changed extends Charge {}
    expect(accessor.readStepClass(Plain)?.options).toEqual({ retries: { maxAttempts: 2 }, timeout: 5 });
    expect(accessor.readStepClass(Changed)?.options).toEqual({ retries: { maxAttempts: 2 }, timeout: 9 });
    expect(accessor.readStepClass(Charge)?.options).toEqual({ retries: { maxAttempts: 2 }, timeout: 5 });
    expect(accessor.readStepClass(Base)).toBeNull();
  });
});

test("Nest's own parameter decorators on a step are seen", () => {
  @Reactor()
  class Foreign {
    @Step() a(@Body() _body: unknown) {}
    @Step() b(@Input('x') _x: unknown) {}
  }
  const members = accessor.readReactor(Foreign)?.members;
  expect(members?.get('a')?.foreignParameters).toBe(true);
  expect(members?.get('b')?.foreignParameters).toBe(false);
});

test('a constructor whose parameters have no types is told apart', () => {
  class Typeless {
    constructor(readonly dependency: object) {}
  }
  class Free {}
  expect(accessor.lacksConstructorTypes(Typeless)).toBe(true);
  expect(accessor.lacksConstructorTypes(Free)).toBe(false);
  Reflect.defineMetadata('design:paramtypes', [Object], Typeless);
  expect(accessor.lacksConstructorTypes(Typeless)).toBe(false);
});
