import type { ReactorDefinition } from '../definition/reactor-definition.js';
import type { Plan, PlanNode } from './plan.js';

/**
 * The graph of a compiled definition, in linear time. A definition without issues has no unknown names and no cycles,
 * so nothing can be wrong here; a name that is unknown all the same is a fault of the caller.
 */
export function buildPlan(definition: ReactorDefinition): Plan {
  const indexes = new Map(definition.nodes.map((node, index) => [node.name, index]));
  const indexOf = (name: string): number => {
    const index = indexes.get(name);
    if (index === undefined) throw new TypeError(`reactor '${definition.name}' has no node '${name}'`);
    return index;
  };
  const dependencies = definition.nodes.map((node) => Object.freeze(node.dependsOn.map(indexOf)));
  const dependents: number[][] = definition.nodes.map(() => []);
  dependencies.forEach((list, index) => list.forEach((dependency) => dependents[dependency]?.push(index)));
  const nodes = definition.nodes.map((node, index): PlanNode =>
    Object.freeze({
      index,
      name: node.name,
      ownPath: Object.freeze([node.name]),
      ownResultKey: `result:${node.name}`,
      definition: node,
      dependencies: dependencies[index] as readonly number[],
      dependents: Object.freeze(dependents[index] as number[]),
    }),
  );
  return Object.freeze({
    definition,
    nodes: Object.freeze(nodes),
    byName: new Map(nodes.map((node) => [node.name, node])),
    returns: definition.returns === null ? null : indexOf(definition.returns),
    initialDependencies: Object.freeze(dependencies.map((list) => list.length)),
    initialReady: Object.freeze(nodes.filter((node) => node.dependencies.length === 0).map((node) => node.index)),
  });
}
