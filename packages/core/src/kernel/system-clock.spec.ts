import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from './system-clock.js';

const DAY = 86_400_000;

describe('systemClock', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('tells the real time', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(50);
    const before = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
  });

  test('fires once after the delay, unless cancelled', () => {
    jest.useFakeTimers();
    let fired = 0;
    systemClock.setTimer(100, () => fired++);
    systemClock.setTimer(100, () => fired++)();
    jest.advanceTimersByTime(99);
    expect(fired).toBe(0);
    jest.advanceTimersByTime(1_000);
    expect(fired).toBe(1);
  });

  test('keeps delays beyond what setTimeout can', () => {
    jest.useFakeTimers();
    let fired = 0;
    systemClock.setTimer(60 * DAY, () => fired++);
    const cancel = systemClock.setTimer(60 * DAY, () => fired++);
    jest.advanceTimersByTime(30 * DAY);
    cancel();
    jest.advanceTimersByTime(30 * DAY - 1);
    expect(fired).toBe(0);
    jest.advanceTimersByTime(1);
    expect(fired).toBe(1);
  });

  test('Infinity never fires', () => {
    jest.useFakeTimers();
    let fired = false;
    systemClock.setTimer(Infinity, () => (fired = true));
    jest.advanceTimersByTime(100 * DAY);
    expect(fired).toBe(false);
  });

  test('keepAlive: false lets the timer go unreferenced', () => {
    const unreferenced = jest.spyOn(globalThis, 'setTimeout');
    const stop = systemClock.setTimer(60_000, () => {}, { keepAlive: false });
    const stopOther = systemClock.setTimer(60_000, () => {});
    const [first, second] = unreferenced.mock.results.map((result) => result.value as NodeJS.Timeout);
    expect(first?.hasRef()).toBe(false);
    expect(second?.hasRef()).toBe(true);
    stop();
    stopOther();
    unreferenced.mockRestore();
  });
});
