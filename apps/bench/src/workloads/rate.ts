import { sagaByHand } from '../by-hand.js';
import { ratesInTurn } from '../callers.js';
import { startEngine } from '../engine.js';
import { chainReactor } from '../reactors.js';
import { atLeast, figure, type Workload } from '../workload.js';

const STEPS = 5;
const REACH_PER_SECOND = 30_000;

/** A saga of five steps, one run after the other. */
export const oneCaller = rate(1);

/** The same with 64 callers at once, as in a server. */
export const manyCallers = rate(64);

function rate(callers: number): Workload {
  const id = `saga-5-c${callers}`;
  const who = callers === 1 ? '1 caller' : `${callers} callers`;
  return {
    ids: [id, `${id}-p50`, `${id}-p99`],
    async measure() {
      const engine = await startEngine(chainReactor(`Rate${callers}`, STEPS));
      const { saga, hand } = await ratesInTurn(callers, {
        saga: () => engine.run({ n: 1 }),
        hand: () => sagaByHand(STEPS, 1),
      });
      await engine.close();
      return [
        figure({
          id,
          title: `saga of 5 steps, ${who}`,
          value: saga.perSecond,
          unit: 'runs/s',
          baseline: hand.perSecond,
          reach: atLeast(REACH_PER_SECOND, saga.perSecond),
        }),
        figure({ id: `${id}-p50`, title: `its latency, ${who}, p50`, value: saga.p50, unit: 'ms', baseline: hand.p50 }),
        figure({ id: `${id}-p99`, title: `its latency, ${who}, p99`, value: saga.p99, unit: 'ms', baseline: hand.p99 }),
      ];
    },
  };
}
