import { startEngine } from '../engine.js';
import { chainReactor } from '../reactors.js';
import { figure, type Workload } from '../workload.js';

const RUNS = 100_000;
/** By then the backend keeps as many ended executions as it ever will (`maxTerminal` is 10,000). */
const SETTLED = 20_000;
const REACH = 5;

/** Whether the heap grows with the number of runs. */
export const heap: Workload = {
  id: 'heap-100k',
  async measure() {
    const reactor = chainReactor('Heap', 5);
    const engine = await startEngine([reactor]);
    for (let run = 0; run < SETTLED; run++) await engine.run(reactor, { n: 1 });
    const settled = heapUsed();
    for (let run = SETTLED; run < RUNS; run++) await engine.run(reactor, { n: 1 });
    const growth = heapUsed() - settled;
    await engine.close();
    return [
      figure('heap-10k', 'heap with 10,000 ended executions kept', settled, 'MB'),
      figure('heap-100k', `heap growth from ${SETTLED} to ${RUNS} runs`, growth, 'MB', {
        reach: { text: `≤ ${REACH}`, ok: growth <= REACH },
      }),
    ];
  },
};

/** Megabytes that are really in use. Without `--expose-gc` garbage is counted too. */
function heapUsed(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}
