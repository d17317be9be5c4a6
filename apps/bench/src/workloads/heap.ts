import { startEngine } from '../engine.js';
import { chainReactor } from '../reactors.js';
import { atMost, figure, type Workload } from '../workload.js';

const RUNS = 100_000;
/** By then the backend keeps as many ended executions as it ever will (`maxTerminal` is 10,000), and all is compiled. */
const SETTLED = 20_000;
/** Growth by one run in a hundred kept would be about 2 MB: less is the noise of the collector and the compiler. */
const REACH_MB = 1;

/** Whether the heap grows with the number of runs. */
export const heap: Workload = {
  ids: ['heap-100k', 'heap-100k-kept'],
  async measure() {
    const engine = await startEngine(chainReactor('Heap', 5));
    const empty = heapUsed();
    for (let run = 0; run < SETTLED; run++) await engine.run({ n: 1 });
    const settled = heapUsed();
    for (let run = SETTLED; run < RUNS; run++) await engine.run({ n: 1 });
    const growth = heapUsed() - settled;
    await engine.close();
    return [
      figure({
        id: 'heap-100k',
        title: 'growth of the heap from 20,000 to 100,000 runs',
        value: growth,
        unit: 'MB',
        reach: atMost(REACH_MB, growth),
      }),
      figure({
        id: 'heap-100k-kept',
        title: 'heap of the 10,000 ended sagas that are kept',
        value: settled - empty,
        unit: 'MB',
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
