import type { Clock } from './clock.js';

/** The longest delay `setTimeout` keeps; a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(delay, callback, options) {
    const keepAlive = options?.keepAlive ?? true;
    let remaining = delay;
    let handle: NodeJS.Timeout;
    const arm = (): void => {
      const part = Math.min(remaining, LONGEST_DELAY);
      remaining -= part;
      handle = setTimeout(remaining > 0 ? arm : callback, part);
      if (!keepAlive) handle.unref();
    };
    arm();
    return () => clearTimeout(handle);
  },
};
