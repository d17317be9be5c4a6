import { describe, expect, test } from '@jest/globals';
import { acquire, start, type Holder } from './holder.js';
import { inboxEntry, leaseRequest, record, TTL } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

export function dueConformance(stage: () => StorageUnderTest): void {
  const dueIds = async (limit = 100): Promise<readonly string[]> =>
    (await stage().backend.due.due(limit)).map((entry) => entry.executionId);

  /** The present time of the store, as a lease of one second tells it. */
  const storeTime = (holder: Holder): number => holder.lease.deadline - TTL;

  describe('due', () => {
    test('nothing, in an empty store', async () => {
      expect(await dueIds()).toEqual([]);
    });

    test('a leased execution, once its lease lapsed', async () => {
      const { lease } = await start(stage().backend, 'e', { record: record('e', { turn: 3 }) });
      await stage().advance(TTL - 100);
      expect(await dueIds()).toEqual([]);
      await stage().advance(100);
      expect(await stage().backend.due.due(10)).toEqual([
        { executionId: 'e', due: lease.deadline, turn: 3, revision: expect.any(Number) },
      ]);
    });

    test('later, when its lease was renewed or taken', async () => {
      const { lease } = await start(stage().backend, 'e');
      await stage().advance(TTL - 100);
      await stage().backend.store.renew([lease], TTL);
      await stage().advance(TTL - 100);
      expect(await dueIds()).toEqual([]);
      await stage().advance(100);
      expect(await dueIds()).toEqual(['e']);
      await acquire(stage().backend, 'e');
      expect(await dueIds()).toEqual([]);
      await stage().advance(TTL);
      expect(await dueIds()).toEqual(['e']);
    });

    test('a released execution, at the time its release named', async () => {
      const holder = await start(stage().backend, 'e');
      const due = storeTime(holder) + 3_000;
      await holder.release({ due }, { record: record('e', { status: 'waiting' }) });
      await stage().advance(2_900);
      expect(await dueIds()).toEqual([]);
      await stage().advance(100);
      expect(await stage().backend.due.due(10)).toMatchObject([{ executionId: 'e', due }]);
    });

    test('never, when its release named none', async () => {
      await (await start(stage().backend, 'e')).release({ due: null }, { record: record('e', { status: 'paused' }) });
      await stage().advance(86_400_000);
      expect(await dueIds()).toEqual([]);
    });

    test('never, when it ended, even if its release named a time', async () => {
      const holder = await start(stage().backend, 'e');
      const due = storeTime(holder);
      await holder.release({ due, retention: 86_400_000 }, { record: record('e', { status: 'completed' }) });
      await stage().advance(TTL * 2);
      expect(await dueIds()).toEqual([]);
    });

    test('a refused release changes nothing of it', async () => {
      const holder = await start(stage().backend, 'e');
      await stage().backend.store.post('e', inboxEntry('i'));
      await holder.release({ inboxSeen: 0, due: null });
      expect(await dueIds()).toEqual([]);
      await stage().advance(TTL);
      expect(await dueIds()).toEqual(['e']);
    });

    test('earliest first, at most as many as asked for, and none is taken out', async () => {
      const offsets = [700, 100, 900, 300, 500, 200, 800, 400, 600, 1_000];
      for (const offset of offsets) {
        const holder = await start(stage().backend, `e${offset}`);
        await holder.release({ due: storeTime(holder) + offset }, {});
      }
      await stage().advance(950);
      const expected = offsets.filter((offset) => offset < 950).toSorted((left, right) => left - right);
      expect(await dueIds(4)).toEqual(expected.slice(0, 4).map((offset) => `e${offset}`));
      expect(await dueIds()).toEqual(expected.map((offset) => `e${offset}`));
      expect(await dueIds()).toHaveLength(9);
    });
  });

  describe('due by a post', () => {
    test('at once, when nobody holds the execution', async () => {
      for (const due of [null, 3_000]) {
        const holder = await start(stage().backend, `e${due}`);
        await holder.release({ due: due === null ? null : storeTime(holder) + due });
      }
      expect(await dueIds()).toEqual([]);
      await stage().backend.store.post('enull', inboxEntry('i'));
      await stage().advance(50);
      await stage().backend.store.post('e3000', inboxEntry('i'));
      await stage().advance(50);
      expect(await dueIds()).toEqual(['enull', 'e3000']);
    });

    test('at once, when its lease lapsed and its look was put off', async () => {
      const { due, store } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await stage().advance(TTL);
      const [entry] = await due.due(1);
      await due.reschedule(entry!, storeTime(holder) + 60_000, false);
      expect(await dueIds()).toEqual([]);
      await store.post('e', inboxEntry('i'));
      expect(await dueIds()).toEqual(['e']);
    });

    test('not earlier and not later, when it was due before', async () => {
      const holder = await start(stage().backend, 'e');
      const due = storeTime(holder) + 100;
      await holder.release({ due });
      await stage().advance(500);
      await stage().backend.store.post('e', inboxEntry('i'));
      expect(await stage().backend.due.due(1)).toMatchObject([{ due }]);
    });

    test('not, while somebody holds it, and not, when it ended', async () => {
      await start(stage().backend, 'held');
      const ended = await start(stage().backend, 'ended');
      await ended.release({ retention: 60_000 }, { record: record('ended', { status: 'failed' }) });
      for (const id of ['held', 'ended']) await stage().backend.store.post(id, inboxEntry('i'));
      expect(await dueIds()).toEqual([]);
    });

    test('not again, by a known id', async () => {
      const { due, store } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await holder.release();
      await store.post('e', inboxEntry('i'));
      const [entry] = await due.due(1);
      await due.reschedule(entry!, storeTime(holder) + 60_000, false);
      await store.post('e', inboxEntry('i'));
      expect(await dueIds()).toEqual([]);
    });
  });

  describe('reschedule', () => {
    test('moves the entry, once', async () => {
      const { due } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await stage().advance(TTL);
      const [entry] = await due.due(1);
      const later = storeTime(holder) + TTL + 2_000;
      expect(await due.reschedule(entry!, later, false)).toBe(true);
      expect(await due.reschedule(entry!, later + 60_000, false)).toBe(false);
      expect(await dueIds()).toEqual([]);
      await stage().advance(2_000);
      const [moved] = await due.due(1);
      expect(moved).toMatchObject({ executionId: 'e', due: later, turn: 0 });
      expect(moved!.revision).not.toBe(entry!.revision);
    });

    test('raises the turn when asked, of the record too', async () => {
      const { due, reader, store } = stage().backend;
      const holder = await start(stage().backend, 'e', { record: record('e', { turn: 4 }) });
      await stage().advance(TTL);
      const [entry] = await due.due(1);
      expect(await due.reschedule(entry!, storeTime(holder), true)).toBe(true);
      expect(await due.due(1)).toMatchObject([{ turn: 5 }]);
      expect((await reader.find('e'))?.record).toEqual(record('e', { turn: 5 }));
      expect(await store.post('e', inboxEntry('i'))).toMatchObject({ turn: 5 });
      expect(await store.acquire('e', leaseRequest())).toMatchObject({ execution: { record: { turn: 5 } } });
    });

    test('a raised turn does not go back by a write that does not know it, and goes on by one that does', async () => {
      const { due, reader } = stage().backend;
      const holder = await start(stage().backend, 'e', { record: record('e', { turn: 4 }) });
      await stage().advance(TTL);
      const [entry] = await due.due(1);
      await due.reschedule(entry!, storeTime(holder), true);
      await holder.write({ record: record('e', { turn: 4, updatedAt: 9 }) });
      expect((await reader.find('e'))?.record).toEqual(record('e', { turn: 5, updatedAt: 9 }));
      await holder.write({ record: record('e', { turn: 6 }) });
      expect((await reader.find('e'))?.record.turn).toBe(6);
    });

    test('of racing sweepers, one moves it', async () => {
      const { due } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await stage().advance(TTL);
      const [entry] = await due.due(1);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => due.reschedule(entry!, storeTime(holder) + 60_000, true)),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await stage().backend.reader.find('e'))?.record.turn).toBe(1);
    });

    test.each<[string, (holder: Holder) => Promise<unknown>]>([
      ['renewed', (holder) => holder.backend.store.renew([holder.lease], TTL)],
      ['taken over', (holder) => acquire(holder.backend, 'e')],
      ['released', (holder) => holder.release({ due: 0 })],
      ['finished', (holder) => holder.release({ retention: 60_000 }, { record: record('e', { status: 'failed' }) })],
      ['forgotten', (holder) => holder.release({ retention: 0 }, { record: record('e', { status: 'failed' }) })],
      ['given a new turn', (holder) => holder.write({ record: record('e', { turn: 1 }) })],
    ])('refuses an entry that was %s meanwhile', async (_name, change) => {
      const { due } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await stage().advance(TTL);
      const [entry] = await due.due(1);
      await change(holder);
      expect(await due.reschedule(entry!, storeTime(holder) + 60_000, true)).toBe(false);
    });

    test('refuses the entry of an earlier life of the id', async () => {
      const { due } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await stage().advance(TTL);
      const [entry] = await due.due(1);
      await holder.release({ retention: 1_000 }, { record: record('e', { status: 'failed' }) });
      await stage().advance(1_100);
      await start(stage().backend, 'e');
      await stage().advance(TTL);
      expect(await due.reschedule(entry!, storeTime(holder) + 60_000, true)).toBe(false);
    });
  });

  describe('claimSweep', () => {
    test('one owner has it, and may claim it again', async () => {
      const { due } = stage().backend;
      expect(await due.claimSweep('worker-1', 1_000)).toBe(true);
      expect(await due.claimSweep('worker-2', 1_000)).toBe(false);
      await stage().advance(600);
      expect(await due.claimSweep('worker-1', 1_000)).toBe(true);
      await stage().advance(600);
      expect(await due.claimSweep('worker-2', 1_000)).toBe(false);
    });

    test('another owner gets it after its time', async () => {
      const { due } = stage().backend;
      await due.claimSweep('worker-1', 1_000);
      await stage().advance(1_000);
      expect(await due.claimSweep('worker-2', 1_000)).toBe(true);
      expect(await due.claimSweep('worker-1', 1_000)).toBe(false);
    });

    test('of racing owners, one gets it', async () => {
      const { due } = stage().backend;
      const claims = await Promise.all(
        Array.from({ length: 5 }, (_, racer) => due.claimSweep(`worker-${racer}`, 1_000)),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
    });
  });
}
