import { describe, expect, test } from '@jest/globals';
import type { StartRequest, StoredExecution, ValueKey } from '@nest-reactor/core/ports';
import { start } from './holder.js';
import { leaseRequest, node, record, TTL, traceLine } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

const FULL: Omit<StartRequest, 'lease'> = {
  record: record('order-1', { version: '2', idempotencyKey: 'key', parent: { executionId: 'p', step: 's' } }),
  nodes: [node('a', { status: 'running', marked: true }), node('b', { status: 'pending', started: false })],
  values: new Map<ValueKey, string>([
    ['inputs', '{"email":"a@b"}'],
    ['context', '{"tenant":1}'],
    ['args:a', '[]'],
  ]),
  trace: [traceLine(0), traceLine(1)],
};

const FULL_STORED: StoredExecution = {
  record: FULL.record,
  nodes: new Map(FULL.nodes?.map((each) => [each.path, each])),
  values: FULL.values ?? new Map(),
  trace: FULL.trace ?? [],
};

/** Ids are the user's: what separates, escapes or quotes in a store must not matter in them. */
const ODD_IDS = [
  'a b',
  'a:b',
  'a:b:{c}',
  '{a}',
  'a/b/../c',
  '*',
  'a*',
  '[a-z]?',
  'it\'s "quoted" \\ `so`',
  '%s %d %25',
  '0',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'ключ',
  '鍵',
  '🦊👩‍👩‍👧',
  'e\u0301',
  '\u00e9',
  'A',
  'a',
  'x'.repeat(200),
];

export function startConformance(stage: () => StorageUnderTest): void {
  describe('start', () => {
    test('creates the execution with all its pieces, under a lease', async () => {
      const { store, reader } = stage().backend;
      const answer = await store.start({ ...FULL, lease: leaseRequest('worker-7', 'nonce-7') });
      expect(answer).toEqual({
        status: 'created',
        lease: {
          executionId: 'order-1',
          owner: 'worker-7',
          nonce: 'nonce-7',
          epoch: expect.any(Number),
          deadline: expect.any(Number),
        },
      });
      expect(await reader.find('order-1')).toEqual(FULL_STORED);
    });

    test('needs no piece but the record', async () => {
      const { reader } = stage().backend;
      await start(stage().backend, 'bare');
      expect(await reader.find('bare')).toEqual({
        record: record('bare'),
        nodes: new Map(),
        values: new Map(),
        trace: [],
      });
    });

    test('the first epoch is the time of the store in microseconds', async () => {
      const { lease } = await start(stage().backend, 'timed');
      expect(Math.abs(lease.epoch / 1_000 - (lease.deadline - TTL))).toBeLessThan(2);
    });

    test('resent with its nonce is answered as before and changes nothing', async () => {
      const { store, reader } = stage().backend;
      const request: StartRequest = { ...FULL, lease: leaseRequest() };
      const first = await store.start(request);
      expect(await store.start(request)).toEqual(first);
      expect(await reader.find('order-1')).toEqual(FULL_STORED);
    });

    test('resent after writes takes nothing back', async () => {
      const { store, reader } = stage().backend;
      const lease = leaseRequest();
      const holder = await start(stage().backend, 'order-2', {}, lease);
      await holder.write({ record: record('order-2', { updatedAt: 5 }), trace: [traceLine(0)] });
      expect(await store.start({ record: record('order-2'), lease })).toEqual({
        status: 'created',
        lease: holder.lease,
      });
      expect(await reader.find('order-2')).toMatchObject({ record: { updatedAt: 5 }, trace: [traceLine(0)] });
      expect(await holder.write()).toMatchObject({ status: 'written' });
    });

    test('an id that is taken answers the stored execution with all values, and changes nothing', async () => {
      const { store, reader } = stage().backend;
      await store.start({ ...FULL, lease: leaseRequest() });
      const other: StartRequest = {
        record: record('order-1', { fingerprint: 'other' }),
        nodes: [node('c')],
        values: new Map<ValueKey, string>([['inputs', 'other']]),
        trace: [traceLine(9)],
        lease: leaseRequest('worker-2'),
      };
      expect(await store.start(other)).toEqual({ status: 'exists', execution: FULL_STORED });
      expect(await reader.find('order-1')).toEqual(FULL_STORED);
    });

    test('an id that is taken leaves the lease with its holder', async () => {
      const { store } = stage().backend;
      const holder = await start(stage().backend, 'order-3');
      await store.start({ record: record('order-3'), lease: leaseRequest('worker-2') });
      expect(await holder.write()).toMatchObject({ status: 'written' });
    });

    test('a finished execution still takes its id', async () => {
      const { store } = stage().backend;
      const holder = await start(stage().backend, 'order-4');
      const done = record('order-4', { status: 'completed' });
      await holder.release({ retention: 60_000 }, { record: done });
      const again = await store.start({ record: record('order-4'), lease: leaseRequest() });
      expect(again).toMatchObject({ status: 'exists', execution: { record: done } });
    });

    test.each([2, 10])('of %i racing starts with one id, one creates and the others see its record', async (racers) => {
      const { store } = stage().backend;
      const requests = Array.from({ length: racers }, (_, racer) => ({
        record: record('raced', { fingerprint: `of-${racer}` }),
        lease: leaseRequest(`worker-${racer}`),
      }));
      const answers = await Promise.all(requests.map(async (request) => store.start(request)));
      const winner = answers.findIndex((answer) => answer.status === 'created');
      const expected: unknown[] = requests.map((_, racer) =>
        racer === winner
          ? { status: 'created', lease: { owner: `worker-${winner}` } }
          : { status: 'exists', execution: { record: { fingerprint: `of-${winner}` } } },
      );
      expect(answers).toMatchObject(expected);
    });

    test('ids with odd characters are kept apart', async () => {
      const { store, reader, due } = stage().backend;
      for (const id of ODD_IDS) {
        await start(stage().backend, id, { values: new Map<ValueKey, string>([['inputs', `of ${id}`]]) });
      }
      for (const id of ODD_IDS) {
        expect(await reader.find(id)).toMatchObject({ record: { id } });
        expect(await store.values(id, ['inputs'])).toEqual(new Map([['inputs', `of ${id}`]]));
      }
      const { items } = await reader.list({ limit: 100 });
      expect(items.map((item) => item.record.id).toSorted()).toEqual(ODD_IDS.toSorted());
      await stage().advance(TTL + 100);
      const entries = await due.due(100);
      expect(entries.map((entry) => entry.executionId).toSorted()).toEqual(ODD_IDS.toSorted());
    });
  });
}
