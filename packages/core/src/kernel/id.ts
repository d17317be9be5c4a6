import { createHash, randomFillSync } from 'node:crypto';
import { InvalidIdError } from './id.errors.js';

/** Crockford's base 32: no letter that is taken for another, and in the order of its values. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'.split('');
const CODES = Buffer.from(ALPHABET.join(''), 'latin1');
/** Ten bits each. */
const PAIRS: readonly string[] = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));

/**
 * Characters of chance, filled at once: asking the system for each id would cost more than all the rest of a start. Slices
 * of it are flat strings, where appending would leave a chain of pieces behind each id.
 */
const pool = Buffer.alloc(4_096);
let poolPosition = pool.length;

const LONGEST_ID = 200;
const LONGEST_KEY = 1_000;
/** Control characters, and halves of surrogate pairs: stores that keep UTF-8 would make those equal to each other. */
const UNFIT_CHARACTER = /[\p{Cc}\p{Cs}]/u;

/** A new id: 26 characters, 10 of time and 16 (80 bits) of chance; ids of different milliseconds sort by time. */
export function newId(): string {
  return timeText() + randomText(16);
}

/** 24 characters, 120 bits of chance. */
export function newNonce(): string {
  return randomText(24);
}

/** The same id for the same parts, and only for these: 40 characters of a SHA-256. */
export function stableId(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
}

/** Answers an id of 1–200 characters as it is; throws `InvalidIdError`, naming `what`, for anything else. */
export function validateId(value: unknown, what: string): string {
  return validateText(value, what, LONGEST_ID);
}

/** Like `validateId`, for keys: 1–1,000 characters. */
export function validateKey(value: unknown, what: string): string {
  return validateText(value, what, LONGEST_KEY);
}

function validateText(value: unknown, what: string, longest: number): string {
  if (typeof value !== 'string') throw new InvalidIdError(what, value, 'is not an id: use a string');
  if (value.length > longest) {
    throw new InvalidIdError(what, value, `has ${value.length} characters: use 1 to ${longest}`);
  }
  if (value.trim() === '') throw new InvalidIdError(what, value, `is blank: use 1 to ${longest} characters`);
  if (UNFIT_CHARACTER.test(value)) {
    throw new InvalidIdError(what, value, 'holds a control character or half a surrogate pair: leave it out');
  }
  return value;
}

let lastTime = -1;
let lastTimeText = '';

/** The present time in ten characters; made once a millisecond. */
function timeText(): string {
  const now = Date.now();
  if (now === lastTime) return lastTimeText;
  let rest = now;
  let text = '';
  for (let pair = 0; pair < 5; pair++) {
    text = PAIRS[rest % 1_024]! + text;
    rest = Math.floor(rest / 1_024);
  }
  lastTime = now;
  lastTimeText = text;
  return text;
}

function randomText(length: number): string {
  if (poolPosition + length > pool.length) fillPool();
  poolPosition += length;
  return pool.toString('latin1', poolPosition - length, poolPosition);
}

function fillPool(): void {
  randomFillSync(pool);
  for (let index = 0; index < pool.length; index++) pool[index] = CODES[(pool[index] as number) & 31] as number;
  poolPosition = 0;
}
