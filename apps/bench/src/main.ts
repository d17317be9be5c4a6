import { parseArgs } from 'node:util';
import { circumstances, table, verdict, writeJson } from './report.js';
import type { Figure, Workload } from './workload.js';
import { heap } from './workloads/heap.js';
import { overhead } from './workloads/overhead.js';
import { parallel } from './workloads/parallel.js';
import { manyCallers, oneCaller } from './workloads/rate.js';
import { rollback } from './workloads/rollback.js';
import { steps } from './workloads/steps.js';

const WORKLOADS: readonly Workload[] = [overhead, oneCaller, manyCallers, rollback, parallel, steps, heap];

/** `npm run bench -- [--only ID] [--json FILE]`. A missed reach is no failure of the program: machines differ. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
  const { only, json } = values;
  const chosen = WORKLOADS.filter(({ ids }) => only === undefined || ids.includes(only));
  if (chosen.length === 0) {
    process.stderr.write(`No workload '${String(only)}'. Known: ${WORKLOADS.flatMap(({ ids }) => ids).join(', ')}\n`);
    process.exitCode = 2;
    return;
  }
  process.stdout.write(`${circumstances()}\n`);
  const figures: Figure[] = [];
  for (const workload of chosen) {
    process.stderr.write(`measuring ${workload.ids.join(', ')} …\n`);
    figures.push(...(await workload.measure()));
  }
  process.stdout.write(`\n${table(figures)}\n\n${circumstances()}\n${verdict(figures)}\n`);
  if (json !== undefined) writeJson(json, figures);
}

await main();
