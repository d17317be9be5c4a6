import { Injectable } from '@nestjs/common';
import { ReactorRunner, type Outcome } from '@nest-reactor/core';
import { RebookingReactor, type RebookingInput } from '@nest-reactor/demo-reactors';

/** How many sagas are in flight at once. */
export const CALLERS = 64;

/** How a booking's saga ended. */
export interface Rebooking {
  readonly booking: RebookingInput;
  readonly outcome: Outcome<RebookingReactor>;
}

/** Runs one rebooking saga for each booking. */
@Injectable()
export class RebookingDesk {
  constructor(private readonly reactors: ReactorRunner) {}

  /**
   * Passengers of one route are served one after the other, in order of departure, so that who gets the last seat does
   * not depend on timing; different routes are served at once, by a bounded number of callers.
   */
  async rebookAll(bookings: readonly RebookingInput[], onDone: (done: Rebooking) => void): Promise<Rebooking[]> {
    const queues = byRoute(bookings).values();
    const rebookings: Rebooking[] = [];
    const serveQueues = async (): Promise<void> => {
      for (const queue of queues) {
        for (const booking of queue) {
          const rebooking = { booking, outcome: await this.reactors.run(RebookingReactor, booking) };
          rebookings.push(rebooking);
          onDone(rebooking);
        }
      }
    };
    // All callers share one iterator: each takes the next route when it is done with its own.
    await Promise.all(Array.from({ length: CALLERS }, serveQueues));
    return rebookings.toSorted((a, b) => (a.booking.bookingId < b.booking.bookingId ? -1 : 1));
  }
}

function byRoute(bookings: readonly RebookingInput[]): ReadonlyMap<string, readonly RebookingInput[]> {
  const routes = new Map<string, RebookingInput[]>();
  for (const booking of bookings) {
    const route = `${booking.origin}-${booking.destination}`;
    const queue = routes.get(route);
    if (queue === undefined) routes.set(route, [booking]);
    else queue.push(booking);
  }
  return routes;
}
