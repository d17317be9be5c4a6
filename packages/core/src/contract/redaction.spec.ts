import { describe, expect, test } from '@jest/globals';
import { redactText } from './redact-text.js';
import { NO_REDACTION, redactionOfMembers, redactionOfPlace, redactionPlaceOf } from './redaction.js';

const of = (...paths: string[]) => redactionOfPlace(redactionPlaceOf(paths));

describe('redaction by path', () => {
  test('nothing marked: the same value', () => {
    const value = { a: 1 };
    expect(NO_REDACTION.apply(value)).toBe(value);
    expect(of()).toBe(NO_REDACTION);
  });

  test('unmarked parts are the same objects', () => {
    const value = { secret: 'x', other: { a: 1 }, at: new Date(1) };
    const shown = of('secret').apply(value) as typeof value;
    expect(shown).toEqual({ secret: '[REDACTED]', other: { a: 1 }, at: new Date(1) });
    expect(shown.other).toBe(value.other);
  });

  test('lists, sets, maps and wildcards', () => {
    expect(of('a.b').apply({ a: [[{ b: 1, c: 2 }]] })).toEqual({ a: [[{ b: '[REDACTED]', c: 2 }]] });
    expect(of('a.*.b').apply({ a: { x: { b: 1 }, y: { b: 2, c: 3 } } })).toEqual({
      a: { x: { b: '[REDACTED]' }, y: { b: '[REDACTED]', c: 3 } },
    });
    expect(
      of('m.key').apply({
        m: new Map([
          ['key', 1],
          ['other', 2],
        ]),
      }),
    ).toEqual({
      m: new Map<string, unknown>([
        ['key', '[REDACTED]'],
        ['other', 2],
      ]),
    });
    expect(of('s.b').apply({ s: new Set([{ b: 1 }]) })).toEqual({ s: new Set([{ b: '[REDACTED]' }]) });
    expect(of('a').apply({ a: undefined, b: null })).toEqual({ a: undefined, b: null });
    expect(of('a').apply({ a: null })).toEqual({ a: '[REDACTED]' });
  });

  test('circles and depth end', () => {
    const value: Record<string, unknown> = { secret: 'abcd' };
    value['self'] = value;
    const shown = of('secret', 'self.secret').apply(value) as Record<string, unknown>;
    expect(shown['secret']).toBe('[REDACTED]');
    expect(of('secret', 'self.secret').secrets(value)).toEqual(['abcd']);
  });

  test('follows a value to where it is used as an argument', () => {
    const redaction = of('card.number', 'items.code', 'all');
    expect(redaction.at(['card', 'number']).apply('4111')).toBe('[REDACTED]');
    expect(redaction.at(['card']).apply({ number: 1, a: 2 })).toEqual({ number: '[REDACTED]', a: 2 });
    expect(redaction.at(['items', 0]).apply({ code: 1 })).toEqual({ code: '[REDACTED]' });
    expect(redaction.at(['all', 'deep']).hidesAll).toBe(true);
    expect(redaction.at(['card', 'holder'])).toBe(NO_REDACTION);
    const args = redactionOfMembers({ number: redaction.at(['card', 'number']), name: redaction.at(['name']) });
    expect(args.apply({ number: 1, name: 'x' })).toEqual({ number: '[REDACTED]', name: 'x' });
    expect(redactionOfMembers({ name: NO_REDACTION })).toBe(NO_REDACTION);
  });
});

describe('secrets in text', () => {
  test('are all the leaves below a hidden part, longest first, short ones left out', () => {
    const value = { a: { user: 'ada1', list: ['longer-secret', 12345, 7n], flag: true, short: 'abc' }, b: 'visible' };
    expect(of('a').secrets(value)).toEqual(['longer-secret', '12345', 'ada1']);
    expect(of('a').secrets(value, 1)).toEqual(['longer-secret', '12345', 'ada1', 'abc', '7']);
  });

  test('are replaced as written, as JSON and as URL', () => {
    const secret = 'pa"ss w\n/d$&';
    const text = `bad password ${secret}; ${JSON.stringify({ secret })}; ?p=${encodeURIComponent(secret)}`;
    expect(redactText(text, [secret])).toBe('bad password [REDACTED]; {"secret":"[REDACTED]"}; ?p=[REDACTED]');
    expect(redactText('aaaa-bbbb', ['aaaa-bbbb', 'aaaa'])).toBe('[REDACTED]');
    expect(redactText('nothing here', [])).toBe('nothing here');
  });
});
