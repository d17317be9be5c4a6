import { sagaByHand, synchronousSagaByHand } from '../by-hand.js';
import { startEngine } from '../engine.js';
import { timeInTurn } from '../measure.js';
import { chainReactor } from '../reactors.js';
import { atMost, figure, type Workload } from '../workload.js';

const STEPS = 5;
const REACH_MICROSECONDS = 6;

/** What the engine adds to each step of a saga of five, with one caller: (saga − by hand) / steps. */
export const overhead: Workload = {
  ids: ['saga-5', 'saga-5-cpu', 'saga-5-sync'],
  async measure() {
    const engine = await startEngine(chainReactor('Sequential5', STEPS));
    const synchronous = await startEngine(chainReactor('Synchronous5', STEPS, { bodies: 'sync' }));
    const times = await timeInTurn({
      saga: () => engine.run({ n: 1 }),
      hand: () => sagaByHand(STEPS, 1),
      syncSaga: () => synchronous.run({ n: 1 }),
      syncHand: () => synchronousSagaByHand(STEPS, 1),
    });
    await engine.close();
    await synchronous.close();
    const { saga, hand, syncSaga, syncHand } = times;
    const added = (saga.wall - hand.wall) / STEPS;
    return [
      figure({
        id: 'saga-5',
        title: 'engine overhead of a step, saga of 5, 1 caller',
        value: added,
        unit: 'µs',
        baseline: hand.wall / STEPS,
        reach: atMost(REACH_MICROSECONDS, added),
      }),
      figure({
        id: 'saga-5-cpu',
        title: 'the same in processor time',
        value: (saga.cpu - hand.cpu) / STEPS,
        unit: 'µs',
        baseline: hand.cpu / STEPS,
      }),
      figure({
        id: 'saga-5-sync',
        title: 'the same with bodies that answer at once',
        value: (syncSaga.wall - syncHand.wall) / STEPS,
        unit: 'µs',
        baseline: syncHand.wall / STEPS,
      }),
    ];
  },
};
