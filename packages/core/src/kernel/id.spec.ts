import { describe, expect, test } from '@jest/globals';
import { newId, newNonce, stableId, validateId, validateKey } from './id.js';
import { InvalidIdError } from './id.errors.js';

describe('newId', () => {
  test('has 26 characters that suit every store, URL and file system', () => {
    for (let times = 0; times < 1_000; times++) expect(newId()).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  });

  test('is never the same', () => {
    const ids = Array.from({ length: 100_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('sorts by time', async () => {
    const earlier = newId();
    await new Promise((resolve) => setTimeout(resolve, 3));
    expect(earlier < newId()).toBe(true);
  });

  test('begins with the time in milliseconds', () => {
    const digits = '0123456789abcdefghjkmnpqrstvwxyz';
    const time = newId()
      .slice(0, 10)
      .split('')
      .reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
    expect(Math.abs(time - Date.now())).toBeLessThan(1_000);
  });

  test('uses every character in every random place', () => {
    const seen = Array.from({ length: 16 }, () => new Set<string>());
    for (let times = 0; times < 2_000; times++)
      newId()
        .slice(10)
        .split('')
        .forEach((digit, at) => seen[at]!.add(digit));
    expect(seen.map((digits) => digits.size)).toEqual(Array.from({ length: 16 }, () => 32));
  });
});

test('newNonce has 24 characters and is never the same', () => {
  const nonces = Array.from({ length: 100_000 }, newNonce);
  expect(new Set(nonces).size).toBe(nonces.length);
  expect(nonces.every((nonce) => /^[0-9a-z]{24}$/.test(nonce))).toBe(true);
});

describe('stableId', () => {
  test('is the same for the same parts, in every process and version', () => {
    expect(stableId(['SignupReactor', 'order-1'])).toBe('335b6a836e6436141b0caf61d1fb2960b3297a07');
  });

  test('tells parts apart however they are cut, ordered or written', () => {
    const parts = [
      [],
      [''],
      ['', ''],
      ['ab'],
      ['a', 'b'],
      ['b', 'a'],
      ['a,b'],
      ['a"', '"b'],
      ['a","b'],
      ['\ud800'],
      ['\udbff'],
      ['\ufffd'],
      ['é'],
      ['e\u0301'],
    ];
    expect(new Set(parts.map(stableId)).size).toBe(parts.length);
  });
});

describe('validateId', () => {
  test.each(['a', ' a ', 'order:1/{x}', 'ключ', '🦊', 'x'.repeat(200), '__proto__', '0'])('answers %j', (id) => {
    expect(validateId(id, 'executionId')).toBe(id);
  });

  test.each<[unknown, string]>([
    [undefined, 'executionId of type undefined is not an id: use a string'],
    [null, 'executionId of type null is not an id: use a string'],
    [5, 'executionId of type number is not an id: use a string'],
    [{ toString: () => 'x' }, 'executionId of type object is not an id: use a string'],
    ['', 'executionId "" is blank: use 1 to 200 characters'],
    [' \u00a0\t', 'executionId " \u00a0\\t" is blank: use 1 to 200 characters'],
    ['a\nb', 'executionId "a\\nb" holds a control character or half a surrogate pair: leave it out'],
    ['a\u0000', 'executionId "a\\u0000" holds a control character or half a surrogate pair: leave it out'],
    ['a\u009f', 'executionId "a\u009f" holds a control character or half a surrogate pair: leave it out'],
    ['a\ud800', 'executionId "a\\ud800" holds a control character or half a surrogate pair: leave it out'],
    ['x'.repeat(201), `executionId "${'x'.repeat(60)}"… has 201 characters: use 1 to 200`],
  ])('refuses %j', (value, message) => {
    const validate = (): string => validateId(value, 'executionId');
    expect(validate).toThrow(InvalidIdError);
    expect(validate).toThrow(new Error(message));
    expect(validate).toThrow(expect.objectContaining({ code: 'REACTOR_INVALID_ID', what: 'executionId' }));
  });

  test('keys may have 1,000 characters', () => {
    expect(validateKey('k'.repeat(1_000), 'key')).toHaveLength(1_000);
    expect(() => validateKey('k'.repeat(1_001), 'key')).toThrow(InvalidIdError);
    expect(() => validateKey(' ', 'key')).toThrow(InvalidIdError);
  });
});
