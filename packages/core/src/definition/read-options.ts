import { parseDuration } from '../kernel/duration.js';
import type { IssueScope } from './issue-scope.js';
import { showValue } from './show-value.js';
import { nearestName } from './unknown-name.js';

export type Options = Readonly<Record<string, unknown>>;

const DURATIONS = "milliseconds, or text such as '250ms', '30s', '5m', '2h', '1d'";

/** Reports option names that do not exist; an option given as `undefined` counts as not given. */
export function checkOptionNames(options: Options, known: readonly string[], where: string, issues: IssueScope): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || known.includes(name)) continue;
    const near = nearestName(name, known);
    const hint = near === null ? '' : `: did you mean '${near}'?`;
    issues.add(`${where} has no option '${name}'${hint}${near === null ? ';' : ''} it takes ${known.join(', ')}`);
  }
}

/** Milliseconds; null when the option is absent or was refused. */
export function readDuration(options: Options, name: string, where: string, issues: IssueScope): number | null {
  const value = options[name];
  if (value === undefined) return null;
  const parsed = parseDuration(value);
  if (parsed === null) issues.add(`${where}${name} is ${showValue(value)}: give ${DURATIONS}`);
  return parsed;
}

/** A duration that has to pass, so that 0 is a mistake as well. */
export function readTimeout(options: Options, issues: IssueScope): number | null {
  const parsed = readDuration(options, 'timeout', '', issues);
  if (parsed !== 0) return parsed;
  issues.add(`timeout is ${showValue(options['timeout'])}: it must be longer than 0; leave it out for no limit`);
  return null;
}

export function readText(options: Options, name: string, issues: IssueScope): string | null {
  const value = options[name];
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  issues.add(`${name} is ${showValue(value)}: it must be text`);
  return null;
}

/** A list of texts; empty when absent or refused. Repeated entries are kept once. */
export function readTexts(options: Options, name: string, example: string, issues: IssueScope): readonly string[] {
  const value = options[name];
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return [...new Set(value)];
  issues.add(`${name} is ${showValue(value)}: it must be a list of names, such as ${example}`);
  return [];
}

/** A whole number from 1, or `Infinity`. */
export function readConcurrency(options: Options, where: string, issues: IssueScope): number | null {
  const value = options['concurrency'];
  if (value === undefined) return null;
  if (typeof value === 'number' && value >= 1 && (Number.isInteger(value) || value === Infinity)) return value;
  issues.add(`${where}concurrency is ${showValue(value)}: it must be a whole number from 1, or Infinity`);
  return null;
}
