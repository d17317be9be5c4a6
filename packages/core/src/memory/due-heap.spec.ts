import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ExecutionRecord } from '../checkpoint/execution-record.js';
import { DueHeap } from './due-heap.js';
import { newEntry, type StoredEntry } from './stored-entry.js';

function entry(id: string): StoredEntry {
  const lease = { executionId: id, owner: 'o', epoch: 1, nonce: 'n', deadline: 0 };
  return newEntry({ record: { id, createdAt: 0 } as ExecutionRecord, lease: { ...lease, ttl: 0 } }, lease);
}

describe('DueHeap', () => {
  test('answers the same as sorting, however entries come, move and go', () => {
    const moves = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.option(fc.nat({ max: 60 }))), { maxLength: 200 });
    fc.assert(
      fc.property(moves, fc.nat({ max: 60 }), fc.nat({ max: 45 }), (changes, now, limit) => {
        const heap = new DueHeap();
        const entries = Array.from({ length: 41 }, (_, index) => entry(`e${index}`));
        for (const [index, due] of changes) {
          entries[index]!.due = due;
          heap.place(entries[index]!);
        }
        const due = entries.map((each) => each.due).filter((time) => time !== null && time <= now) as number[];
        const expected = due.toSorted((left, right) => left - right).slice(0, limit);
        expect(heap.earliest(now, limit).map((each) => each.due)).toEqual(expected);
        expect(heap.earliest(now, limit).map((each) => each.due)).toEqual(expected);
      }),
    );
  });
});
