import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findCycles } from './find-cycles.js';

test('a graph without cycles has none, however it is ordered', () => {
  expect(findCycles([[1, 2], [3], [3], []])).toEqual([]);
  expect(findCycles([])).toEqual([]);
});

test('each group gives its shortest cycle, from its lowest index', () => {
  // 0 → 1 → 2 → 3 → 0 with the shortcut 3 → 2; apart from it 4 → 4, and 5 that only leads in
  expect(findCycles([[1], [2], [3], [0, 2], [4], [0]])).toEqual([[2, 3], [4]]);
});

test('depth and length are no limit', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => (index === 0 ? [] : [index - 1]));
  expect(findCycles(chain)).toEqual([]);
  const ring = Array.from({ length: 2_000 }, (_, index) => [(index + 1) % 2_000]);
  expect(findCycles(ring)).toEqual([Array.from({ length: 2_000 }, (_, index) => index)]);
});

test('what is found is a cycle, and when nothing is found the nodes can be sorted', () => {
  const graphs = fc
    .integer({ min: 1, max: 12 })
    .chain((size) => fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }));
  fc.assert(
    fc.property(graphs, (edges) => {
      const cycles = findCycles(edges);
      for (const cycle of cycles) {
        cycle.forEach((node, place) => expect(edges[node]).toContain(cycle[(place + 1) % cycle.length]));
        expect(new Set(cycle).size).toBe(cycle.length);
      }
      expect(cycles.length === 0).toBe(canBeSorted(edges));
    }),
    { numRuns: 1_000 },
  );
});

function canBeSorted(edges: readonly (readonly number[])[]): boolean {
  const left = new Set(edges.keys());
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const node of left) if (edges[node]?.every((target) => !left.has(target)) === true) left.delete(node);
  }
  return left.size === 0;
}
