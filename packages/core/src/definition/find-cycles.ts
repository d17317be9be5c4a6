/**
 * The cycles of a graph given by index: for each group of nodes that reach each other, one cycle, as short as any in
 * the group, beginning at its lowest index. A node with an edge to itself is a cycle of one. Iterative, so that the
 * depth of the graph is no limit; linear when there is no cycle.
 */
export function findCycles(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return cyclicGroups(edges)
    .map((group) => shortestCycle(edges, group))
    .sort((a, b) => (a[0] as number) - (b[0] as number));
}

/** Tarjan's strongly connected components with an explicit stack, without the single nodes that are no cycle. */
function cyclicGroups(edges: readonly (readonly number[])[]): number[][] {
  const order = new Array<number>(edges.length).fill(-1);
  const low = new Array<number>(edges.length).fill(0);
  const isOpen = new Array<boolean>(edges.length).fill(false);
  const open: number[] = [];
  const groups: number[][] = [];
  let counter = 0;
  const enter = (node: number): { node: number; next: number } => {
    order[node] = low[node] = counter++;
    open.push(node);
    isOpen[node] = true;
    return { node, next: 0 };
  };
  for (let start = 0; start < edges.length; start++) {
    if (order[start] !== -1) continue;
    const visits = [enter(start)];
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const { node } = visit;
      const target = edges[node]?.[visit.next++];
      if (target === undefined) {
        visits.pop();
        const caller = visits.at(-1)?.node;
        if (caller !== undefined) low[caller] = Math.min(low[caller] as number, low[node] as number);
        if (low[node] === order[node]) closeGroup(node, edges, open, isOpen, groups);
      } else if (order[target] === -1) {
        visits.push(enter(target));
      } else if (isOpen[target] === true) {
        low[node] = Math.min(low[node] as number, order[target] as number);
      }
    }
  }
  return groups;
}

function closeGroup(
  root: number,
  edges: readonly (readonly number[])[],
  open: number[],
  isOpen: boolean[],
  groups: number[][],
): void {
  const group = open.splice(open.lastIndexOf(root));
  for (const node of group) isOpen[node] = false;
  if (group.length > 1 || edges[root]?.includes(root) === true) groups.push(group);
}

/** Breadth first from each node of the group, never deeper than the shortest cycle found so far. */
function shortestCycle(edges: readonly (readonly number[])[], group: readonly number[]): readonly number[] {
  const members = new Set(group);
  let shortest: readonly number[] | null = null;
  for (const start of [...group].sort((a, b) => a - b)) {
    const found = cycleThrough(start, edges, members, shortest === null ? Infinity : shortest.length - 1);
    if (found !== null) shortest = found;
    if (shortest !== null && shortest.length <= 2) break;
  }
  return fromLowest(shortest ?? group);
}

function cycleThrough(
  start: number,
  edges: readonly (readonly number[])[],
  members: ReadonlySet<number>,
  limit: number,
): readonly number[] | null {
  const cameFrom = new Map<number, number>();
  let layer = [start];
  for (let length = 1; layer.length > 0 && length <= limit; length++) {
    const next: number[] = [];
    for (const node of layer) {
      for (const target of edges[node] ?? []) {
        if (target === start) return pathTo(node, start, cameFrom);
        if (!members.has(target) || cameFrom.has(target)) continue;
        cameFrom.set(target, node);
        next.push(target);
      }
    }
    layer = next;
  }
  return null;
}

function pathTo(end: number, start: number, cameFrom: ReadonlyMap<number, number>): readonly number[] {
  const path = [end];
  for (let node = end; node !== start;) {
    node = cameFrom.get(node) as number;
    path.unshift(node);
  }
  return path;
}

function fromLowest(cycle: readonly number[]): readonly number[] {
  const lowest = cycle.indexOf(Math.min(...cycle));
  return [...cycle.slice(lowest), ...cycle.slice(0, lowest)];
}
