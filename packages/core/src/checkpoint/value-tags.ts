/**
 * The stored form of what JSON cannot say: a node `{ "~": tag, … }` in an otherwise plain JSON tree. The text starts
 * with `RICH`, which no JSON text does, so plain JSON needs no wrapping.
 */
export const RICH = '~';

/** Marks the text of a user's own serializer. */
export const CUSTOM = '!';

/** Key that makes a JSON object a node; a user's object that has it is stored as pairs. */
export const TAG = '~';

export const Tag = {
  undefined: 'u',
  number: 'n',
  bigint: 'b',
  date: 'd',
  map: 'm',
  set: 's',
  regexp: 'r',
  url: 'U',
  searchParams: 'q',
  buffer: 'B',
  arrayBuffer: 'a',
  view: 't',
  error: 'e',
  instance: 'c',
  nullPrototype: 'p',
  sparse: 'h',
  pairs: 'o',
  /** A value that is met again later; `i` is its number. */
  shared: '=',
  /** The value with that number. */
  again: '&',
} as const;

export interface TagNode {
  readonly '~': string;
  readonly [field: string]: unknown;
}

export function isTagNode(value: object): value is TagNode {
  return Object.hasOwn(value, TAG);
}
