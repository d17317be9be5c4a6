import {
  Compose,
  halt,
  Input,
  Reactor,
  Result,
  skipped,
  Step,
  TypedReactor,
  Undo,
  type ArgsFor,
} from '@nest-reactor/core';
import type { Flight, SeatHold } from './flight.js';
import { Notifications } from './notifications.js';
import { PaymentReactor } from './payment.reactor.js';
import { RebookingInput } from './rebooking.input.js';
import { SeatInventory } from './seat-inventory.js';
import { Tickets, type Ticket } from './tickets.js';

/** How many later flights are tried. */
const MOST_FLIGHTS = 3;
/** From this delay on the airline bears the fare difference. */
const WAIVED_FROM_MINUTES = 180;

/** No flight that could be offered has a seat left. */
export class SoldOutError extends Error {
  override readonly name = 'SoldOutError';
  readonly code = 'SOLD_OUT';
}

/**
 * Moves a passenger of a late flight to a later one on the same route: all of it, or nothing.
 *
 * Halts when the route has no later flight: an ordinary end, nothing is undone. Fails, and takes everything back, when
 * the seats run out, the payment is declined, the documents are rejected or the passenger cannot be reached.
 */
@Reactor({ name: 'rebooking', inputs: RebookingInput, returns: 'issueTicket' })
export class RebookingReactor extends TypedReactor<RebookingInput, Ticket> {
  constructor(
    private readonly seats: SeatInventory,
    private readonly tickets: Tickets,
    private readonly notifications: Notifications,
  ) {
    super();
  }

  @Step()
  async findFlights(
    @Input('departure') departure: string,
    @Input('origin') origin: string,
    @Input('destination') destination: string,
  ) {
    const flights = await this.seats.departuresAfter(departure, origin, destination, MOST_FLIGHTS);
    return flights.length === 0 ? halt('no later flight on this route') : flights;
  }

  @Step()
  async holdSeat(@Result('findFlights') flights: Flight[], @Input('bookingId') bookingId: string) {
    for (const flight of flights) {
      const hold = await this.seats.hold(flight, bookingId);
      if (hold !== null) return hold;
    }
    throw new SoldOutError(`no seat is left on ${flights.map((flight) => flight.id).join(', ')}`);
  }

  @Undo('holdSeat')
  async releaseSeat(@Result('holdSeat') hold: SeatHold) {
    await this.seats.release(hold);
  }

  @Step()
  fareDifference(
    @Result('holdSeat', 'flight.fare') newFare: number,
    @Input('farePaid') farePaid: number,
    @Input('minutesLate') minutesLate: number,
  ) {
    if (minutesLate >= WAIVED_FROM_MINUTES) return skipped(0);
    return Math.max(0, newFare - farePaid);
  }

  @Compose(PaymentReactor)
  payment(
    @Input('bookingId') bookingId: string,
    @Input('card') card: string,
    @Result('fareDifference') amount: number,
  ): ArgsFor<PaymentReactor> {
    return { bookingId, card, amount };
  }

  @Step({ waitFor: ['payment'] })
  async issueTicket(@Result('holdSeat') hold: SeatHold) {
    return this.tickets.issue(hold);
  }

  @Undo('issueTicket')
  async cancelTicket(@Result('issueTicket') ticket: Ticket) {
    await this.tickets.cancel(ticket);
  }

  /** A passenger who does not know must not be moved: a message that comes back undoes the rebooking. */
  @Step({ timeout: '5s' })
  async notify(@Input('email') email: string, @Result('issueTicket') { number, hold }: Ticket) {
    await this.notifications.send(email, `Ticket ${number}: you now fly at ${hold.flight.departure}.`);
  }
}
