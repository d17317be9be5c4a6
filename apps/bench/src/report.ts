import { cpus, loadavg } from 'node:os';
import { writeFileSync } from 'node:fs';
import type { Figure } from './workload.js';

/** The machine-readable form: `{ node, cpu, workloads }`. */
export function writeJson(file: string, figures: readonly Figure[]): void {
  const report = { node: process.version, cpu: cpuName(), workloads: figures };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** The table for people; what was not reached is said loudly at its end. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((each) => [
    each.id,
    each.title,
    `${each.figure} ${each.unit}`,
    each.baseline === null ? '' : `${each.baseline} ${each.unit}`,
    each.ratio === null ? '' : `${each.ratio}`,
    each.reach ?? '',
    each.ok === null ? '' : each.ok ? 'reached' : 'MISSED',
  ]);
  const head = ['id', 'what', 'figure', 'by hand', 'ratio', 'reach', ''];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd();
  const missed = figures.filter(({ ok }) => ok === false).map(({ id }) => id);
  const verdict = missed.length === 0 ? 'Everything that is to be reached was reached.' : `NOT REACHED: ${missed.join(', ')}`;
  return [line(head), ...rows.map(line), '', verdict].join('\n');
}

/** Where and when it was measured: figures of another machine, or of a busy one, cannot be compared. */
export function circumstances(): string {
  const load = loadavg().map((each) => each.toFixed(1));
  return `Node ${process.version}, ${cpus().length} × ${cpuName()}, load ${load.join(' ')}`;
}

function cpuName(): string {
  return cpus()[0]?.model.trim() ?? 'unknown';
}
