import { isSourceBuilder } from './argument-source.js';
import { findCycles } from './find-cycles.js';
import type { IssueScope } from './issue-scope.js';
import type { NodeDeclaration } from './reactor-declaration.js';
import type { ReactorScope } from './reactor-scope.js';

/**
 * Reports the cycles among the nodes of one reactor, through data and `waitFor`, with their path (C-004, F-052). It
 * reads the declarations, so that a cycle is found beside any other mistake. A node that names itself is reported where
 * the name is read.
 */
export function checkNodeCycles(scope: ReactorScope): void {
  const { nodes } = scope.declaration;
  const indexes = new Map(nodes.map((node, index) => [node.member, index]));
  const edges = nodes.map((node, index) =>
    [...new Set(namesRead(node, scope))].flatMap((name) => {
      const target = indexes.get(name);
      return target === undefined || target === index ? [] : [target];
    }),
  );
  for (const cycle of findCycles(edges)) {
    const names = cycle.map((index) => (nodes[index] as NodeDeclaration).member);
    const path = [...names, names[0]].join(' → ');
    scope.issues
      .at(names[0] ?? null)
      .add(`cycle: ${path} (each needs the next one first): break one of these dependencies`);
  }
}

function namesRead(node: NodeDeclaration, scope: ReactorScope): string[] {
  const parameters = scope.declaration.parameters.get(node.member) ?? [];
  const direct = parameters.flatMap(({ kind, name }) =>
    (kind === 'result' || kind === 'settled') && name !== undefined ? [name] : [],
  );
  const wired = [node.options['args'], ...parameters.map(({ sources }) => sources)].flatMap(namesInSources);
  const { waitFor } = node.options;
  return [...direct, ...wired, ...(Array.isArray(waitFor) ? waitFor.filter((name) => typeof name === 'string') : [])];
}

function namesInSources(sources: unknown): string[] {
  if (typeof sources !== 'object' || sources === null) return [];
  return Object.values(sources).flatMap((value: unknown) => {
    if (!isSourceBuilder(value)) return [];
    const { definition } = value;
    return definition.kind === 'result' || definition.kind === 'settled' ? [definition.name] : [];
  });
}

/** One `@Compose` as an edge between reactors. */
export interface Composition {
  readonly parent: string;
  readonly member: string;
  readonly child: string;
}

/** Reports reactors that compose themselves, directly or through their children. */
export function checkComposeCycles(
  reactors: readonly { readonly name: string; readonly issues: IssueScope }[],
  compositions: readonly Composition[],
): void {
  const indexes = new Map(reactors.map(({ name }, index) => [name, index]));
  const edges: number[][] = reactors.map(() => []);
  for (const { parent, child } of compositions) {
    const [from, to] = [indexes.get(parent), indexes.get(child)];
    if (from !== undefined && to !== undefined && edges[from]?.includes(to) === false) edges[from].push(to);
  }
  for (const cycle of findCycles(edges)) {
    const names = cycle.map((index) => (reactors[index] as { readonly name: string }).name);
    const steps = names.map((name, place) => {
      const child = names[(place + 1) % names.length];
      return compositions.find((each) => each.parent === name && each.child === child) as Composition;
    });
    const path = [...names, names[0]].join(' → ');
    const places = steps.map(({ parent, member, child }) => `${parent}.${member} composes ${child}`).join(', ');
    const first = reactors[cycle[0] as number];
    first?.issues
      .at(steps[0]?.member ?? null)
      .add(`cycle of composed reactors: ${path} (${places}): a saga cannot contain itself`);
  }
}
