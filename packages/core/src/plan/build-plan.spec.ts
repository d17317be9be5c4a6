import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  Compensate,
  Compose,
  Inputs,
  Reactor,
  Result,
  Step,
  StepHandler,
  Undo,
} from '../../test/support/loose-decorators.js';
import { compileClasses, definitionOf } from '../../test/support/compile-classes.js';
import type { NodeDefinition, ReactorDefinition } from '../definition/reactor-definition.js';
import { buildPlan } from './build-plan.js';
import { describePlan } from './plan-view.js';
import { ReadyQueue } from './ready-nodes.js';

@Reactor({ returns: 'c' })
class Diamond {
  @Step() c(@Result('a') _a: unknown, @Result('b') _b: unknown) {}
  @Step() a() {}
  @Step({ waitFor: ['a'] }) b() {}
}

describe('buildPlan', () => {
  test('turns names into indexes, both ways, and freezes', async () => {
    const plan = buildPlan(await definitionOf([Diamond]));
    expect(plan.nodes.map((node) => node.dependencies)).toEqual([[1, 2], [], [1]]);
    expect(plan.nodes.map((node) => node.dependents)).toEqual([[], [0, 2], [0]]);
    expect(plan.returns).toBe(0);
    expect(plan.byName.get('b')).toBe(plan.nodes[2]);
    expect(plan.initialDependencies).toEqual([2, 0, 1]);
    expect(plan.initialReady).toEqual([1]);
    expect(Object.isFrozen(plan) && Object.isFrozen(plan.nodes) && Object.isFrozen(plan.nodes[0])).toBe(true);
  });

  test('a chain of 5,000 nodes is built and drawn without recursion', async () => {
    const definition = await definitionOf([Diamond]);
    const [, first] = definition.nodes as [NodeDefinition, NodeDefinition];
    const nodes = Array.from({ length: 5_000 }, (_, index): NodeDefinition => ({
      ...first,
      name: `s${index}`,
      dependsOn: index === 0 ? [] : [`s${index - 1}`],
    }));
    const long: ReactorDefinition = { ...definition, returns: null, nodes };
    const plan = buildPlan(long);
    expect(plan.initialReady).toEqual([0]);
    expect(describePlan(plan).mermaid.split('\n')).toHaveLength(1 + 5_000 + 4_999);
  });
});

describe('readiness', () => {
  //
  test('the queue gives the lowest index first, whatever the order of pushes and pops', () => {
    const commands = fc.array(fc.option(fc.nat(1_000), { nil: null }), { maxLength: 200 });
    fc.assert(
      fc.property(commands, (all) => {
        const queue = new ReadyQueue();
        const model: number[] = [];
        for (const command of all) {
          if (command === null) {
            expect(queue.pop()).toBe(model.shift());
          } else {
            queue.push(command);
            model.push(command);
            model.sort((a, b) => a - b);
          }
          expect(queue.size).toBe(model.length);
        }
        queue.clear();
        expect(queue.pop()).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('describePlan', () => {
  @StepHandler({ retries: { maxAttempts: 3 } })
  class Charge {
    run() {}
    undo() {}
  }
  @Reactor({ name: 'pay "now" <b>' })
  class Pay {
    @Step() pay() {}
  }
  @Reactor()
  class Shop {
    @Step() order() {}
    @Step(Charge) charge(@Result('order') _order: unknown) {}
    @Compensate('order') clean() {}
    @Undo('order') cancel() {}
    @Compose(Pay, { waitFor: ['charge'] }) pay(@Inputs() _all: unknown) {}
  }

  test('tells nodes, dependencies and policies, and draws them', async () => {
    const { definitions, issues } = await compileClasses([Charge, Pay, Shop]);
    expect(issues).toEqual([]);
    const description = describePlan(buildPlan(definitions[1] as ReactorDefinition));
    expect(description).toMatchObject({
      name: 'Shop',
      inputs: null,
      returns: null,
      background: null,
      nodes: [
        {
          name: 'order',
          kind: 'step',
          dependsOn: [],
          waitFor: [],
          retries: { maxAttempts: 1 },
          retrySource: 'none',
          hasUndo: true,
        },
        {
          name: 'charge',
          dependsOn: ['order'],
          retries: { maxAttempts: 3 },
          retrySource: 'step_class',
          coordination: [],
        },
        {
          name: 'pay',
          kind: 'compose',
          dependsOn: ['charge'],
          waitFor: ['charge'],
          child: 'pay "now" <b>',
          retries: null,
        },
      ],
    });
    expect(description.mermaid).toBe(
      [
        'flowchart TD',
        '  n0["order<br/>undo, compensate"]',
        '  n1["charge<br/>undo, up to 3 attempts"]',
        '  n2[["pay<br/>pay #34;now#34; #60;b#62;"]]',
        '  n0 --> n1',
        '  n1 -.-> n2',
      ].join('\n'),
    );
  });
});
