import { expect, test } from '@jest/globals';
import { measureCost } from './cost.mjs';

test('a saga of seven nodes, with its step class and child, costs the compiler at most 5,000 instantiations', () => {
  // Milliseconds depend on the machine; `node packages/core/test/types/cost.mjs` reports them.
  expect(measureCost('tsc', 20, 1).instantiations).toBeLessThanOrEqual(5_000);
}, 120_000);
