import { Injectable } from '@nestjs/common';
import { Notifications, Payments, SeatInventory, Tickets } from '@nest-reactor/demo-reactors';
import type { Rebooking } from './rebooking-desk.js';

/** What the services' own ledgers say at one moment. */
export interface Balance {
  readonly seats: ReturnType<SeatInventory['count']>;
  readonly money: ReturnType<Payments['count']>;
  readonly tickets: number;
  readonly messages: number;
}

/** Compares what the services hold with what the sagas answered. */
@Injectable()
export class Books {
  constructor(
    private readonly seats: SeatInventory,
    private readonly payments: Payments,
    private readonly tickets: Tickets,
    private readonly notifications: Notifications,
  ) {}

  read(): Balance {
    return {
      seats: this.seats.count(),
      money: this.payments.count(),
      tickets: this.tickets.count(),
      messages: this.notifications.count(),
    };
  }
}

/** Every way in which the books do not balance; none when all sagas did all of their work or nothing of it. */
export function audit(before: Balance, after: Balance, rebookings: readonly Rebooking[]): string[] {
  const completed = rebookings.filter(({ outcome }) => outcome.ok);
  const paid = completed.reduce((cents, { outcome }) => cents + (outcome.results.payment?.amount ?? 0), 0);
  const checks: readonly (readonly [string, number, number])[] = [
    ['seats in all', sum(after.seats), sum(before.seats)],
    ['seats still held', after.seats.held, 0],
    ['seats sold', after.seats.sold - before.seats.sold, completed.length],
    ['valid tickets', after.tickets - before.tickets, completed.length],
    ['messages delivered', after.messages - before.messages, completed.length],
    ['cents in all', sum(after.money), sum(before.money)],
    ['cents still reserved', after.money.reserved, 0],
    ['cents earned', after.money.airline - before.money.airline, paid],
    ['undos that failed', rebookings.filter(({ outcome }) => hasRollbackFailures(outcome)).length, 0],
  ];
  return checks
    .filter(([, actual, expected]) => actual !== expected)
    .map(([what, actual, expected]) => `${what}: ${actual}, expected ${expected}`);
}

function sum(accounts: Readonly<Record<string, number>>): number {
  return Object.values(accounts).reduce((total, amount) => total + amount, 0);
}

function hasRollbackFailures(outcome: Rebooking['outcome']): boolean {
  return outcome.status === 'failed' && outcome.rollbackFailures.length > 0;
}
