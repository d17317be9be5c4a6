import { describe, expect, test } from '@jest/globals';
import { acquire, start } from './holder.js';
import { inboxEntry, leaseRequest, node, record, TTL, traceLine } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

export function inboxConformance(stage: () => StorageUnderTest): void {
  describe('post', () => {
    test('an unknown execution is missing', async () => {
      expect(await stage().backend.store.post('nobody', inboxEntry('i'))).toEqual({ status: 'missing' });
      expect(await stage().backend.store.readInbox('nobody')).toEqual({ inbox: [], inboxCounter: 0 });
    });

    test('answers the holder of a live lease, the turn and the status', async () => {
      await start(stage().backend, 'e', { record: record('e', { turn: 4 }) }, leaseRequest('worker-9'));
      expect(await stage().backend.store.post('e', inboxEntry('i'))).toEqual({
        status: 'posted',
        owner: 'worker-9',
        turn: 4,
        executionStatus: 'running',
      });
    });

    test('answers no holder once the lease was given up', async () => {
      const holder = await start(stage().backend, 'e');
      await holder.release({}, { record: record('e', { status: 'paused', turn: 2 }) });
      expect(await stage().backend.store.post('e', inboxEntry('i'))).toEqual({
        status: 'posted',
        owner: null,
        turn: 2,
        executionStatus: 'paused',
      });
    });

    test('answers no holder once the lease lapsed', async () => {
      await start(stage().backend, 'e');
      await stage().advance(TTL + 100);
      expect(await stage().backend.store.post('e', inboxEntry('i'))).toMatchObject({ status: 'posted', owner: null });
    });

    test('needs no lease and keeps the data as it is', async () => {
      const data = { text: 'é\u0000🦊', list: [1, null, { deep: ['x', false, ''] }], none: null, __proto: 1 };
      await start(stage().backend, 'e');
      await stage().backend.store.post('e', inboxEntry('i', data));
      expect(await stage().backend.store.readInbox('e')).toEqual({ inbox: [inboxEntry('i', data)], inboxCounter: 1 });
    });

    test('a known id changes nothing, also with other data and after it was taken', async () => {
      const { store } = stage().backend;
      const holder = await start(stage().backend, 'e');
      const first = await store.post('e', inboxEntry('i'));
      expect(await store.post('e', inboxEntry('i', { other: true }))).toEqual(first);
      expect(await store.readInbox('e')).toEqual({ inbox: [inboxEntry('i')], inboxCounter: 1 });
      await holder.write({ inboxTaken: 1 });
      await store.post('e', inboxEntry('i'));
      expect(await store.readInbox('e')).toEqual({ inbox: [], inboxCounter: 1 });
    });

    test('racing posts are all kept, each once', async () => {
      const { store } = stage().backend;
      await start(stage().backend, 'e');
      const ids = Array.from({ length: 40 }, (_, index) => `i${index % 20}`);
      await Promise.all(ids.map((id) => store.post('e', inboxEntry(id))));
      const { inbox, inboxCounter } = await store.readInbox('e');
      expect(inboxCounter).toBe(20);
      expect(inbox.map((entry) => entry.id).toSorted()).toEqual([...new Set(ids)].toSorted());
    });

    test('reaches a finished execution, for late outcomes', async () => {
      const holder = await start(stage().backend, 'e');
      await holder.release({ retention: 60_000 }, { record: record('e', { status: 'failed' }) });
      const answer = await stage().backend.store.post('e', inboxEntry('late'));
      expect(answer).toMatchObject({ status: 'posted', owner: null, executionStatus: 'failed' });
      expect(await stage().backend.store.acquire('e', leaseRequest())).toMatchObject({
        inbox: [inboxEntry('late')],
        inboxCounter: 1,
      });
    });
  });

  describe('inbox', () => {
    test('its counter is answered to writes and renewals', async () => {
      const { store } = stage().backend;
      const holder = await start(stage().backend, 'e');
      expect(await holder.write()).toEqual({ status: 'written', inboxCounter: 0 });
      await store.post('e', inboxEntry('i1'));
      await store.post('e', inboxEntry('i2'));
      expect(await holder.write()).toEqual({ status: 'written', inboxCounter: 2 });
      expect(await store.renew([holder.lease], TTL)).toMatchObject([{ inboxCounter: 2 }]);
    });

    test('reading takes nothing, oldest first', async () => {
      const { store } = stage().backend;
      await start(stage().backend, 'e');
      for (const id of ['z', 'a', 'm']) await store.post('e', inboxEntry(id));
      const unread = { inbox: ['z', 'a', 'm'].map((id) => inboxEntry(id)), inboxCounter: 3 };
      expect(await store.readInbox('e')).toEqual(unread);
      expect(await store.readInbox('e')).toEqual(unread);
    });

    test('a write takes the entries up to the counter it names', async () => {
      const { store } = stage().backend;
      const holder = await start(stage().backend, 'e');
      for (const id of ['i1', 'i2', 'i3']) await store.post('e', inboxEntry(id));
      expect(await holder.write({ inboxTaken: 2 })).toEqual({ status: 'written', inboxCounter: 3 });
      expect(await store.readInbox('e')).toEqual({ inbox: [inboxEntry('i3')], inboxCounter: 3 });
      await holder.write({ inboxTaken: 1 });
      await holder.resend();
      expect(await store.readInbox('e')).toEqual({ inbox: [inboxEntry('i3')], inboxCounter: 3 });
      await store.post('e', inboxEntry('i4'));
      await holder.write({ inboxTaken: 4 });
      expect(await store.readInbox('e')).toEqual({ inbox: [], inboxCounter: 4 });
    });

    test('the next holder is answered what is unread, and the counter goes on', async () => {
      const { store } = stage().backend;
      const first = await start(stage().backend, 'e');
      for (const id of ['i1', 'i2']) await store.post('e', inboxEntry(id));
      await first.release({ inboxSeen: 2 }, {});
      await store.post('e', inboxEntry('i3'));
      const request = leaseRequest('worker-2');
      const answer = await store.acquire('e', request);
      expect(answer).toMatchObject({ inbox: ['i1', 'i2', 'i3'].map((id) => inboxEntry(id)), inboxCounter: 3 });
      const second = await acquire(stage().backend, 'e', request);
      expect(await second.release({ inboxSeen: 3 })).toEqual({ status: 'written', inboxCounter: 3 });
    });
  });

  describe('a release with an inbox that moved', () => {
    const pieces = {
      record: record('e', { status: 'completed' }),
      nodes: [node('a')],
      values: new Map([['result:a', 'r'] as const]),
      trace: [traceLine(0)],
    };

    test('is refused, and nothing of it is applied', async () => {
      const { store, reader } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await store.post('e', inboxEntry('i'));
      const before = await reader.find('e');
      const refused = await holder.write({
        ...pieces,
        inboxTaken: 1,
        release: { inboxSeen: 0, due: null, retention: 100 },
      });
      expect(refused).toEqual({ status: 'inbox_unread', inbox: [inboxEntry('i')], inboxCounter: 1 });
      await stage().advance(200);
      expect(await reader.find('e')).toEqual(before);
      expect(await store.readInbox('e')).toEqual({ inbox: [inboxEntry('i')], inboxCounter: 1 });
    });

    test('leaves the lease with the holder, who goes on', async () => {
      const { store, reader } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await store.post('e', inboxEntry('i'));
      await holder.release({}, pieces);
      expect(await store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'held' });
      expect(await holder.write({ inboxTaken: 1, trace: [traceLine(0)] })).toMatchObject({ status: 'written' });
      expect(await holder.release({ inboxSeen: 1 }, { record: pieces.record })).toMatchObject({ status: 'written' });
      expect(await reader.find('e')).toMatchObject({ record: pieces.record, trace: [traceLine(0)] });
    });

    test('resent is refused again', async () => {
      const { store, reader } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await store.post('e', inboxEntry('i'));
      const before = await reader.find('e');
      const first = await holder.release({}, pieces);
      expect(await holder.resend()).toEqual(first);
      expect(await reader.find('e')).toEqual(before);
    });

    test('a taken entry counts as seen only when it is named', async () => {
      const { store } = stage().backend;
      const holder = await start(stage().backend, 'e');
      await store.post('e', inboxEntry('i'));
      await holder.write({ inboxTaken: 1 });
      expect(await holder.release({ inboxSeen: 0 })).toEqual({ status: 'inbox_unread', inbox: [], inboxCounter: 1 });
      expect(await holder.release({ inboxSeen: 1 })).toMatchObject({ status: 'written' });
    });

    test('a post that races with a release is never lost between the two', async () => {
      const { store } = stage().backend;
      for (let round = 0; round < 50; round++) {
        const id = `e${round}`;
        const holder = await start(stage().backend, id);
        const [posted, released] = await Promise.all(
          round % 2 === 0
            ? [store.post(id, inboxEntry('i')), holder.release()]
            : [holder.release(), store.post(id, inboxEntry('i'))].toReversed(),
        );
        const heldWhenPosted = (posted as { owner: string | null }).owner !== null;
        expect(released).toMatchObject({ status: heldWhenPosted ? 'inbox_unread' : 'written' });
      }
    });
  });
}
