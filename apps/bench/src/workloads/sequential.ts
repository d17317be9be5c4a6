import { sagaByHand } from '../by-hand.js';
import { startEngine } from '../engine.js';
import { percentile, timeInTurn } from '../measure.js';
import { chainReactor } from '../reactors.js';
import { figure, type Figure, type Workload } from '../workload.js';

const STEPS = 5;
const CALLERS = 64;
const REACH_RATE = 30_000;
const REACH_STEP = 6;

/** A saga of five steps, one caller: rate, and what the engine adds to each step. */
export const sequential: Workload = {
  id: 'saga-5-c1',
  async measure() {
    const reactor = chainReactor('Sequential5', STEPS);
    const engine = await startEngine([reactor]);
    const times = await timeInTurn(
      { saga: () => engine.run(reactor, { n: 1 }), hand: () => sagaByHand(STEPS, 1) },
      { runs: 10_000, rounds: 7 },
    );
    await engine.close();
    const rate = 1e6 / times.saga.median;
    const overhead = (times.saga.median - times.hand.median) / STEPS;
    const cpu = (times.saga.cpu - times.hand.cpu) / STEPS;
    return [
      figure('saga-5-c1', 'saga of 5 steps, 1 caller', rate, 'runs/s', {
        baseline: 1e6 / times.hand.median,
        reach: { text: `≥ ${REACH_RATE}`, ok: rate >= REACH_RATE },
      }),
      figure('saga-5-overhead', 'engine overhead of a step', overhead, 'µs', {
        reach: { text: `≤ ${REACH_STEP}`, ok: overhead <= REACH_STEP },
      }),
      figure('saga-5-cpu', 'processor time of a step', cpu, 'µs'),
    ];
  },
};

/** The same with 64 callers at once: rate and latency. */
export const concurrent: Workload = {
  id: 'saga-5-c64',
  async measure(): Promise<readonly Figure[]> {
    const reactor = chainReactor('Concurrent5', STEPS);
    const engine = await startEngine([reactor]);
    const latencies: number[] = [];
    const caller = async (runs: number): Promise<void> => {
      for (let run = 0; run < runs; run++) {
        const before = performance.now();
        await engine.run(reactor, { n: 1 });
        latencies.push(performance.now() - before);
      }
    };
    const all = (runs: number): Promise<unknown> => Promise.all(Array.from({ length: CALLERS }, () => caller(runs)));
    const byHand = (runs: number): Promise<unknown> =>
      Promise.all(Array.from({ length: CALLERS * runs }, () => sagaByHand(STEPS, 1)));
    await all(100);
    latencies.length = 0;
    const times = await timeInTurn({ saga: () => all(50), hand: () => byHand(50) }, { runs: 2, rounds: 5 });
    await engine.close();
    const runs = CALLERS * 50;
    return [
      figure('saga-5-c64', `saga of 5 steps, ${CALLERS} callers`, (1e6 * runs) / times.saga.median, 'runs/s', {
        baseline: (1e6 * runs) / times.hand.median,
      }),
      figure('saga-5-c64-p50', `latency with ${CALLERS} callers, p50`, percentile(latencies, 0.5), 'ms'),
      figure('saga-5-c64-p99', `latency with ${CALLERS} callers, p99`, percentile(latencies, 0.99), 'ms'),
    ];
  },
};
