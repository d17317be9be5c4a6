import { sagaByHand } from '../by-hand.js';
import { startEngine } from '../engine.js';
import { timeInTurn } from '../measure.js';
import { chainReactor } from '../reactors.js';
import { figure, type Workload } from '../workload.js';

const STEPS = 5;

/** Four steps are undone after the fifth failed and was compensated. */
export const rollback: Workload = {
  id: 'rollback-4',
  async measure() {
    const reactor = chainReactor('Rollback4', STEPS, 'fails');
    const engine = await startEngine([reactor]);
    const times = await timeInTurn(
      { saga: () => engine.run(reactor, { n: 1 }), hand: () => sagaByHand(STEPS, 1, true) },
      { runs: 4_000, rounds: 7 },
    );
    await engine.close();
    return [
      figure('rollback-4', 'rollback of 4 steps, 1 caller', 1e6 / times.saga.median, 'runs/s', {
        baseline: 1e6 / times.hand.median,
      }),
    ];
  },
};
