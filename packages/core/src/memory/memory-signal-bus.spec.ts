import { expect, test } from '@jest/globals';
import { MemorySignalBus } from './memory-signal-bus.js';

test('a listener is called after the turn of the publisher, so that it cannot reach into the middle of it', async () => {
  const bus = new MemorySignalBus();
  const heard: string[] = [];
  await bus.subscribe('c', (message) => heard.push(message));
  bus.publish('c', 'm');
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual(['m']);
});
