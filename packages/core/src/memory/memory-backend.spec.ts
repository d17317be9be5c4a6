import { describe, expect, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ExecutionRecord } from '../checkpoint/execution-record.js';
import type { ExecutionStatus } from '../checkpoint/status.js';
import { manualClock } from '../kernel/manual-clock.js';
import { systemClock } from '../kernel/system-clock.js';
import type { Backend } from '../ports/backend.js';
import { memoryBackend } from './memory-backend.js';

function record(id: string, status: ExecutionStatus, createdAt = 0): ExecutionRecord {
  return {
    id,
    reactor: 'R',
    fingerprint: 'f',
    status,
    nonce: 'n',
    turn: 0,
    createdAt,
    updatedAt: createdAt,
    rollbackFailures: [],
  };
}

/** One whole execution: start, some writes, its end. */
async function run(backend: Backend, id: string, createdAt = 0, retention = 86_400_000): Promise<void> {
  const { store } = backend;
  const started = await store.start({
    record: record(id, 'running', createdAt),
    values: new Map([['inputs', `inputs of ${id}`]]),
    lease: { owner: 'worker', nonce: id, ttl: 60_000 },
  });
  if (started.status !== 'created') throw new Error(`'${id}' exists`);
  const { lease } = started;
  await store.write({ lease, sequence: 1, values: new Map([['result:a', `result of ${id}`]]) });
  await store.post(id, { id: 'i', kind: 'wake', data: {} });
  await store.write({
    lease,
    sequence: 2,
    record: record(id, 'completed', createdAt),
    inboxTaken: 1,
    release: { inboxSeen: 1, due: null, retention },
  });
}

async function storedIds(backend: Backend): Promise<readonly string[]> {
  const { items } = await backend.reader.list({ limit: 1_000_000 });
  return items.map((item) => item.record.id);
}

describe('memoryBackend', () => {
  test('takes the real time when it is given no clock', () => {
    expect(memoryBackend().clock).toBe(systemClock);
  });

  test.each([-1, NaN, '5' as unknown as number, null as unknown as number])('refuses maxTerminal %p', (maxTerminal) => {
    const make = (): unknown => memoryBackend({ maxTerminal });
    expect(make).toThrow(TypeError);
    expect(make).toThrow('maxTerminal');
  });

  test('sets no timer', async () => {
    const clock = manualClock();
    const backend = memoryBackend({ clock });
    await run(backend, 'e');
    await backend.due.claimSweep('worker', 1_000);
    expect(clock.timers).toBe(0);
  });
});

describe('eviction', () => {
  test('keeps at most maxTerminal ended executions, and forgets the oldest end first', async () => {
    const backend = memoryBackend({ maxTerminal: 3 });
    for (const id of ['e1', 'e2', 'e3', 'e4', 'e5']) await run(backend, id);
    expect(await storedIds(backend)).toEqual(['e5', 'e4', 'e3']);
    expect(await backend.reader.find('e2')).toBeNull();
  });

  test('counts the end, not the start', async () => {
    const backend = memoryBackend({ maxTerminal: 1 });
    const { store } = backend;
    const first = await store.start({
      record: record('first', 'running'),
      lease: { owner: 'o', nonce: 'n', ttl: 100 },
    });
    if (first.status !== 'created') throw new Error('exists');
    await run(backend, 'second');
    const release = { inboxSeen: 0, due: null, retention: 1_000 };
    await store.write({ lease: first.lease, sequence: 1, record: record('first', 'failed'), release });
    expect(await storedIds(backend)).toEqual(['first']);
  });

  test('never forgets an unfinished execution, nor a finished one that is worked on again', async () => {
    const backend = memoryBackend({ maxTerminal: 1 });
    await backend.store.start({ record: record('open', 'running'), lease: { owner: 'o', nonce: 'n', ttl: 100 } });
    await run(backend, 'reopened');
    await backend.store.acquire('reopened', { owner: 'o', nonce: 'undo', ttl: 100 });
    for (const id of ['e1', 'e2', 'e3']) await run(backend, id);
    expect([...(await storedIds(backend))].toSorted()).toEqual(['e3', 'open', 'reopened']);
  });

  test('0 keeps no ended execution, Infinity all', async () => {
    const none = memoryBackend({ maxTerminal: 0 });
    await run(none, 'e');
    expect(await storedIds(none)).toEqual([]);
    const all = memoryBackend({ maxTerminal: Infinity });
    for (let number = 0; number < 50; number++) await run(all, `e${number}`);
    expect(await storedIds(all)).toHaveLength(50);
  });

  test('frees expired executions when others end, without being asked for them', async () => {
    const clock = manualClock();
    const backend = memoryBackend({ clock, maxTerminal: 2 });
    await run(backend, 'expired', 0, 100);
    await clock.advance(100);
    await run(backend, 'e1');
    await run(backend, 'e2');
    expect([...(await storedIds(backend))].toSorted()).toEqual(['e1', 'e2']);
  });

  test('pages stay right while most of what was stored is gone', async () => {
    const backend = memoryBackend({ maxTerminal: 7 });
    for (let number = 0; number < 5_000; number++) await run(backend, `e${number}`, number);
    const first = await backend.reader.list({ limit: 4 });
    expect(first.items.map((item) => item.record.id)).toEqual(['e4999', 'e4998', 'e4997', 'e4996']);
    const second = await backend.reader.list({ limit: 4, cursor: first.cursor! });
    expect(second.items.map((item) => item.record.id)).toEqual(['e4995', 'e4994', 'e4993']);
    expect(second.cursor).toBeNull();
  });

  test('the heap does not grow over 100,000 executions', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const usedMegabytes = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const backend = memoryBackend({ maxTerminal: 1_000 });
    for (let number = 0; number < 20_000; number++) await run(backend, `warm-up-${number}`);
    const before = usedMegabytes();
    for (let number = 0; number < 100_000; number++) await run(backend, `e${number}`, number);
    expect(usedMegabytes() - before).toBeLessThan(3);
    expect(await storedIds(backend)).toHaveLength(1_000);
  }, 60_000);
});
