import { sagaByHand } from '../by-hand.js';
import { startEngine } from '../engine.js';
import { timeInTurn } from '../measure.js';
import { chainReactor } from '../reactors.js';
import { figure, type Workload } from '../workload.js';

const REACH_GROWTH = 1.2;
/** Steps of ended executions that each backend keeps: as many at every length, so that the collector has equal work. */
const KEPT_STEPS = 50_000;

/** Whether the time of a step grows with the number of steps. */
export const steps: Workload = {
  ids: ['steps-5', 'steps-50', 'steps-500'],
  async measure() {
    const start = (length: number) =>
      startEngine(chainReactor(`Steps${length}`, length), { maxTerminal: KEPT_STEPS / length });
    const [few, many, most] = [await start(5), await start(50), await start(500)];
    const times = await timeInTurn({
      few: () => few.run({ n: 1 }),
      fewByHand: () => sagaByHand(5, 1),
      many: () => many.run({ n: 1 }),
      manyByHand: () => sagaByHand(50, 1),
      most: () => most.run({ n: 1 }),
      mostByHand: () => sagaByHand(500, 1),
    });
    for (const engine of [few, many, most]) await engine.close();
    const at = (length: number, saga: number, hand: number) => ({
      id: `steps-${length}`,
      title: `time of a step in a saga of ${length}`,
      value: saga / length,
      unit: 'µs',
      baseline: hand / length,
    });
    const limit = (REACH_GROWTH * times.few.wall) / 5;
    const reach = {
      text: `≤ ${REACH_GROWTH} × steps-5`,
      ok: times.most.wall / 500 <= limit,
    };
    return [
      figure(at(5, times.few.wall, times.fewByHand.wall)),
      figure(at(50, times.many.wall, times.manyByHand.wall)),
      figure({ ...at(500, times.most.wall, times.mostByHand.wall), reach }),
    ];
  },
};
