import { Injectable } from '@nestjs/common';
import type { Flight, SeatHold } from './flight.js';
import { Ledger } from './ledger.js';

const HELD = 'held';
const SOLD = 'sold';

/** What the airline knows of its seats: each is free, held or sold. */
@Injectable()
export class SeatInventory {
  private readonly seats = new Ledger();
  private readonly routes = new Map<string, Flight[]>();

  /** Puts a flight on sale with so many free seats. */
  open(flight: Flight, freeSeats: number): void {
    this.seats.open(free(flight), freeSeats);
    const route = routeOf(flight.origin, flight.destination);
    const flights = this.routes.get(route);
    if (flights === undefined) this.routes.set(route, [flight]);
    else flights.push(flight);
  }

  /** The next flights on the route after the given time, soonest first. */
  async departuresAfter(departure: string, origin: string, destination: string, most: number): Promise<Flight[]> {
    const flights = this.routes.get(routeOf(origin, destination)) ?? [];
    const later = flights.filter((flight) => flight.departure > departure);
    return later.sort((a, b) => (a.departure < b.departure ? -1 : 1)).slice(0, most);
  }

  /** Keeps a seat for the booking; null when the flight is full. */
  async hold(flight: Flight, bookingId: string): Promise<SeatHold | null> {
    return this.seats.move(1, free(flight), holdOf(bookingId)) ? { bookingId, flight } : null;
  }

  /** Gives a held seat back. Releasing twice changes nothing. */
  async release({ bookingId, flight }: SeatHold): Promise<void> {
    this.seats.move(1, holdOf(bookingId), free(flight));
  }

  /** Makes the held seat the passenger's; false when it is not held. */
  sell({ bookingId }: SeatHold): boolean {
    return this.seats.move(1, holdOf(bookingId), soldTo(bookingId));
  }

  /** Makes a sold seat a held one again. */
  takeBack({ bookingId }: SeatHold): void {
    this.seats.move(1, soldTo(bookingId), holdOf(bookingId));
  }

  /** Where all the seats are. */
  count(): { readonly free: number; readonly held: number; readonly sold: number } {
    return { free: this.seats.total('free'), held: this.seats.total(HELD), sold: this.seats.total(SOLD) };
  }
}

function routeOf(origin: string, destination: string): string {
  return `${origin}-${destination}`;
}

function free(flight: Flight): string {
  return `free ${flight.id}`;
}

function holdOf(bookingId: string): string {
  return `${HELD} ${bookingId}`;
}

function soldTo(bookingId: string): string {
  return `${SOLD} ${bookingId}`;
}
