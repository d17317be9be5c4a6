import { readFile } from 'node:fs/promises';

/** A field of a line of comma-separated values: quoted, with `""` for a quote, or plain. */
const FIELD = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;

/** The cities of `airports.csv` by airport code: `DTW` → `Detroit, MI`. */
export async function readCities(): Promise<ReadonlyMap<string, string>> {
  const file = new URL('../data/airports.csv', import.meta.resolve('vega-datasets'));
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const [code = '', _name, city, state] = fieldsOf(line);
      return [code, `${city}, ${state}`];
    }),
  );
}

function fieldsOf(line: string): string[] {
  return Array.from(line.matchAll(FIELD), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
