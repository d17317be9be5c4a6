import { startEngine } from '../engine.js';
import { timeInTurn } from '../measure.js';
import { wideReactor } from '../reactors.js';
import { atMost, figure, type Workload } from '../workload.js';

const WIDTH = 10;
const DELAY_MS = 20;
const REACH_MS = 21.5;

/** Ten steps of 20 ms side by side. */
export const parallel: Workload = {
  ids: ['parallel-10x20'],
  async measure() {
    const engine = await startEngine(wideReactor('Parallel10', WIDTH, DELAY_MS));
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    const { saga, hand } = await timeInTurn({
      saga: () => engine.run({}),
      hand: () => Promise.all(Array.from({ length: WIDTH }, wait)),
    });
    await engine.close();
    const took = saga.wall / 1_000;
    return [
      figure({
        id: 'parallel-10x20',
        title: '10 parallel steps of 20 ms',
        value: took,
        unit: 'ms',
        baseline: hand.wall / 1_000,
        reach: atMost(REACH_MS, took),
      }),
    ];
  },
};
