import { describe, expect, test } from '@jest/globals';
import type { ExecutionStatus } from '@nest-reactor/core/ports';
import { acquire, start } from './holder.js';
import { inboxEntry, record, TTL } from './pieces.js';
import type { StorageUnderTest } from './storage-under-test.js';

/** Waits a bounded time for something that a signal brings about. */
async function eventually(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000 && !isTrue(); turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(isTrue()).toBe(true);
}

export function signalsConformance(stage: () => StorageUnderTest): void {
  /** Listens to a channel; `heard` grows with each message, and `all` resolves when everything sent before has come. */
  async function listen(channel: string): Promise<{ heard: string[]; all: () => Promise<void>; stop: () => void }> {
    const { signals } = stage().backend;
    const heard: string[] = [];
    let marks = 0;
    const stop = await signals.subscribe(channel, (message) => {
      if (message === 'mark') marks += 1;
      else heard.push(message);
    });
    const all = async (): Promise<void> => {
      const before = marks;
      signals.publish(channel, 'mark');
      await eventually(() => marks > before);
    };
    return { heard, all, stop };
  }

  describe('signals', () => {
    test('reach every subscriber of the channel, and of no other', async () => {
      const first = await listen('owner:a');
      const second = await listen('owner:a');
      const other = await listen('owner:a:b');
      stage().backend.signals.publish('owner:a', 'one');
      stage().backend.signals.publish('owner:a', 'é 🦊 \u0000 ""');
      stage().backend.signals.publish('owner:*', 'two');
      for (const listener of [first, second, other]) await listener.all();
      expect(first.heard).toEqual(['one', 'é 🦊 \u0000 ""']);
      expect(second.heard).toEqual(first.heard);
      expect(other.heard).toEqual([]);
    });

    test('published before the subscription are lost, directly after it are not', async () => {
      stage().backend.signals.publish('c', 'too early');
      const listener = await listen('c');
      stage().backend.signals.publish('c', 'in time');
      await listener.all();
      expect(listener.heard).toEqual(['in time']);
    });

    test('do not reach who unsubscribed, and still reach the others', async () => {
      const gone = await listen('c');
      const stays = await listen('c');
      stage().backend.signals.publish('c', 'on its way');
      gone.stop();
      gone.stop();
      stage().backend.signals.publish('c', 'later');
      await stays.all();
      expect(stays.heard).toEqual(['on its way', 'later']);
      expect(gone.heard).toEqual([]);
    });

    test('one listener given twice is two subscriptions', async () => {
      const { signals } = stage().backend;
      let heard = 0;
      const listener = (): void => void (heard += 1);
      const stop = await signals.subscribe('c', listener);
      await signals.subscribe('c', listener);
      signals.publish('c', 'm');
      await eventually(() => heard === 2);
      stop();
      signals.publish('c', 'm');
      await eventually(() => heard === 3);
    });

    test('a channel can be subscribed to again after its last subscriber left', async () => {
      (await listen('c')).stop();
      const listener = await listen('c');
      stage().backend.signals.publish('c', 'again');
      await listener.all();
      expect(listener.heard).toEqual(['again']);
    });

    test('a listener that throws harms neither the publisher nor the other listeners', async () => {
      const { signals } = stage().backend;
      await signals.subscribe('c', () => {
        throw new Error('a broken listener');
      });
      const listener = await listen('c');
      expect(() => signals.publish('c', 'm')).not.toThrow();
      await listener.all();
      expect(listener.heard).toEqual(['m']);
    });
  });

  describe('signals of an execution', () => {
    test('its start', async () => {
      const listener = await listen('execution:e');
      await start(stage().backend, 'e');
      await listener.all();
      expect(listener.heard).toEqual(['running']);
    });

    test.each<ExecutionStatus>(['completed', 'failed', 'halted', 'cancelled', 'aborted', 'paused'])(
      'a write that makes it %s, once the record says so',
      async (status) => {
        const { reader, signals } = stage().backend;
        const holder = await start(stage().backend, 'e');
        const seen: (ExecutionStatus | undefined)[] = [];
        await signals.subscribe('execution:e', (message) => {
          if (message === status) void reader.find('e').then((found) => seen.push(found?.record.status));
        });
        await holder.release({ retention: 60_000 }, { record: record('e', { status }) });
        await eventually(() => seen.length > 0);
        expect(seen[0]).toBe(status);
      },
    );

    test('no other write, and none that was not applied', async () => {
      const { store } = stage().backend;
      const zombie = await start(stage().backend, 'e');
      await stage().advance(TTL);
      const heir = await acquire(stage().backend, 'e');
      const listener = await listen('execution:e');
      const done = record('e', { status: 'completed' });
      await heir.write({ record: record('e', { status: 'rolling_back' }) });
      await zombie.release({}, { record: done });
      await store.post('e', inboxEntry('i'));
      await heir.release({ inboxSeen: 0 }, { record: done });
      await heir.release({ inboxSeen: 1, due: 0 }, { record: record('e', { status: 'waiting' }) });
      await listener.all();
      expect(listener.heard).toEqual([]);
    });
  });
}
