import { describe, expect, test } from '@jest/globals';
import type { Pieces, ValueKey } from '@nest-reactor/core/ports';
import { acquire, send, start } from './holder.js';
import { leaseRequest, node, record, traceLine } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

/** Texts that a store may cut, trim, parse, re-encode or take for "nothing". */
const ODD_TEXTS = {
  empty: '',
  blank: '  \t\n ',
  zero: '0',
  false: 'false',
  null: 'null',
  number: '1e21',
  json: '{"__proto__":{"a":[1,2,null]},"":""}',
  brackets: '[]',
  nul: 'a\u0000b',
  controls: '\u0001\u001f\u007f\u0085',
  unicode: 'é e\u0301 鍵 🦊👩‍👩‍👧 \u2028\u2029\ufeff',
  quotes: `'"\`\\ $\{x} %s`,
  crlf: '\r\n$5\r\nhello\r\n',
} as const;

const MEBIBYTE = 1_048_576;

function values(...pairs: readonly (readonly [ValueKey, string])[]): ReadonlyMap<ValueKey, string> {
  return new Map(pairs);
}

export function writeConformance(stage: () => StorageUnderTest): void {
  describe('write', () => {
    test('replaces the record and the nodes it names, sets values, appends the trace', async () => {
      const holder = await start(stage().backend, 'e', {
        nodes: [node('a', { status: 'running' }), node('b')],
        values: values(['inputs', 'i'], ['result:a', 'old']),
        trace: [traceLine(0)],
      });
      const changed = record('e', { status: 'rolling_back', turn: 3, reason: 'why' });
      const answer = await holder.write({
        record: changed,
        nodes: [node('a', { status: 'failed' }), node('c/d')],
        values: values(['result:a', 'new'], ['args:c/d', 'x'], ['progress', 'p']),
        trace: [traceLine(1), traceLine(2)],
      });
      expect(answer).toEqual({ status: 'written', inboxCounter: 0 });
      expect(await stage().backend.reader.find('e')).toEqual({
        record: changed,
        nodes: new Map([
          ['a', node('a', { status: 'failed' })],
          ['b', node('b')],
          ['c/d', node('c/d')],
        ]),
        values: values(['inputs', 'i'], ['result:a', 'new'], ['args:c/d', 'x'], ['progress', 'p']),
        trace: [traceLine(0), traceLine(1), traceLine(2)],
      });
    });

    test.each<[string, Pieces]>([
      ['nothing', {}],
      ['empty pieces', { nodes: [], values: new Map(), trace: [] }],
      ['a record', { record: record('e', { updatedAt: 9 }) }],
      ['a node', { nodes: [node('b')] }],
      ['a value', { values: values(['result:b', 'r']) }],
      ['a trace entry', { trace: [traceLine(7)] }],
    ])('%s leaves everything else as it was', async (_name, pieces) => {
      const { reader } = stage().backend;
      const holder = await start(stage().backend, 'e', {
        nodes: [node('a')],
        values: values(['inputs', 'i']),
        trace: [traceLine(0)],
      });
      const before = (await reader.find('e'))!;
      await holder.write(pieces);
      expect(await reader.find('e')).toEqual({
        record: pieces.record ?? before.record,
        nodes: new Map([...before.nodes, ...(pieces.nodes ?? []).map((each) => [each.path, each] as const)]),
        values: new Map([...before.values, ...(pieces.values ?? [])]),
        trace: [...before.trace, ...(pieces.trace ?? [])],
      });
    });

    test('a record loses the fields that its successor does not have', async () => {
      const holder = await start(stage().backend, 'e', {
        record: record('e', { reason: 'old', pendingCompensation: 's' }),
        nodes: [node('a', { order: 1, rolledBack: 'done' })],
      });
      await holder.write({ record: record('e'), nodes: [node('a')] });
      const stored = await stage().backend.reader.find('e');
      expect(stored?.record).toEqual(record('e'));
      expect(stored?.nodes.get('a')).toEqual(node('a'));
    });

    test('keeps the order of a long trace over many writes', async () => {
      const holder = await start(stage().backend, 'e');
      for (let seq = 0; seq < 60; seq += 2) await holder.write({ trace: [traceLine(seq), traceLine(seq + 1)] });
      const stored = await stage().backend.reader.find('e');
      expect(stored?.trace.map((line) => line.seq)).toEqual(Array.from({ length: 60 }, (_, seq) => seq));
    });

    test('keeps any text', async () => {
      const holder = await start(stage().backend, 'e');
      const odd = new Map(Object.entries(ODD_TEXTS).map(([name, text]) => [`result:${name}` as ValueKey, text]));
      await holder.write({ values: odd });
      expect(await stage().backend.store.values('e', [...odd.keys()])).toEqual(odd);
      expect((await stage().backend.reader.find('e'))?.values).toEqual(odd);
    });

    test('keeps a text of a mebibyte', async () => {
      const holder = await start(stage().backend, 'e');
      const text = 'é🦊x'.repeat(MEBIBYTE / 4).slice(0, MEBIBYTE);
      await holder.write({ values: values(['result:a', text]) });
      expect((await stage().backend.store.values('e', ['result:a'])).get('result:a') === text).toBe(true);
    });

    test('keeps nodes and values with odd names apart', async () => {
      const names = ['__proto__', 'constructor', 'a', 'a/b', 'a:b', 'A', '0', 'length', 'record', 'ключ', 'inputs'];
      const holder = await start(stage().backend, 'e', { values: values(['inputs', 'the inputs']) });
      const results = new Map(names.map((name) => [`result:${name}` as ValueKey, `result of ${name}`]));
      const args = new Map(names.map((name) => [`args:${name}` as ValueKey, `args of ${name}`]));
      const nodes = names.map((name, order) => node(name, { order }));
      await holder.write({ nodes, values: new Map([...results, ...args]) });
      const stored = await stage().backend.reader.find('e');
      expect(stored?.nodes).toEqual(new Map(nodes.map((each) => [each.path, each])));
      expect(stored?.values).toEqual(new Map([...values(['inputs', 'the inputs']), ...results, ...args]));
    });

    test('an unknown execution is stale', async () => {
      const { lease } = await start(stage().backend, 'e');
      const { store, reader } = stage().backend;
      const write = { lease: { ...lease, executionId: 'nobody' }, sequence: 1, record: record('nobody') };
      expect(await store.write(write)).toEqual({ status: 'stale' });
      expect(await reader.find('nobody')).toBeNull();
    });

    test('what was answered before is not changed by it', async () => {
      const { store, reader } = stage().backend;
      const holder = await start(stage().backend, 'e', { nodes: [node('a')], values: values(['inputs', 'i']) });
      const found = await reader.find('e');
      const existing = await store.start({ record: record('e'), lease: leaseRequest() });
      const some = await store.values('e', ['inputs']);
      await holder.write({
        record: record('e', { turn: 5 }),
        nodes: [node('a', { status: 'undone' }), node('b')],
        values: values(['inputs', 'j'], ['result:b', 'r']),
        trace: [traceLine(0)],
      });
      const old = {
        record: record('e'),
        nodes: new Map([['a', node('a')]]),
        values: values(['inputs', 'i']),
        trace: [],
      };
      expect(found).toEqual(old);
      expect(existing).toEqual({ status: 'exists', execution: old });
      expect(some).toEqual(values(['inputs', 'i']));
    });
  });

  describe('numbering of writes', () => {
    test('a resent write is answered as before and changes nothing', async () => {
      const holder = await start(stage().backend, 'e');
      const first = await holder.write({ nodes: [node('a')], trace: [traceLine(0)] });
      const before = await stage().backend.reader.find('e');
      expect(await holder.resend()).toEqual(first);
      expect(await stage().backend.reader.find('e')).toEqual(before);
      await holder.write({ trace: [traceLine(1)] });
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([traceLine(0), traceLine(1)]);
    });

    test('an older number changes nothing', async () => {
      const holder = await start(stage().backend, 'e');
      const old = holder.next({ nodes: [node('a', { status: 'running' })], trace: [traceLine(0)] });
      await stage().backend.store.write(old);
      await holder.write({ nodes: [node('a')] });
      await holder.write({ trace: [traceLine(1)] });
      expect(await stage().backend.store.write(old)).toMatchObject({ status: 'written' });
      const stored = await stage().backend.reader.find('e');
      expect(stored?.nodes.get('a')?.status).toBe('completed');
      expect(stored?.trace).toEqual([traceLine(0), traceLine(1)]);
    });

    test('two copies of one write on their way at once are applied once', async () => {
      const holder = await start(stage().backend, 'e');
      const write = holder.next({ trace: [traceLine(0)] });
      const answers = await Promise.all([write, write, write].map((each) => send(stage().backend, each)));
      expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 'written', inboxCounter: 0 })));
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([traceLine(0)]);
    });

    test('a gap is thrown back, changes nothing, and the right number is still taken', async () => {
      const holder = await start(stage().backend, 'e');
      const first = holder.next({ trace: [traceLine(0)] });
      const second = holder.next({ trace: [traceLine(1)] });
      await expect(send(stage().backend, second)).rejects.toThrow(/2/);
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([]);
      await stage().backend.store.write(first);
      await stage().backend.store.write(second);
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([traceLine(0), traceLine(1)]);
    });

    test('begins again with each lease', async () => {
      const first = await start(stage().backend, 'e');
      await first.write({ trace: [traceLine(0)] });
      await first.release();
      const second = await acquire(stage().backend, 'e');
      expect(await second.write({ trace: [traceLine(1)] })).toMatchObject({ status: 'written' });
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([traceLine(0), traceLine(1)]);
    });
  });

  describe('release', () => {
    test('includes the last pieces and frees the execution at once', async () => {
      const holder = await start(stage().backend, 'e');
      const parked = record('e', { status: 'waiting' });
      expect(await holder.release({}, { record: parked, trace: [traceLine(0)] })).toEqual({
        status: 'written',
        inboxCounter: 0,
      });
      const answer = await stage().backend.store.acquire('e', leaseRequest('worker-2'));
      expect(answer).toMatchObject({ status: 'acquired', execution: { record: parked, trace: [traceLine(0)] } });
    });

    test('resent is answered as before, though the lease is gone', async () => {
      const holder = await start(stage().backend, 'e');
      const first = await holder.release({}, { trace: [traceLine(0)] });
      expect(await holder.resend()).toEqual(first);
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([traceLine(0)]);
    });

    test('a write after it is stale', async () => {
      const holder = await start(stage().backend, 'e');
      await holder.release();
      expect(await holder.write({ trace: [traceLine(0)] })).toEqual({ status: 'stale' });
      expect(await holder.release()).toEqual({ status: 'stale' });
      expect((await stage().backend.reader.find('e'))?.trace).toEqual([]);
    });

    test('the lease does not come back by renewing it', async () => {
      const holder = await start(stage().backend, 'e');
      await holder.release();
      expect(await stage().backend.store.renew([holder.lease], 60_000)).toEqual([{ status: 'lost' }]);
      expect(await stage().backend.store.acquire('e', leaseRequest('worker-2'))).toMatchObject({ status: 'acquired' });
    });
  });

  describe('values', () => {
    test('answers the named ones and leaves out absent ones', async () => {
      await start(stage().backend, 'e', { values: values(['inputs', 'i'], ['context', ''], ['result:a', 'r']) });
      const { store } = stage().backend;
      expect(await store.values('e', ['result:a', 'context', 'result:none'])).toEqual(
        values(['result:a', 'r'], ['context', '']),
      );
      expect(await store.values('e', [])).toEqual(new Map());
    });

    test('an unknown execution has none', async () => {
      expect(await stage().backend.store.values('nobody', ['inputs'])).toEqual(new Map());
    });
  });
}
