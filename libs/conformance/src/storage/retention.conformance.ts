import { describe, expect, test } from '@jest/globals';
import type { ExecutionStatus, ValueKey } from '@nest-reactor/core/ports';
import { acquire, start, type Holder } from './holder.js';
import { inboxEntry, leaseRequest, node, record, TTL, traceLine } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

const RETENTION = 2_000;

export function retentionConformance(stage: () => StorageUnderTest): void {
  const isThere = async (id = 'e'): Promise<boolean> => (await stage().backend.reader.find(id)) !== null;

  const end = (holder: Holder, retention = RETENTION, status: ExecutionStatus = 'completed'): Promise<unknown> =>
    holder.release({ retention }, { record: record(holder.id, { status }) });

  describe('retention', () => {
    test.each<ExecutionStatus>(['completed', 'failed', 'halted', 'cancelled', 'aborted'])(
      'a %s execution is forgotten after it, counted from its end',
      async (status) => {
        const holder = await start(stage().backend, 'e');
        await stage().advance(RETENTION * 2);
        await end(holder, RETENTION, status);
        await stage().advance(RETENTION - 100);
        expect(await isThere()).toBe(true);
        await stage().advance(100);
        expect(await isThere()).toBe(false);
      },
    );

    test.each<ExecutionStatus>(['pending', 'running', 'waiting', 'paused', 'rolling_back'])(
      'a %s execution is never forgotten',
      async (status) => {
        await end(await start(stage().backend, 'e'), RETENTION, status);
        await stage().advance(RETENTION * 1_000);
        expect(await isThere()).toBe(true);
      },
    );

    test.each([undefined, Infinity])('%s is no end', async (retention) => {
      const holder = await start(stage().backend, 'e');
      const pieces = { record: record('e', { status: 'completed' }) };
      await holder.release(retention === undefined ? {} : { retention }, pieces);
      await stage().advance(86_400_000);
      expect(await isThere()).toBe(true);
    });

    test('does not begin before the lease is given up', async () => {
      const holder = await start(stage().backend, 'e');
      await holder.write({ record: record('e', { status: 'completed' }) });
      await stage().advance(RETENTION * 2);
      expect(await isThere()).toBe(true);
      await end(holder);
      await stage().advance(RETENTION);
      expect(await isThere()).toBe(false);
    });

    test('a resent end does not prolong it', async () => {
      const holder = await start(stage().backend, 'e');
      await end(holder);
      await stage().advance(RETENTION / 2);
      await holder.resend();
      await stage().advance(RETENTION / 2);
      expect(await isThere()).toBe(false);
    });

    test('a post does not prolong it', async () => {
      await end(await start(stage().backend, 'e'));
      await stage().advance(RETENTION / 2);
      await stage().backend.store.post('e', inboxEntry('late'));
      await stage().advance(RETENTION / 2);
      expect(await isThere()).toBe(false);
    });
  });

  describe('a forgotten execution', () => {
    async function forgotten(): Promise<Holder> {
      const holder = await start(stage().backend, 'e', {
        nodes: [node('a')],
        values: new Map<ValueKey, string>([['inputs', 'old']]),
        trace: [traceLine(0)],
      });
      await stage().backend.store.post('e', inboxEntry('i'));
      await holder.release(
        { retention: RETENTION, inboxSeen: 1 },
        { record: record('e', { status: 'failed', turn: 7 }) },
      );
      await stage().advance(RETENTION);
      return holder;
    }

    test('is unknown to every method', async () => {
      const { lease } = await forgotten();
      const { store, reader, due } = stage().backend;
      expect(await reader.list({ limit: 10 })).toEqual({ items: [], cursor: null });
      expect(await store.acquire('e', leaseRequest())).toEqual({ status: 'missing' });
      expect(await store.post('e', inboxEntry('j'))).toEqual({ status: 'missing' });
      expect(await store.values('e', ['inputs'])).toEqual(new Map());
      expect(await store.readInbox('e')).toEqual({ inbox: [], inboxCounter: 0 });
      expect(await store.write({ lease, sequence: 2 })).toEqual({ status: 'stale' });
      expect(await store.renew([lease], TTL)).toEqual([{ status: 'lost' }]);
      expect(await due.due(10)).toEqual([]);
      expect(await reader.find('e')).toBeNull();
    });

    test.each<[string, (holder: Holder) => Promise<unknown>]>([
      ['find', (holder) => holder.backend.reader.find('e')],
      ['list', (holder) => holder.backend.reader.list({ limit: 1 })],
      ['acquire', (holder) => holder.backend.store.acquire('e', leaseRequest())],
      ['post', (holder) => holder.backend.store.post('e', inboxEntry('j'))],
      ['write', (holder) => holder.write()],
      ['renew', (holder) => holder.backend.store.renew([holder.lease], TTL)],
    ])('is not brought back by %s', async (_name, look) => {
      await look(await forgotten());
      expect(await isThere()).toBe(false);
      expect((await stage().backend.reader.list({ limit: 10 })).items).toEqual([]);
    });

    test('leaves its id free, and nothing of its former life', async () => {
      await forgotten();
      const { store, reader } = stage().backend;
      await start(stage().backend, 'e');
      expect(await reader.find('e')).toEqual({ record: record('e'), nodes: new Map(), values: new Map(), trace: [] });
      expect(await store.readInbox('e')).toEqual({ inbox: [], inboxCounter: 0 });
      await store.post('e', inboxEntry('i'));
      expect(await store.readInbox('e')).toMatchObject({ inboxCounter: 1 });
      expect((await reader.list({ limit: 10 })).items).toHaveLength(1);
      await stage().advance(RETENTION * 2);
      expect(await isThere()).toBe(true);
    });

    test('a holder of its former life does not reach the new one', async () => {
      const zombie = await forgotten();
      await start(stage().backend, 'e', {}, leaseRequest('worker-2'));
      expect(await zombie.write({ trace: [traceLine(9)] })).toEqual({ status: 'stale' });
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([]);
    });
  });

  describe('a finished execution that is taken again, for an undo', () => {
    test('does not expire until it is given up again, and then from that time on', async () => {
      await end(await start(stage().backend, 'e'));
      await stage().advance(RETENTION - 100);
      const holder = await acquire(stage().backend, 'e', leaseRequest('worker-2', 'n', 60_000));
      await stage().advance(RETENTION * 2);
      expect(await isThere()).toBe(true);
      await end(holder, RETENTION, 'cancelled');
      await stage().advance(RETENTION - 100);
      expect(await isThere()).toBe(true);
      await stage().advance(100);
      expect(await isThere()).toBe(false);
    });

    test('is due for recovery when its holder dies', async () => {
      await end(await start(stage().backend, 'e'));
      await acquire(stage().backend, 'e');
      await stage().advance(TTL);
      expect(await stage().backend.due.due(10)).toMatchObject([{ executionId: 'e' }]);
    });

    test('may go on as an unfinished one', async () => {
      await end(await start(stage().backend, 'e'));
      const holder = await acquire(stage().backend, 'e');
      await holder.release({ due: 0 }, { record: record('e', { status: 'rolling_back' }) });
      await stage().advance(RETENTION * 2);
      expect(await isThere()).toBe(true);
      expect(await stage().backend.due.due(10)).toMatchObject([{ executionId: 'e' }]);
    });
  });
}
