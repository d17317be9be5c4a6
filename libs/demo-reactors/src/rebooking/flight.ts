/** A flight that a passenger can be moved to. Money is in cents throughout. */
export interface Flight {
  /** Unique, readable: `DTW-LAS/3` is the third flight on that route. */
  readonly id: string;
  readonly origin: string;
  readonly destination: string;
  /** Local time, `2001-01-01T00:47`: such texts sort by time. */
  readonly departure: string;
  readonly fare: number;
}

/** A seat kept for one booking until it is sold or released. */
export interface SeatHold {
  readonly bookingId: string;
  readonly flight: Flight;
}
