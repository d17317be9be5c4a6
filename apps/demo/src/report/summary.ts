import type { ExecutionView, TraceEntry } from '@nest-reactor/core';
import type { Balance } from '../books.js';
import type { Rebooking } from '../rebooking-desk.js';
import { dollars, heading, table, whole } from './layout.js';

export interface Summary {
  readonly rebookings: readonly Rebooking[];
  readonly views: readonly ExecutionView[];
  readonly seconds: number;
  readonly before: Balance;
  readonly after: Balance;
  /** Ways in which the books do not balance. */
  readonly problems: readonly string[];
}

/** The result of all sagas as text. */
export function summarise(summary: Summary): string[] {
  const { rebookings, seconds } = summary;
  const perSecond = whole(Math.round(rebookings.length / seconds));
  return [
    ...heading('Result'),
    ...table(outcomeRows(rebookings)),
    '',
    `  ${whole(rebookings.length)} sagas in ${seconds.toFixed(2)} s: ${perSecond} sagas/s from a cold start (each call to a gateway takes 1 to 5 ms)`,
    `  In the traces: ${traceCounts(summary.views)}`,
    ...heading('Seats and money, from the services’ own ledgers'),
    ...table(ledgerRows(summary.before, summary.after)),
    '',
    ...verdict(summary),
  ];
}

function outcomeRows(rebookings: readonly Rebooking[]): [string, string][] {
  const ended = (status: string): number => rebookings.filter(({ outcome }) => outcome.status === status).length;
  const reasons = new Map<string, number>();
  for (const { outcome } of rebookings) {
    if (outcome.status !== 'failed') continue;
    const reason = outcome.failure.code ?? outcome.failure.name;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [
    ['completed: on a later flight', whole(ended('completed'))],
    ['halted: no later flight on the route', whole(ended('halted'))],
    ['rolled back', whole(ended('failed'))],
    ...[...reasons]
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]): [string, string] => [`  ${reason}`, whole(count)]),
  ];
}

function traceCounts(views: readonly ExecutionView[]): string {
  const entries = views.flatMap(({ trace }) => trace);
  const count = (type: TraceEntry['type']): string =>
    whole(entries.filter((entry) => entry.type === type && entry.skipped !== true).length);
  return `${count('run')} step runs, ${count('retry')} retries, ${count('skipped')} skips, ${count('compensate')} compensates, ${count('undo')} undos`;
}

function ledgerRows(before: Balance, after: Balance): (readonly [string, string, string, string])[] {
  const row = (name: string, show: (amount: number) => string, read: (balance: Balance) => number) =>
    [name, show(read(before)), show(read(after)), signed(read(after) - read(before), show)] as const;
  return [
    ['', 'before', 'after', 'change'],
    row('seats free', whole, ({ seats }) => seats.free),
    row('seats held', whole, ({ seats }) => seats.held),
    row('seats sold', whole, ({ seats }) => seats.sold),
    row('seats in all', whole, ({ seats }) => seats.free + seats.held + seats.sold),
    row('money on cards', dollars, ({ money }) => money.onCards),
    row('money reserved', dollars, ({ money }) => money.reserved),
    row('money earned', dollars, ({ money }) => money.airline),
    row('money in all', dollars, ({ money }) => money.onCards + money.reserved + money.airline),
  ];
}

function signed(change: number, show: (amount: number) => string): string {
  return change === 0 ? '0' : `${change > 0 ? '+' : '-'}${show(Math.abs(change))}`;
}

function verdict({ problems, after }: Summary): string[] {
  if (problems.length > 0) {
    return ['  ✗✗✗ THE BOOKS DO NOT BALANCE ✗✗✗', ...problems.map((problem) => `  ✗ ${problem}`)];
  }
  const { seats, money, tickets, messages } = after;
  return [
    `  ✔ The books balance: ${whole(seats.sold)} seats sold, ${whole(tickets)} tickets, ${whole(messages)} messages, ${dollars(money.airline)} earned;`,
    '    no seat is left held and no money reserved: every saga did all of its work or none.',
  ];
}
