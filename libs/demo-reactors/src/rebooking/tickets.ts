import { Injectable } from '@nestjs/common';
import { Conditions } from './conditions.js';
import type { SeatHold } from './flight.js';
import { SeatInventory } from './seat-inventory.js';

const REJECTION_ODDS = 0.03;

export interface Ticket {
  readonly number: string;
  readonly hold: SeatHold;
}

/** The passenger's papers are not in order: no ticket can be issued. */
export class DocumentsRejectedError extends Error {
  override readonly name = 'DocumentsRejectedError';
  readonly code = 'DOCUMENTS_REJECTED';
}

/** Issues tickets: a ticket turns a held seat into a sold one. */
@Injectable()
export class Tickets {
  private readonly valid = new Set<string>();

  constructor(
    private readonly seats: SeatInventory,
    private readonly conditions: Conditions,
  ) {}

  async issue(hold: SeatHold): Promise<Ticket> {
    const { bookingId } = hold;
    await this.conditions.roundTrip('issue', bookingId);
    if (this.conditions.happens('documents rejected', REJECTION_ODDS, bookingId)) {
      throw new DocumentsRejectedError(`the documents of booking ${bookingId} were rejected`);
    }
    if (!this.seats.sell(hold)) throw new Error(`booking ${bookingId} holds no seat on ${hold.flight.id}`);
    const number = `T-${bookingId}`;
    this.valid.add(number);
    return { number, hold };
  }

  /** Makes a ticket worthless; its seat is held again. Cancelling twice changes nothing. */
  async cancel({ number, hold }: Ticket): Promise<void> {
    await this.conditions.roundTrip('cancel', number);
    if (this.valid.delete(number)) this.seats.takeBack(hold);
  }

  /** Number of tickets that are valid now. */
  count(): number {
    return this.valid.size;
  }
}
