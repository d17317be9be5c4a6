import { readFile } from 'node:fs/promises';

/** One line of `flights-20k.json`: a domestic flight in the USA in early 2001. */
export interface RecordedFlight {
  /** Unique, readable: `DTW-LAS/3` is the third flight of the data on that route. */
  readonly id: string;
  readonly origin: string;
  readonly destination: string;
  /** Local time, `2001-01-01T00:47`. */
  readonly departure: string;
  readonly minutesLate: number;
  /** In miles. */
  readonly distance: number;
}

interface Line {
  readonly date: string;
  readonly delay: number;
  readonly distance: number;
  readonly origin: string;
  readonly destination: string;
}

/** Minutes from which on a passenger is rebooked. */
const LATE_FROM = 60;
const EXPECTED = { flights: 20_000, late: 1_108 };

/** Reads the flights, in order of departure. Throws when the data is not what the demo was written for. */
export async function readFlights(): Promise<{ readonly all: RecordedFlight[]; readonly late: RecordedFlight[] }> {
  const file = new URL('../data/flights-20k.json', import.meta.resolve('vega-datasets'));
  const lines = JSON.parse(await readFile(file, 'utf8')) as readonly Line[];
  const inOrder = lines.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const all = withIds(inOrder);
  const late = all.filter((flight) => flight.minutesLate >= LATE_FROM);
  if (all.length !== EXPECTED.flights || late.length !== EXPECTED.late) {
    const found = `${all.length} flights, ${late.length} of them an hour or more late`;
    throw new Error(`${file.pathname} has ${found}; expected ${EXPECTED.flights} and ${EXPECTED.late}: run npm ci`);
  }
  return { all, late };
}

function withIds(lines: readonly Line[]): RecordedFlight[] {
  const seen = new Map<string, number>();
  return lines.map(({ date, delay, distance, origin, destination }) => {
    const route = `${origin}-${destination}`;
    const place = (seen.get(route) ?? 0) + 1;
    seen.set(route, place);
    const departure = date.replaceAll('/', '-').replace(' ', 'T');
    return { id: `${route}/${place}`, origin, destination, departure, minutesLate: delay, distance };
  });
}
