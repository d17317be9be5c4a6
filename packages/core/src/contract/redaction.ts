import { types } from 'node:util';
import { REDACTED, SECRET_LENGTH } from './redact-text.js';

/** Which parts of a value are hidden, known in advance. */
export interface Redaction {
  /** True when nothing is hidden: `apply` then answers its argument. */
  readonly isEmpty: boolean;
  /** True when the whole value is hidden. */
  readonly hidesAll: boolean;
  /** The value with hidden parts as `[REDACTED]`; a copy where something is hidden, the same objects elsewhere. */
  apply(value: unknown): unknown;
  /** What is hidden of the part at a path: the redaction of an argument that was read from there. */
  at(path: readonly (string | number)[]): Redaction;
  /**
   * The hidden texts, numbers and big integers of a value, longest first, to be replaced in messages.
   *
   * @param minLength default 4; shorter ones are left out.
   */
  secrets(value: unknown, minLength?: number): readonly string[];
}

/**
 * One place in a value. Lists, Sets and Maps are passed through: their elements have the place of the collection.
 * Places of a DTO that nests itself form a circle.
 */
export interface RedactionPlace {
  readonly hide: boolean;
  /** Several when a property can hold several classes. The key `*` is any. */
  readonly members: readonly ReadonlyMap<string, RedactionPlace>[];
}

export const HIDDEN: RedactionPlace = { hide: true, members: [] };

/** Hides nothing. */
export const NO_REDACTION: Redaction = {
  isEmpty: true,
  hidesAll: false,
  apply: (value) => value,
  at: () => NO_REDACTION,
  secrets: () => [],
};

const MAX_DEPTH = 1_000;
const MAX_SECRETS = 1_000;

export function redactionOfPlace(place: RedactionPlace): Redaction {
  return hidesAnything(place, new Set()) ? new PlaceRedaction(place) : NO_REDACTION;
}

/** Hides dotted paths, as in `redact: ['password', 'card.number']`. Elements need no index; `*` is any key. */
export function redactionPlaceOf(paths: readonly string[]): RedactionPlace {
  interface Growing {
    hide: boolean;
    readonly members: readonly [Map<string, Growing>];
  }
  const grow = (): Growing => ({ hide: false, members: [new Map<string, Growing>()] });
  const root = grow();
  for (const path of paths) {
    // An index names an element of a list, whose place is the list's, or a key of an object: both are hidden.
    let ends = [root];
    for (const segment of path.split('.')) {
      const next = ends.map((end) => {
        const known = end.members[0].get(segment) ?? grow();
        end.members[0].set(segment, known);
        return known;
      });
      ends = segment === '*' || /^\d+$/.test(segment) ? [...ends, ...next] : next;
    }
    for (const end of ends) end.hide = true;
  }
  return root;
}

/** The redaction of named arguments, each with its own. */
export function redactionOfMembers(members: Readonly<Record<string, Redaction>>): Redaction {
  const places = new Map<string, RedactionPlace>();
  for (const [name, redaction] of Object.entries(members)) {
    if (redaction instanceof PlaceRedaction) places.set(name, redaction.place);
  }
  return places.size === 0 ? NO_REDACTION : new PlaceRedaction({ hide: false, members: [places] });
}

function hidesAnything(place: RedactionPlace, seen: Set<RedactionPlace>): boolean {
  if (place.hide) return true;
  if (seen.has(place)) return false;
  seen.add(place);
  return place.members.some((members) => [...members.values()].some((member) => hidesAnything(member, seen)));
}

function memberOf(place: RedactionPlace, key: string): RedactionPlace | null {
  let found: RedactionPlace | null = null;
  for (const members of place.members) {
    for (const member of [members.get(key), key === '*' ? undefined : members.get('*')]) {
      if (!member) continue;
      if (member.hide) return member;
      found = found ? { hide: false, members: [...found.members, ...member.members] } : member;
    }
  }
  return found;
}

class PlaceRedaction implements Redaction {
  readonly isEmpty = false;

  constructor(readonly place: RedactionPlace) {}

  get hidesAll(): boolean {
    return this.place.hide;
  }

  apply(value: unknown): unknown {
    return hideParts(value, this.place, { depth: 0, copies: new Map() });
  }

  at(path: readonly (string | number)[]): Redaction {
    let place: RedactionPlace = this.place;
    for (const segment of path) {
      if (place.hide) return this.place === place ? this : new PlaceRedaction(HIDDEN);
      const member = memberOf(place, String(segment));
      // An index into a list stays at the list's place.
      if (member) place = member;
      else if (!/^\d+$/.test(String(segment))) return NO_REDACTION;
    }
    return redactionOfPlace(place);
  }

  secrets(value: unknown, minLength: number = SECRET_LENGTH): readonly string[] {
    const found = new Set<string>();
    collect(value, this.place, { found, minLength, seen: new Map(), depth: 0 });
    return [...found].toSorted((a, b) => b.length - a.length);
  }
}

interface Hiding {
  readonly depth: number;
  readonly copies: Map<object, Map<RedactionPlace, unknown>>;
}

/** Class instances are copied as plain objects: what is shown needs no methods, and they might show what is hidden. */
function hideParts(value: unknown, place: RedactionPlace, hiding: Hiding): unknown {
  if (place.hide) return value === undefined ? value : REDACTED;
  if (typeof value !== 'object' || value === null) return value;
  if (hiding.depth > MAX_DEPTH) return REDACTED;
  const known = hiding.copies.get(value);
  if (known?.has(place)) return known.get(place);
  const copy = emptyCopy(value);
  if (copy === null) return value;
  const copies = known ?? new Map<RedactionPlace, unknown>();
  hiding.copies.set(value, copies.set(place, copy));
  const deeper = { depth: hiding.depth + 1, copies: hiding.copies };
  eachPart(value, place, (key, item, itemPlace) => {
    const shown = itemPlace ? hideParts(item, itemPlace, deeper) : item;
    if (Array.isArray(copy)) copy[Number(key)] = shown;
    else if (copy instanceof Map) copy.set(key, shown);
    else if (copy instanceof Set) copy.add(shown);
    else
      Object.defineProperty(copy, key as string, {
        value: shown,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  });
  return copy;
}

/** Null for what has no parts of its own (dates, buffers). */
function emptyCopy(value: object): object | null {
  if (Array.isArray(value)) return [];
  if (types.isMap(value)) return new Map();
  if (types.isSet(value)) return new Set();
  return Object.keys(value).length === 0 || ArrayBuffer.isView(value) ? null : {};
}

function eachPart(
  value: object,
  place: RedactionPlace,
  visit: (key: unknown, item: unknown, itemPlace: RedactionPlace | null) => void,
): void {
  if (Array.isArray(value)) value.forEach((item, index) => visit(index, item, place));
  else if (types.isSet(value)) for (const item of value) visit(null, item, place);
  else if (types.isMap(value))
    for (const [key, item] of value) visit(key, item, (typeof key === 'string' ? memberOf(place, key) : null) ?? place);
  else for (const key of Object.keys(value)) visit(key, (value as Record<string, unknown>)[key], memberOf(place, key));
}

interface Collecting {
  readonly found: Set<string>;
  readonly minLength: number;
  readonly seen: Map<object, Set<RedactionPlace>>;
  readonly depth: number;
}

function collect(value: unknown, place: RedactionPlace, into: Collecting): void {
  if (into.depth > MAX_DEPTH || into.found.size >= MAX_SECRETS) return;
  if (typeof value !== 'object' || value === null) {
    if (place.hide) keepSecret(value, into);
    return;
  }
  const seen = into.seen.get(value) ?? new Set();
  if (seen.has(place)) return;
  into.seen.set(value, seen.add(place));
  const deeper = { ...into, depth: into.depth + 1 };
  eachPart(value, place, (_key, item, itemPlace) => {
    const next = place.hide ? place : itemPlace;
    if (next) collect(item, next, deeper);
  });
}

function keepSecret(value: unknown, into: Collecting): void {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return;
  const text = String(value);
  if (text.length >= into.minLength && text !== '') into.found.add(text);
}
