import { sagaByHand } from '../by-hand.js';
import { startEngine } from '../engine.js';
import { timeInTurn } from '../measure.js';
import { chainReactor } from '../reactors.js';
import { figure, type Workload } from '../workload.js';

const STEPS = 5;

/** The fifth step throws and is compensated, then four are undone: ten bodies. */
export const rollback: Workload = {
  ids: ['rollback-4', 'rollback-4-cpu'],
  async measure() {
    const engine = await startEngine(chainReactor('Rollback4', STEPS, { lastFails: true }));
    const { saga, hand } = await timeInTurn({
      saga: () => engine.run({ n: 1 }, 'failed'),
      hand: () => sagaByHand(STEPS, 1, true),
    });
    await engine.close();
    return [
      figure({
        id: 'rollback-4',
        title: 'run of 5 steps that rolls 4 back, 1 caller',
        value: saga.wall,
        unit: 'µs',
        baseline: hand.wall,
      }),
      figure({
        id: 'rollback-4-cpu',
        title: 'the same in processor time',
        value: saga.cpu,
        unit: 'µs',
        baseline: hand.cpu,
      }),
    ];
  },
};
