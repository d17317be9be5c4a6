import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Figure } from './workload.js';

/** The machine-readable form: `{ node, cpu, workloads }`. */
export function writeJson(file: string, figures: readonly Figure[]): void {
  const report = { node: process.version, cpu: cpuName(), workloads: figures };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** The table for people. */
export function table(figures: readonly Figure[]): string {
  const head = ['id', 'what', 'figure', 'by hand', 'ratio', 'reach', ''];
  const rows = figures.map((each) => [
    each.id,
    each.title,
    amount(each.figure, each.unit),
    each.baseline === null ? '' : amount(each.baseline, each.unit),
    each.ratio === null ? '' : each.ratio.toFixed(2),
    each.reach ?? '',
    each.ok === null ? '' : each.ok ? 'reached' : 'MISSED',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join('   ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

/** What was not reached is said loudly: nothing else tells, since the exit code stays 0. */
export function verdict(figures: readonly Figure[]): string {
  const missed = figures.filter(({ ok }) => ok === false);
  if (missed.length === 0) return 'Everything that is to be reached was reached.';
  const lines = missed.map((each) => `!!! ${each.id}: ${amount(each.figure, each.unit)}, to be reached: ${each.reach}`);
  return [
    ...lines,
    '!!! NOT REACHED. A busy or slower machine does that too: look at the load above, and repeat.',
  ].join('\n');
}

/** Where and when it was measured: figures of another machine, or of a busy one, cannot be compared. */
export function circumstances(): string {
  const load = loadavg().map((each) => each.toFixed(1));
  return `Node ${process.version}, ${cpus().length} × ${cpuName()}, load ${load.join(' ')}`;
}

function cpuName(): string {
  return cpus()[0]?.model.trim() ?? 'unknown';
}

function amount(value: number, unit: string): string {
  return `${value.toLocaleString('en-US', { maximumSignificantDigits: 4 })} ${unit}`;
}

/** Numbers to the right, words to the left. */
function pad(cell: string, width: number, column: number): string {
  return column >= 2 && column <= 4 ? cell.padStart(width) : cell.padEnd(width);
}
