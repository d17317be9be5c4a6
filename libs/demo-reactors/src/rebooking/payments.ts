import { Injectable } from '@nestjs/common';
import { Conditions } from './conditions.js';
import { Ledger } from './ledger.js';

const AIRLINE = 'airline';
const TIMEOUT_ODDS = 0.3;

/** Money reserved on a card, not yet taken. It names no card: what a step answers is stored. */
export interface Authorisation {
  readonly bookingId: string;
  readonly amount: number;
}

/** Money taken. */
export interface Receipt extends Authorisation {
  readonly captureKey: string;
}

/** The card does not cover the amount. Trying again would not help. */
export class PaymentDeclinedError extends Error {
  override readonly name = 'PaymentDeclinedError';
  readonly code = 'PAYMENT_DECLINED';
}

/** No answer came in time: the money may have been taken or not. Safe to try again with the same key. */
export class GatewayTimeoutError extends Error {
  override readonly name = 'GatewayTimeoutError';
  readonly code = 'GATEWAY_TIMEOUT';
}

/** A payment gateway as they are: it declines cards, and sometimes its answer gets lost. */
@Injectable()
export class Payments {
  private readonly money = new Ledger();
  private readonly cards = new Map<string, string>();
  private readonly captures = new Map<string, Authorisation>();
  private readonly calls = new Map<string, number>();

  constructor(private readonly conditions: Conditions) {}

  /** Gives a card so much money to spend. */
  open(card: string, funds: number): void {
    this.money.open(`card ${card}`, funds);
  }

  /** Reserves the amount on the card. */
  async authorise(card: string, amount: number, bookingId: string): Promise<Authorisation> {
    await this.conditions.roundTrip('authorise', bookingId);
    if (!this.money.move(amount, `card ${card}`, reservedFor(bookingId))) {
      throw new PaymentDeclinedError(`the card of booking ${bookingId} does not cover ${amount} cents`);
    }
    this.cards.set(bookingId, card);
    return { bookingId, amount };
  }

  /** Gives reserved money back to the card. Releasing twice changes nothing. */
  async release({ bookingId, amount }: Authorisation): Promise<void> {
    await this.conditions.roundTrip('release', bookingId);
    this.money.move(amount, reservedFor(bookingId), `card ${this.cards.get(bookingId)}`);
  }

  /** Takes reserved money, once for each key however often it is called. */
  async capture(authorisation: Authorisation, captureKey: string): Promise<Receipt> {
    const { bookingId, amount } = authorisation;
    const call = `${bookingId} call ${this.nextCall(bookingId)}`;
    await this.conditions.roundTrip('capture', call);
    const timesOut = this.conditions.happens('gateway times out', TIMEOUT_ODDS, call);
    const answerIsLost = timesOut && this.conditions.happens('after the money was taken', 0.5, call);
    if (!timesOut || answerIsLost) this.takeOnce(authorisation, captureKey);
    if (timesOut) throw new GatewayTimeoutError(`the gateway did not answer for booking ${bookingId}`);
    return { bookingId, amount, captureKey };
  }

  /** Takes the capture back, if there was one under this key. */
  async reverse(captureKey: string): Promise<void> {
    const taken = this.captures.get(captureKey);
    if (taken === undefined) return;
    this.captures.delete(captureKey);
    this.money.move(taken.amount, AIRLINE, reservedFor(taken.bookingId));
  }

  /** Where all the money is. */
  count(): { readonly onCards: number; readonly reserved: number; readonly airline: number } {
    return {
      onCards: this.money.total('card'),
      reserved: this.money.total('reserved'),
      airline: this.money.balance(AIRLINE),
    };
  }

  private takeOnce(authorisation: Authorisation, captureKey: string): void {
    if (this.captures.has(captureKey)) return;
    this.captures.set(captureKey, authorisation);
    this.money.move(authorisation.amount, reservedFor(authorisation.bookingId), AIRLINE);
  }

  private nextCall(bookingId: string): number {
    const call = (this.calls.get(bookingId) ?? 0) + 1;
    this.calls.set(bookingId, call);
    return call;
  }
}

function reservedFor(bookingId: string): string {
  return `reserved ${bookingId}`;
}
