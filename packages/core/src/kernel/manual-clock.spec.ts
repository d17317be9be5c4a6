import { describe, expect, jest, test } from '@jest/globals';
import { manualClock } from './manual-clock.js';

describe('manualClock', () => {
  test('stands still at its start', async () => {
    const clock = manualClock(5_000);
    await new Promise((resolve) => setTimeout(resolve, 3));
    expect(clock.now()).toBe(5_000);
    expect(clock.monotonic()).toBe(0);
    expect(manualClock(new Date(7)).now()).toBe(7);
    expect(manualClock().now()).toBe(manualClock().now());
  });

  test('advances by any duration', async () => {
    const clock = manualClock(0);
    await clock.advance('5s');
    await clock.advance(250);
    expect(clock.now()).toBe(5_250);
    expect(clock.monotonic()).toBe(5_250);
  });

  test.each([-1, NaN, Infinity, 'soon'])('refuses to advance by %p', async (duration) => {
    const clock = manualClock(0);
    expect(() => clock.advance(duration as number)).toThrow(TypeError);
    expect(clock.now()).toBe(0);
  });

  test('fires what is due, in order of time and then of setting, each at its own time', async () => {
    const clock = manualClock(0);
    const fired: string[] = [];
    const set = (name: string, delay: number): void => {
      clock.setTimer(delay, () => fired.push(`${name} at ${clock.now()}`));
    };
    set('c', 30);
    set('a', 10);
    set('later', 51);
    set('b1', 20);
    set('b2', 20);
    set('edge', 50);
    await clock.advance(50);
    expect(fired).toEqual(['a at 10', 'b1 at 20', 'b2 at 20', 'c at 30', 'edge at 50']);
    expect(clock.timers).toBe(1);
  });

  test('fires timers that fired timers set, when they come due on the way', async () => {
    const clock = manualClock(0);
    const fired: number[] = [];
    const again = (): void => {
      fired.push(clock.now());
      clock.setTimer(10, again);
    };
    clock.setTimer(10, again);
    await clock.advance(35);
    expect(fired).toEqual([10, 20, 30]);
  });

  test('a cancelled timer does not fire, also when cancelled twice or by another at the same time', async () => {
    const clock = manualClock(0);
    const fired: string[] = [];
    const cancel = clock.setTimer(10, () => fired.push('cancelled'));
    cancel();
    cancel();
    clock.setTimer(20, () => cancelOther());
    const cancelOther = clock.setTimer(20, () => fired.push('other'));
    const cancelFired = clock.setTimer(20, () => fired.push('fired'));
    await clock.advance(20);
    cancelFired();
    expect(fired).toEqual(['fired']);
    expect(clock.timers).toBe(0);
  });

  test.each([0, -5, NaN])('a delay of %p fires with the next advance by nothing', async (delay) => {
    const clock = manualClock(0);
    let fired = false;
    clock.setTimer(delay, () => (fired = true));
    await new Promise((resolve) => setTimeout(resolve, 3));
    expect(fired).toBe(false);
    await clock.advance(0);
    expect(fired).toBe(true);
  });

  test('resolves when what a timer started has settled, and lets it settle before the next one', async () => {
    const clock = manualClock(0);
    const order: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      order.push(name);
    };
    clock.setTimer(10, () => void work('first'));
    clock.setTimer(20, () => void work('second').then(() => clock.setTimer(5, () => order.push('third'))));
    await clock.advance(25);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  test('lets what was begun before it set its timers first', async () => {
    const clock = manualClock(0);
    let done = false;
    const wait = (): Promise<void> => new Promise((resolve) => clock.setTimer(10, resolve));
    void Promise.resolve()
      .then(wait)
      .then(wait)
      .then(() => (done = true));
    await clock.advance(20);
    expect(done).toBe(true);
  });

  test('does not wait for a promise that only the test resolves', async () => {
    const clock = manualClock(0);
    let resolve = (): void => {};
    let done = false;
    clock.setTimer(10, () => void new Promise<void>((set) => (resolve = set)).then(() => (done = true)));
    await clock.advance(10);
    expect(done).toBe(false);
    resolve();
    await clock.advance(0);
    expect(done).toBe(true);
  });

  test('advances that overlap follow each other', async () => {
    const clock = manualClock(0);
    const fired: number[] = [];
    for (const delay of [5, 15]) clock.setTimer(delay, () => fired.push(clock.now()));
    await Promise.all([clock.advance(10), clock.advance(10)]);
    expect(clock.now()).toBe(20);
    expect(fired).toEqual([5, 15]);
  });

  test('an error of a timer rejects the advance; the next one goes on', async () => {
    const clock = manualClock(0);
    let fired = false;
    clock.setTimer(10, () => {
      throw new Error('broken');
    });
    clock.setTimer(10, () => (fired = true));
    await expect(clock.advance(10)).rejects.toThrow('broken');
    await clock.advance(0);
    expect(fired).toBe(true);
  });

  test('works while timers are faked', async () => {
    jest.useFakeTimers();
    try {
      const clock = manualClock(0);
      await clock.advance(10);
      expect(clock.now()).toBe(10);
    } finally {
      jest.useRealTimers();
    }
  });
});
