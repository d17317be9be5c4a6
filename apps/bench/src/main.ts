import { parseArgs } from 'node:util';
import { circumstances, table, writeJson } from './report.js';
import type { Figure, Workload } from './workload.js';
import { heap } from './workloads/heap.js';
import { length } from './workloads/length.js';
import { parallel } from './workloads/parallel.js';
import { rollback } from './workloads/rollback.js';
import { concurrent, sequential } from './workloads/sequential.js';

const WORKLOADS: readonly Workload[] = [sequential, concurrent, rollback, parallel, length, heap];

/** `npm run bench -- [--only ID] [--json FILE]`. A missed reach is no failure of the program: machines differ. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
  const chosen = WORKLOADS.filter(({ id }) => values.only === undefined || id === values.only);
  if (chosen.length === 0) {
    throw new Error(`no workload '${String(values.only)}': known are ${WORKLOADS.map(({ id }) => id).join(', ')}`);
  }
  process.stdout.write(`${circumstances()}\n\n`);
  const figures: Figure[] = [];
  for (const workload of chosen) {
    process.stderr.write(`measuring ${workload.id} …\n`);
    figures.push(...(await workload.measure()));
  }
  process.stdout.write(`${table(figures)}\n`);
  if (values.json !== undefined) writeJson(values.json, figures);
}

await main();
