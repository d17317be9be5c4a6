import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Command } from './command.js';
import { RandomHistory } from './random-history.js';
import type { StorageSetup } from './storage-under-test.js';

const actor = fc.nat({ max: 2 });
const id = fc.constantFrom('x', 'y', 'z');
const status = fc.constantFrom('running', 'waiting', 'paused', 'rolling_back', 'completed', 'failed');
const coin = fc.boolean();

/** Likely ones first: histories in which most commands find nothing to do would prove little. */
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('start'), actor, id }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('acquire'), actor, id }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('resend_request'), actor }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('write'),
      actor,
      status,
      parts: fc.record({ record: coin, node: coin, value: coin, trace: coin, taken: coin }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('release'),
      actor,
      status,
      terms: fc.record({ due: coin, retention: coin, looked: coin }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('resend_write'), actor }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('write_with_gap'), actor }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('post'), id, entry: fc.constantFrom('i1', 'i2', 'i3') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('look'), id }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('renew', 'due') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('list'),
      limit: fc.integer({ min: 1, max: 4 }),
      status: fc.option(fc.uniqueArray(status)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reschedule'), pick: fc.nat({ max: 2 }), raiseTurn: coin }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('advance'), by: fc.constantFrom(100, 400, 600, 1_200) }) },
) as fc.Arbitrary<Command>;

/** Every history ends with a look at everything. */
const LAST_LOOK: readonly Command[] = [
  { type: 'look', id: 'x' },
  { type: 'look', id: 'y' },
  { type: 'look', id: 'z' },
  { type: 'renew' },
  { type: 'due' },
  { type: 'list', limit: 2, status: null },
];

/** Random commands on the adapter and on a plain reference store: each answer must be the same. */
export function modelConformance(name: string, setup: StorageSetup, runs: number): void {
  const seed = Number(process.env['FAST_CHECK_SEED'] ?? Date.now());

  describe(`storage of ${name}, at random`, () => {
    test(`${runs} histories answer like the reference (FAST_CHECK_SEED=${seed})`, async () => {
      const history = fc.asyncProperty(fc.array(command, { maxLength: 60, size: 'max' }), async (commands) => {
        const stage = await setup();
        await stage.backend.open();
        try {
          const both = await RandomHistory.begin(stage);
          for (const each of [...commands, ...LAST_LOOK]) {
            const { actual, expected } = await both.play(each);
            expect(actual).toEqual(expected);
          }
        } finally {
          await stage.backend.close();
          await stage.close();
        }
      });
      await fc.assert(history, { numRuns: runs, seed });
    }, 120_000);
  });
}
