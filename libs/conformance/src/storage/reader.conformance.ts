import { describe, expect, test } from '@jest/globals';
import type { ExecutionRecord, ListQuery, ValueKey } from '@nest-reactor/core/ports';
import { start } from './holder.js';
import { leaseRequest, record } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

const MORNING = Date.UTC(2026, 5, 1, 8);

export function readerConformance(stage: () => StorageUnderTest): void {
  const create = (id: string, createdAt: number, changes: Partial<ExecutionRecord> = {}): Promise<unknown> =>
    start(stage().backend, id, {
      record: record(id, { createdAt, ...changes }),
      values: new Map<ValueKey, string>([['inputs', `inputs of ${id}`]]),
    });

  /** The ids of each page, until the end. */
  async function pages(query: ListQuery, between?: (page: number) => Promise<unknown>): Promise<string[][]> {
    const { reader } = stage().backend;
    const found: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await reader.list(cursor === null ? query : { ...query, cursor });
      found.push(page.items.map((item) => item.record.id));
      cursor = page.cursor;
      await between?.(found.length);
    } while (cursor !== null && found.length < 100);
    return found;
  }

  describe('find', () => {
    test('an unknown execution is null', async () => {
      expect(await stage().backend.reader.find('nobody')).toBeNull();
    });
  });

  describe('list', () => {
    test('an empty store has one empty page', async () => {
      expect(await stage().backend.reader.list({ limit: 10 })).toEqual({ items: [], cursor: null });
    });

    test('answers the present record and the inputs', async () => {
      const holder = await start(stage().backend, 'e', { values: new Map<ValueKey, string>([['inputs', '{"a":1}']]) });
      const done = record('e', { status: 'completed', updatedAt: 9 });
      await holder.release({ retention: 60_000 }, { record: done });
      await start(stage().backend, 'bare', { record: record('bare', { createdAt: 0 }) });
      expect(await stage().backend.reader.list({ limit: 10 })).toEqual({
        items: [
          { record: done, inputs: '{"a":1}' },
          { record: record('bare', { createdAt: 0 }), inputs: '' },
        ],
        cursor: null,
      });
    });

    test('newest first, by the time of creation and not of storing; ties by id', async () => {
      await create('noon', MORNING + 400);
      await create('morning', MORNING);
      await create('b', MORNING + 200);
      await create('c', MORNING + 200);
      await create('a', MORNING + 200);
      await create('late', MORNING + 300);
      expect(await pages({ limit: 10 })).toEqual([['noon', 'late', 'c', 'b', 'a', 'morning']]);
    });

    test.each([1, 2, 3, 4, 7, 8])('pages of %i hold each execution once, and the last has no cursor', async (limit) => {
      for (let number = 1; number <= 8; number++) await create(`e${number}`, MORNING + Math.floor(number / 3));
      const found = await pages({ limit });
      expect(found.flat()).toEqual(['e8', 'e7', 'e6', 'e5', 'e4', 'e3', 'e2', 'e1']);
      expect(found).toHaveLength(Math.ceil(8 / limit));
    });

    test('each once, also while others are added', async () => {
      for (let number = 10; number < 20; number++) await create(`e${number}`, MORNING + 5);
      const found = await pages({ limit: 2 }, async (page) => {
        await create(`newer-${page}`, MORNING + 5 + page);
        await create(`z-tie-${page}`, MORNING + 5);
      });
      expect(found.flat()).toEqual(Array.from({ length: 10 }, (_, index) => `e${19 - index}`));
    });

    test('each once, also when the last of a page was forgotten', async () => {
      const leases = await Promise.all(
        ['e1', 'e2', 'e3', 'e4'].map((id, index) =>
          start(stage().backend, id, { record: record(id, { createdAt: MORNING + index }) }, leaseRequest()),
        ),
      );
      const found = await pages({ limit: 2 }, async (page) => {
        if (page > 1) return;
        await leases[2]!.release(
          { retention: 100 },
          { record: record('e3', { status: 'failed', createdAt: MORNING + 2 }) },
        );
        await stage().advance(100);
      });
      expect(found).toEqual([
        ['e4', 'e3'],
        ['e2', 'e1'],
      ]);
    });

    test('by reactor, status and time of creation, together and page by page', async () => {
      for (let number = 0; number < 24; number++) {
        await create(`e${String(number).padStart(2, '0')}`, MORNING + number, {
          reactor: number % 2 === 0 ? 'Even' : 'Odd',
          status: (['running', 'paused', 'waiting'] as const)[number % 3]!,
        });
      }
      const ids = (...numbers: number[]): string[] => numbers.map((number) => `e${String(number).padStart(2, '0')}`);
      expect((await pages({ limit: 5, reactor: 'Odd', from: MORNING + 11 })).flat()).toEqual(
        ids(23, 21, 19, 17, 15, 13, 11),
      );
      expect((await pages({ limit: 2, status: ['paused'], to: MORNING + 13 })).flat()).toEqual(ids(10, 7, 4, 1));
      expect((await pages({ limit: 3, status: ['paused', 'waiting'], from: MORNING + 19 })).flat()).toEqual(
        ids(23, 22, 20, 19),
      );
      const narrow = { reactor: 'Even', status: ['running'] as const, from: MORNING + 6, to: MORNING + 18 };
      expect((await pages({ limit: 1, ...narrow })).flat()).toEqual(ids(12, 6));
    });

    test('a filter that fits nothing has one empty page', async () => {
      await create('e', MORNING);
      for (const filter of [{ reactor: 'signupreactor' }, { status: [] }, { from: MORNING + 1 }, { to: MORNING }]) {
        expect(await pages({ limit: 5, ...filter })).toEqual([[]]);
      }
    });

    test.each(['', 'nonsense', '12', 'bnVsbA', 'W10', 'WyJhIiwxXQ', '{"createdAt":1}', '\u0000', 'é'])(
      'refuses the cursor %j',
      async (cursor) => {
        await create('e', MORNING);
        await expect(stage().backend.reader.list({ limit: 5, cursor })).rejects.toMatchObject({
          code: 'REACTOR_INVALID_ID',
          message: expect.stringContaining('cursor'),
        });
      },
    );
  });
}
