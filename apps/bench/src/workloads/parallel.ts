import { startEngine } from '../engine.js';
import { timeInTurn } from '../measure.js';
import { wideReactor } from '../reactors.js';
import { figure, type Workload } from '../workload.js';

const WIDTH = 10;
const DELAY = 20;
const REACH = 21.5;

/** Ten steps of 20 ms side by side. */
export const parallel: Workload = {
  id: 'parallel-10x20',
  async measure() {
    const reactor = wideReactor('Parallel10', WIDTH, DELAY);
    const engine = await startEngine([reactor]);
    const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, DELAY));
    const times = await timeInTurn(
      { saga: () => engine.run(reactor, {}), hand: () => Promise.all(Array.from({ length: WIDTH }, wait)) },
      { runs: 20, rounds: 5 },
    );
    await engine.close();
    const took = times.saga.median / 1_000;
    return [
      figure('parallel-10x20', '10 parallel steps of 20 ms', took, 'ms', {
        baseline: times.hand.median / 1_000,
        reach: { text: `≤ ${REACH}`, ok: took <= REACH },
      }),
    ];
  },
};
