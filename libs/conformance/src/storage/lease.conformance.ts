import { describe, expect, test } from '@jest/globals';
import type { ValueKey } from '@nest-reactor/core/ports';
import { acquire, Holder, start } from './holder.js';
import { inboxEntry, leaseRequest, node, record, TTL, traceLine } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

export function leaseConformance(stage: () => StorageUnderTest): void {
  describe('acquire', () => {
    test('an unknown execution is missing', async () => {
      expect(await stage().backend.store.acquire('nobody', leaseRequest())).toEqual({ status: 'missing' });
    });

    test('a live lease is held, and names its owner and deadline', async () => {
      const { lease } = await start(stage().backend, 'e', {}, leaseRequest('worker-1'));
      const answer = await stage().backend.store.acquire('e', leaseRequest('worker-2'));
      expect(answer).toEqual({ status: 'held', owner: 'worker-1', deadline: lease.deadline });
    });

    test('a live lease is held for another acquisition of its own owner too', async () => {
      await start(stage().backend, 'e', {}, leaseRequest('worker-1'));
      expect(await stage().backend.store.acquire('e', leaseRequest('worker-1'))).toMatchObject({ status: 'held' });
    });

    test('a released execution is answered with skeleton, inputs and context, and no other value', async () => {
      const values = new Map<ValueKey, string>([
        ['inputs', 'i'],
        ['context', 'c'],
        ['progress', 'p'],
        ['result:a', 'r'],
        ['args:a', 'x'],
      ]);
      const holder = await start(stage().backend, 'e', { nodes: [node('a')], values, trace: [traceLine(0)] });
      const parked = record('e', { status: 'waiting', turn: 1 });
      await holder.release({}, { record: parked });
      const answer = await stage().backend.store.acquire('e', leaseRequest('worker-2', 'n2'));
      expect(answer).toEqual({
        status: 'acquired',
        lease: {
          executionId: 'e',
          owner: 'worker-2',
          nonce: 'n2',
          epoch: expect.any(Number),
          deadline: expect.any(Number),
        },
        execution: {
          record: parked,
          nodes: new Map([['a', node('a')]]),
          trace: [traceLine(0)],
          values: new Map([
            ['inputs', 'i'],
            ['context', 'c'],
          ]),
        },
        inbox: [],
        inboxCounter: 0,
      });
    });

    test('a lapsed lease is taken over, by the time of the store', async () => {
      const { store } = stage().backend;
      await start(stage().backend, 'e');
      await stage().advance(TTL - 100);
      expect(await store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'held' });
      await stage().advance(100);
      expect(await store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'acquired' });
    });

    test('each acquisition has a higher epoch, also within one moment', async () => {
      let holder = await start(stage().backend, 'e');
      const epochs = [holder.lease.epoch];
      for (let times = 0; times < 10; times++) {
        await holder.release();
        holder = await acquire(stage().backend, 'e');
        epochs.push(holder.lease.epoch);
      }
      expect(epochs).toEqual([...new Set(epochs)].toSorted((left, right) => left - right));
    });

    test('the epoch follows the time of the store', async () => {
      const first = await start(stage().backend, 'e');
      await first.release();
      await stage().advance(5_000);
      const second = await acquire(stage().backend, 'e');
      expect(second.lease.epoch - first.lease.epoch).toBeGreaterThanOrEqual(5_000_000);
    });

    test('resent with its nonce is answered the same lease, and others stay out', async () => {
      const { store } = stage().backend;
      await (await start(stage().backend, 'e')).release();
      const request = leaseRequest('worker-2');
      const first = await store.acquire('e', request);
      expect(await store.acquire('e', request)).toEqual(first);
      expect(await store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'held' });
    });

    test('resent between the writes of its holder does not disturb their numbering', async () => {
      const { store } = stage().backend;
      await (await start(stage().backend, 'e')).release();
      const request = leaseRequest();
      const holder = await acquire(stage().backend, 'e', request);
      await holder.write({ trace: [traceLine(0)] });
      await store.acquire('e', request);
      expect(await holder.write({ trace: [traceLine(1)] })).toMatchObject({ status: 'written' });
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([traceLine(0), traceLine(1)]);
    });

    test('resent after its lease was given up holds nothing', async () => {
      const { store } = stage().backend;
      await (await start(stage().backend, 'e')).release();
      const request = leaseRequest('worker-2');
      const holder = await acquire(stage().backend, 'e', request);
      await holder.release();
      expect(await store.acquire('e', request)).toMatchObject({ status: 'acquired', lease: holder.lease });
      expect(await holder.write()).toEqual({ status: 'stale' });
      expect(await store.acquire('e', leaseRequest('worker-3'))).toMatchObject({ status: 'acquired' });
    });

    test.each([2, 10])('of %i racing acquisitions, one gets the lease', async (racers) => {
      const { store } = stage().backend;
      await (await start(stage().backend, 'e')).release();
      const answers = await Promise.all(
        Array.from({ length: racers }, (_, racer) => store.acquire('e', leaseRequest(`worker-${racer}`))),
      );
      expect(answers.filter((answer) => answer.status === 'acquired')).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 'held')).toHaveLength(racers - 1);
    });
  });

  describe('a holder that lost its lease', () => {
    /** A holder whose lease lapsed and was taken over. */
    async function zombieAndHeir(): Promise<{ zombie: Holder; heir: Holder }> {
      const zombie = await start(stage().backend, 'e', { nodes: [node('a', { status: 'running' })] });
      await zombie.write({ trace: [traceLine(0)] });
      await stage().advance(TTL + 100);
      const heir = await acquire(stage().backend, 'e', leaseRequest('worker-2'));
      await heir.write({ nodes: [node('a')] });
      return { zombie, heir };
    }

    test('writes nothing any more', async () => {
      const { zombie } = await zombieAndHeir();
      const before = await stage().backend.reader.find('e');
      const late = { record: record('e', { status: 'failed' }), nodes: [node('a', { status: 'failed' })] };
      expect(await zombie.write({ ...late, trace: [traceLine(1)] })).toEqual({ status: 'stale' });
      expect(await zombie.resend()).toEqual({ status: 'stale' });
      expect(await stage().backend.reader.find('e')).toEqual(before);
    });

    test('releases nothing any more', async () => {
      const { zombie, heir } = await zombieAndHeir();
      expect(await zombie.release({ due: 0, retention: 1 }, { record: record('e', { status: 'completed' }) })).toEqual({
        status: 'stale',
      });
      await stage().advance(100);
      expect(await stage().backend.store.acquire('e', leaseRequest('worker-3'))).toMatchObject({
        status: 'held',
        owner: 'worker-2',
      });
      expect(await heir.write()).toMatchObject({ status: 'written' });
    });

    test('renews nothing any more', async () => {
      const { zombie, heir } = await zombieAndHeir();
      const { store } = stage().backend;
      expect(await store.renew([zombie.lease], 60_000)).toEqual([{ status: 'lost' }]);
      await stage().advance(TTL + 100);
      expect(await store.acquire('e', leaseRequest('worker-3'))).toMatchObject({ status: 'acquired' });
      expect(await heir.write()).toEqual({ status: 'stale' });
    });

    test('is refused by its nonce alone, and by its epoch alone', async () => {
      const { store } = stage().backend;
      const { lease } = await start(stage().backend, 'e');
      const otherNonce = new Holder(stage().backend, { ...lease, nonce: 'guessed' });
      const otherEpoch = new Holder(stage().backend, { ...lease, epoch: lease.epoch + 1 });
      expect(await otherNonce.write({ trace: [traceLine(0)] })).toEqual({ status: 'stale' });
      expect(await otherEpoch.write({ trace: [traceLine(0)] })).toEqual({ status: 'stale' });
      expect(await store.renew([otherNonce.lease, otherEpoch.lease], TTL)).toEqual([
        { status: 'lost' },
        { status: 'lost' },
      ]);
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([]);
    });

    test('keeps the lease as long as nobody took it', async () => {
      const holder = await start(stage().backend, 'e');
      await stage().advance(TTL * 3);
      expect(await holder.write({ trace: [traceLine(0)] })).toEqual({ status: 'written', inboxCounter: 0 });
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([traceLine(0)]);
    });
  });

  describe('renew', () => {
    test('extends the lease from the time of the store', async () => {
      const { store } = stage().backend;
      const { lease } = await start(stage().backend, 'e');
      await stage().advance(TTL - 200);
      const [answer] = await store.renew([lease], TTL);
      expect(answer).toEqual({ status: 'renewed', deadline: expect.any(Number), inboxCounter: 0 });
      expect((answer as { deadline: number }).deadline - lease.deadline).toBeGreaterThanOrEqual(TTL - 200);
      await stage().advance(TTL - 100);
      expect(await store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'held' });
      await stage().advance(100);
      expect(await store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'acquired' });
    });

    test('renews a lapsed lease that nobody took', async () => {
      const { store } = stage().backend;
      const { lease } = await start(stage().backend, 'e');
      await stage().advance(TTL * 2);
      expect(await store.renew([lease], TTL)).toMatchObject([{ status: 'renewed' }]);
      expect(await store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'held' });
    });

    test('answers each of many leases, in order, and the inbox counter', async () => {
      const { store } = stage().backend;
      const live = await start(stage().backend, 'live');
      const released = await start(stage().backend, 'released');
      await released.release();
      const posted = await start(stage().backend, 'posted');
      await store.post('posted', inboxEntry('i'));
      const unknown = { ...live.lease, executionId: 'unknown' };
      expect(await store.renew([released.lease, posted.lease, unknown, live.lease, live.lease], TTL)).toMatchObject([
        { status: 'lost' },
        { status: 'renewed', inboxCounter: 1 },
        { status: 'lost' },
        { status: 'renewed', inboxCounter: 0 },
        { status: 'renewed', inboxCounter: 0 },
      ]);
      expect(await store.renew([], TTL)).toEqual([]);
    });

    test('changes nothing but the deadline', async () => {
      const { store, reader } = stage().backend;
      const holder = await start(stage().backend, 'e', { nodes: [node('a')], trace: [traceLine(0)] });
      const before = await reader.find('e');
      await store.renew([holder.lease], TTL);
      expect(await reader.find('e')).toEqual(before);
      expect(await holder.write()).toMatchObject({ status: 'written' });
    });
  });
}
