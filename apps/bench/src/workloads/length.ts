import { startEngine } from '../engine.js';
import { sagaByHand } from '../by-hand.js';
import { timeInTurn } from '../measure.js';
import { chainReactor } from '../reactors.js';
import { figure, type Workload } from '../workload.js';

const REACH = 1.2;

/** Whether the time of a step grows with the number of steps. */
export const length: Workload = {
  id: 'steps',
  async measure() {
    const [short, middle, long] = [chainReactor('Steps5', 5), chainReactor('Steps50', 50), chainReactor('Steps500', 500)];
    const engine = await startEngine([short, middle, long]);
    // The same number of steps in every round.
    const times = await timeInTurn(
      {
        five: async () => repeat(100, () => engine.run(short, { n: 1 })),
        fifty: async () => repeat(10, () => engine.run(middle, { n: 1 })),
        fiveHundred: async () => repeat(1, () => engine.run(long, { n: 1 })),
        hand: async () => repeat(1, () => sagaByHand(500, 1)),
      },
      { runs: 40, rounds: 7 },
    );
    await engine.close();
    const [five, fifty, fiveHundred] = [times.five.median / 500, times.fifty.median / 500, times.fiveHundred.median / 500];
    const growth = fiveHundred / five;
    const baseline = times.hand.median / 500;
    return [
      figure('steps-5', 'time of a step in a saga of 5', five, 'µs', { baseline }),
      figure('steps-50', 'time of a step in a saga of 50', fifty, 'µs', { baseline }),
      figure('steps-500', 'time of a step in a saga of 500', fiveHundred, 'µs', { baseline }),
      figure('steps-growth', 'time of a step at 500 steps, by that at 5', growth, '×', {
        reach: { text: `≤ ${REACH}`, ok: growth <= REACH },
      }),
    ];
  },
};

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time++) await work();
}
