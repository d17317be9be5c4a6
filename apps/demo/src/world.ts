import { Injectable } from '@nestjs/common';
import { Conditions, Payments, SeatInventory, type RebookingInput } from '@nest-reactor/demo-reactors';
import { readFlights, type RecordedFlight } from './data/flights.js';

const FULL_ODDS = 0.5;
const MOST_FREE_SEATS = 2;
const BASE_FARE = 4_000;
const FARE_PER_MILE = 12;
const MOST_FUNDS = 12_000;

/** What the data does not say: free seats, fares and passengers. Seeded, so that each run is the same. */
@Injectable()
export class World {
  constructor(
    private readonly conditions: Conditions,
    private readonly seats: SeatInventory,
    private readonly payments: Payments,
  ) {}

  /** Opens all flights for sale and gives every late one a passenger with a card; answers their bookings. */
  async open(): Promise<readonly RebookingInput[]> {
    const { all, late } = await readFlights();
    for (const flight of all) this.sell(flight);
    return late.map((flight, index) => this.book(flight, index + 1));
  }

  private sell(flight: RecordedFlight): void {
    const { id, origin, destination, departure } = flight;
    this.seats.open({ id, origin, destination, departure, fare: this.fareOf(flight) }, this.freeSeatsOf(flight));
  }

  private book(flight: RecordedFlight, number: number): RebookingInput {
    const bookingId = `B${String(number).padStart(4, '0')}`;
    const card = `4000${String(number).padStart(12, '0')}`;
    this.payments.open(card, this.conditions.between(0, MOST_FUNDS, 'funds', card));
    return {
      bookingId,
      card,
      email: `passenger-${number}@example.com`,
      origin: flight.origin,
      destination: flight.destination,
      departure: flight.departure,
      minutesLate: flight.minutesLate,
      farePaid: this.fareOf(flight),
    };
  }

  private freeSeatsOf({ id }: RecordedFlight): number {
    return this.conditions.happens('full', FULL_ODDS, id)
      ? 0
      : this.conditions.between(1, MOST_FREE_SEATS, 'seats', id);
  }

  private fareOf({ id, distance }: RecordedFlight): number {
    const percent = this.conditions.between(60, 160, 'fare', id);
    return Math.round(((BASE_FARE + FARE_PER_MILE * distance) * percent) / 100);
  }
}
