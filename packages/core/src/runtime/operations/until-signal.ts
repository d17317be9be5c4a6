import type { Engine } from '../../execution/engine.js';

/**
 * Waits until `check` answers true: registered first, checked second, woken by the execution's signals, with re-checks as
 * the net for a lost one. False when the time is over.
 */
export async function untilSignal(
  engine: Engine,
  executionId: string,
  timeout: number,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { clock, signals } = engine;
  const deadline = clock.monotonic() + timeout;
  const recheck = Math.min(Math.max(timeout / 10, 1_000), 5_000);
  let wake: () => void = () => undefined;
  let signalled = false;
  const unsubscribe = await signals.subscribe(`execution:${executionId}`, () => {
    signalled = true;
    wake();
  });
  try {
    for (;;) {
      signalled = false;
      if (await check()) return true;
      const left = deadline - clock.monotonic();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(Math.min(left, recheck), resolve);
        wake = () => {
          cancel();
          resolve();
        };
        if (signalled) wake();
      });
    }
  } finally {
    unsubscribe();
  }
}
