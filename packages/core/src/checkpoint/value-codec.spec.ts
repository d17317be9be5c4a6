import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual, types } from 'node:util';
import { copyValue } from './copy-value.js';
import { SerializationError } from './checkpoint.errors.js';
import { MAX_DEPTH } from './plain-json.js';
import { Serializable } from './serializable.js';
import { createValueCodec, type ValueCodecOptions } from './value-codec.js';

const WHERE = "the result of step 'charge' of reactor 'Order'";

function codecWith(options: Partial<ValueCodecOptions> = {}) {
  const warn = jest.fn<(message: string) => void>();
  return { warn, codec: createValueCodec({ maxBytes: 8 * 1024 * 1024, warn, ...options }) };
}

const { codec: plain } = codecWith();
const trip = (value: unknown): unknown => plain.decode(plain.encode(value, WHERE));

function refusal(value: unknown, codec = plain): SerializationError {
  try {
    codec.encode(value, WHERE);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(SerializationError);
    return thrown as SerializationError;
  }
  throw new Error('the value was not refused');
}

function nested(depth: number): object {
  const root: Record<string, unknown> = {};
  let last = root;
  for (let level = 1; level < depth; level += 1) {
    const next: Record<string, unknown> = {};
    last['next'] = next;
    last = next;
  }
  last['end'] = 1;
  return root;
}

describe('values that survive', () => {
  const kept: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['false', false],
    ['zero', 0],
    ['minus zero', -0],
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['an empty string', ''],
    ['a lone surrogate', '\ud800'],
    ['a bigint', 12345678901234567890n],
    ['an empty list', []],
    ['an undefined property', { a: undefined }],
    ['an undefined item', [undefined, 1]],
    ['minus zero inside', { a: [-0] }],
    ['a date', new Date(5)],
    [
      'a map',
      new Map<unknown, unknown>([
        [{ a: 1 }, new Set([1, [2]])],
        ['k', undefined],
      ]),
    ],
    ['a set', new Set([1, 'a', NaN])],
    ['a regexp', /a\/b/giu],
    ['typed arrays', [new Uint8Array([1, 255]), new Float64Array([NaN, -0, 1.5]), new BigInt64Array([-1n])]],
    ['an array buffer', new Uint8Array([1, 2, 3]).buffer],
    ['a data view', new DataView(new Uint8Array([9, 8, 7]).buffer, 1)],
    ['a sparse array', [1, , 3]], // eslint-disable-line no-sparse-arrays
    ['an array of holes', Object.assign([], { length: 4 })],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a key that is our own tag', { '~': 'u', v: new Date(1) }],
    ['our tag as plain JSON', { '~': 'u' }],
    ['a text like our marker', '~{"~":"u"}'],
    ['keys that look like members', { constructor: 'Ferrari', prototype: 1, toString: 'x', hasOwnProperty: 2 }],
    ['integer-like keys', { 10: 'a', 2: new Date(1), b: 1n }],
  ];
  test.each(kept)('%s', (_name, value) => {
    const read = trip(value);
    expect(isDeepStrictEqual(read, value)).toBe(true);
    expect(isDeepStrictEqual(copyValue(read), value)).toBe(true);
  });

  test('a date that is no date stays one', () => {
    expect((trip({ at: new Date(NaN) }) as { at: Date }).at.getTime()).toBeNaN();
  });

  test('URLs and search parameters', () => {
    const read = trip({ url: new URL('https://a.example/b?c=d#e'), query: new URLSearchParams('a=1&a=2') }) as {
      url: URL;
      query: URLSearchParams;
    };
    expect(read.url).toBeInstanceOf(URL);
    expect(read.url.href).toBe('https://a.example/b?c=d#e');
    expect(read.query.getAll('a')).toEqual(['1', '2']);
  });

  test('a Buffer stays a Buffer, and a view stores only the bytes it shows', () => {
    const read = trip(Buffer.from('hello'));
    expect(Buffer.isBuffer(read)).toBe(true);
    expect(String(read)).toBe('hello');
    const pool = Buffer.from('secret-neighbour-data');
    const text = plain.encode(new Uint8Array(pool.buffer, pool.byteOffset, 1), WHERE);
    expect(text.length).toBeLessThan(40);
  });

  test('shared references stay shared, in objects, lists, maps and under toJSON', () => {
    const shared = { a: [1] };
    const read = trip({ x: shared, y: [shared, shared], m: new Map([[shared, shared]]) }) as {
      x: object;
      y: object[];
      m: Map<object, object>;
    };
    expect(read.y[0]).toBe(read.x);
    expect(read.y[1]).toBe(read.x);
    expect(read.m.get(read.x)).toBe(read.x);
    class View {
      toJSON() {
        return shared;
      }
    }
    const view = new View();
    const again = trip([view, shared, view]) as object[];
    expect(again[0]).toEqual({ a: [1] });
    expect(again[1]).toBe(again[0]);
    expect(again[2]).toBe(again[0]);
  });

  test('plain JSON is stored as JSON', () => {
    expect(plain.encode({ a: [1, 'x', null, { b: true }] }, WHERE)).toBe('{"a":[1,"x",null,{"b":true}]}');
    expect(plain.encode(7, WHERE)).toBe('7');
  });

  test('each reading is a fresh value', () => {
    const text = plain.encode({ a: { b: 1 } }, WHERE);
    (plain.decode(text) as { a: { b: number } }).a.b = 2;
    expect(plain.decode(text)).toEqual({ a: { b: 1 } });
  });

  test('random values survive, and storing what was read changes nothing', () => {
    // Node holds no two invalid dates equal; they have their own test.
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.bigInt(),
      fc.date({ noInvalidDate: true }),
      fc.constantFrom(undefined, null, true, -0, NaN, Infinity),
      fc.uint8Array({ maxLength: 9 }),
      fc.string({ maxLength: 4 }).map((key) => ({ [key]: 1 })),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaf, tie('list'), tie('record'), tie('map'), tie('set')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      record: fc.dictionary(
        fc.oneof(fc.constantFrom('~', 'v', 'constructor', '0', '12'), fc.string({ maxLength: 5 })),
        tie('value'),
        { maxKeys: 4 },
      ),
      map: fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 }).map((pairs) => new Map(pairs)),
      set: fc.array(tie('value'), { maxLength: 3 }).map((items) => new Set(items)),
    }));
    const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
    const property = fc.property(
      fc.oneof(
        value,
        value.map((item) => [item, { again: item }]),
      ),
      (original) => {
        const read = trip(original);
        expect(isDeepStrictEqual(read, withoutProto(original))).toBe(true);
        expect(plain.encode(read, WHERE)).toBe(plain.encode(original, WHERE));
        expect(isDeepStrictEqual(copyValue(read), read)).toBe(true);
      },
    );
    try {
      fc.assert(property, { numRuns: 2_000, seed });
    } catch (thrown) {
      throw new Error(`seed ${seed} (set FC_SEED to repeat)`, { cause: thrown });
    }
  });
});

/** fast-check makes dictionaries that may own `__proto__`, which is dropped by rule. */
function withoutProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProto);
  if (types.isMap(value)) return new Map([...value].map(([key, item]) => [withoutProto(key), withoutProto(item)]));
  if (types.isSet(value)) return new Set([...value].map(withoutProto));
  if (typeof value !== 'object' || value === null || types.isDate(value) || ArrayBuffer.isView(value)) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) if (key !== '__proto__') copy[key] = withoutProto(item);
  return copy;
}

describe('values that are refused', () => {
  test.each<[string, unknown, RegExp]>([
    [
      'a function',
      { items: [{ fn: () => 1 }] },
      /step 'charge' of reactor 'Order' cannot be stored: the value at 'items\.0\.fn' is a function/,
    ],
    ['a symbol', { a: Symbol('x') }, /'a' is a symbol/],
    ['a promise', [Promise.resolve(1)], /'0' is a Promise/],
    [
      'a thenable',
      {
        q: new (class Query {
          constructor() {
            Object.defineProperty(this, 'th' + 'en', { value: () => {} });
          }
        })(),
      },
      /'q' is a thenable/,
    ],
    ['a weak map', { w: new WeakMap() }, /'w' is a weak collection/],
    [
      'a stream',
      {
        s: new (class {
          pipe() {}
        })(),
      },
      /'s' is a stream/,
    ],
    ['a generator', { g: (function* () {})() }, /'g' is a/],
    ['an abort signal', { a: new AbortController().signal }, /AbortSignal/],
    ['a function itself', () => 1, /the value is a function/],
    ['a function in a map', { m: new Map([['k', () => 1]]) }, /'m\.k' is a function/],
  ])('%s', (_name, value, message) => {
    expect(refusal(value).message).toMatch(message);
  });

  test('a cycle, through objects, maps and toJSON', () => {
    const a: Record<string, unknown> = { b: {} };
    (a['b'] as Record<string, unknown>)['a'] = a;
    expect(refusal(a).message).toMatch(/'b\.a' refers back to itself/);
    const map = new Map<string, unknown>();
    map.set('self', map);
    expect(refusal(map).message).toMatch(/'self' refers back/);
    class Loop {
      toJSON() {
        return { loop: this };
      }
    }
    expect(refusal({ x: new Loop() }).message).toMatch(/'x\.loop' refers back/);
    class Endless {
      toJSON() {
        return { next: new Endless() };
      }
    }
    expect(refusal(new Endless()).message).toMatch(/deeper than|too deeply/);
  });

  test('a getter that throws is named, and `where` may be lazy', () => {
    const value = {
      a: {
        get b(): never {
          throw new Error('no');
        },
      },
    };
    expect(() => plain.encode(value, () => 'the lazy thing')).toThrow(
      /the lazy thing cannot be stored: the value at 'a\.b' throws/,
    );
  });

  test('nesting up to the limit is kept, plain and rich; beyond it is refused, never a RangeError', () => {
    const deep = nested(MAX_DEPTH);
    expect(plain.encode(trip(deep), WHERE)).toBe(plain.encode(deep, WHERE));
    const rich = { at: new Date(0), deep: nested(MAX_DEPTH - 1) };
    expect(plain.encode(trip(rich), WHERE)).toBe(plain.encode(rich, WHERE));
    expect(plain.encode(copyValue(deep), WHERE)).toBe(plain.encode(deep, WHERE));
    for (const depth of [MAX_DEPTH + 1, 20_000]) {
      expect(refusal(nested(depth)).message).toMatch(/deeper than/);
      expect(() => copyValue(nested(depth))).toThrow(SerializationError);
    }
    expect(() => plain.decode(`~${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toThrow(SerializationError);
  });

  test('too large a value names its size and the limit, counted in bytes', () => {
    const { codec } = codecWith({ maxBytes: 10 });
    expect(codec.encode('12345678', WHERE)).toBe('"12345678"');
    expect(refusal('123456789', codec).message).toMatch(/Order' cannot be stored: it takes 11 bytes, the limit is 10/);
    expect(refusal('ééééé', codec).message).toMatch(/12 bytes/);
  });

  test('prototype keys never reach a prototype; an own __proto__ is dropped', () => {
    const value = JSON.parse('{"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}') as {
      a: object;
    };
    const read = trip(value) as { a: object };
    expect(Object.keys(read.a)).toEqual(['constructor']);
    expect(Object.getPrototypeOf(read.a)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(copyValue(value).a)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(() => plain.decode('~{"a":{"__proto__":{}}}')).toThrow(/__proto__/);
  });

  test.each([
    '',
    '{',
    '~',
    '~{"~":"?"}',
    '~{"~":"&","i":3}',
    '~{"~":"b","v":"x"}',
    '~{"~":"c","c":"Unknown","v":{}}',
    '~{"~":"m","v":3}',
    '!x',
  ])('unreadable text %j is a SerializationError that does not quote it', (text) => {
    expect(() => plain.decode(text)).toThrow(SerializationError);
    expect(() => plain.decode('{"password": hunter2')).not.toThrow(/hunter2/);
  });
});

describe('classes', () => {
  @Serializable()
  class Money {
    constructor(
      readonly amount: number,
      readonly at?: Date,
    ) {}
    double() {
      return this.amount * 2;
    }
  }

  test('a registered class survives, its constructor not run', () => {
    const read = trip({ price: new Money(2, new Date(1)) }) as { price: Money };
    expect(read.price).toBeInstanceOf(Money);
    expect(read.price.double()).toBe(4);
    expect(read.price.at).toEqual(new Date(1));
    expect(copyValue(read).price).toBeInstanceOf(Money);
    expect(copyValue(read).price).not.toBe(read.price);
  });

  test('a class with toJSON and fromJSON is stored through them', () => {
    @Serializable({ name: 'hidden-state' })
    class Secret {
      #value: number;
      constructor(value: number) {
        this.#value = value;
      }
      get value() {
        return this.#value;
      }
      toJSON() {
        return { value: this.#value };
      }
      static fromJSON(data: { value: number }) {
        return new Secret(data.value);
      }
    }
    expect((trip(new Secret(3)) as Secret).value).toBe(3);
    expect(copyValue({ a: new Secret(4) }).a.value).toBe(4);
  });

  test('a registered error keeps its class', () => {
    @Serializable()
    class PaymentError extends Error {
      code = 'card';
    }
    const read = trip(new PaymentError('declined')) as PaymentError;
    expect(read).toBeInstanceOf(PaymentError);
    expect(read).toMatchObject({ message: 'declined', code: 'card' });
  });

  test('two classes under one name are refused', () => {
    class Other {}
    expect(() => Serializable({ name: 'Money' })(Other)).toThrow(/two different classes.*'Money'/);
    expect(() => Serializable()(Money)).not.toThrow();
  });

  test('another class becomes plain data with one warning that says what to do', () => {
    class User {
      name = 'Ada';
      tags = new Set(['a']);
      greet() {}
    }
    const { codec, warn } = codecWith();
    const read = codec.decode(codec.encode({ user: new User(), other: new User() }, WHERE));
    codec.encode(new User(), WHERE);
    expect(read).toEqual({ user: { name: 'Ada', tags: new Set(['a']) }, other: { name: 'Ada', tags: new Set(['a']) } });
    expect(Object.getPrototypeOf((read as { user: object }).user)).toBe(Object.prototype);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toMatch(/step 'charge'.*'user'.*'User'.*@Serializable\(\)/s);
  });

  test('toJSON of another class is honoured, since its own properties are often internals', () => {
    class Decimal {
      internals = [1, 2];
      toJSON() {
        return '1.20';
      }
    }
    expect(trip({ price: new Decimal() })).toEqual({ price: '1.20' });
  });

  test('a subclass of a built-in is stored as the built-in, with the warning', () => {
    class Bag extends Map<string, number> {}
    const { codec, warn } = codecWith();
    expect(codec.decode(codec.encode(new Bag([['a', 1]]), WHERE))).toEqual(new Map([['a', 1]]));
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('an expected class is plain data in silence', () => {
    class Input {
      email = 'a@b.c';
    }
    const { codec, warn } = codecWith();
    codec.expectClass(Input);
    expect(codec.decode(codec.encode(new Input(), WHERE))).toEqual({ email: 'a@b.c' });
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('errors', () => {
  test('name, message, code, own data and cause survive', () => {
    class PaymentError extends Error {
      override name = 'PaymentError';
      code = 'card';
      status = 402;
      details = { retryAfter: 3 };
      at = new Date(1);
    }
    const read = trip({ error: new PaymentError('declined', { cause: new TypeError('ECONNRESET') }) }) as {
      error: PaymentError;
    };
    expect(read.error).toBeInstanceOf(Error);
    expect(types.isNativeError(read.error)).toBe(true);
    expect(read.error).toMatchObject({
      name: 'PaymentError',
      message: 'declined',
      code: 'card',
      status: 402,
      details: { retryAfter: 3 },
      at: new Date(1),
    });
    expect(read.error.cause).toBeInstanceOf(TypeError);
    expect(read.error.stack).toContain('value-codec.spec');
    const copy = copyValue(read.error);
    expect(copy).toEqual(read.error);
    expect(copy.details).not.toBe(read.error.details);
  });

  test('transport internals, credentials, functions and cycles on an error are dropped', () => {
    const request: Record<string, unknown> = {};
    request['self'] = request;
    const error = Object.assign(new Error('Request failed'), {
      config: { headers: { Authorization: 'Bearer top-secret' } },
      request,
      response: { data: 'x' },
      status: 500,
      code: 'ERR',
      password: 'top-secret',
      nested: { headers: { cookie: 'top-secret' } },
      meta: { apiKey: 'top-secret' },
      toJSON: () => 1,
    });
    const text = plain.encode(error, WHERE);
    expect(text).not.toContain('top-secret');
    expect(Object.keys(plain.decode(text) as object).toSorted()).toEqual(['code', 'status']);
  });

  test('a chain of causes is kept to five, frames to a hundred, and the size is bounded', () => {
    let error = new Error('0');
    for (let level = 1; level <= 50; level += 1) error = new Error(String(level), { cause: error });
    let read: unknown = trip(error);
    let count = 0;
    for (; read instanceof Error; read = read.cause) count += 1;
    expect(count).toBe(6);
    const tall = new Error('m'.repeat(100_000));
    tall.stack = `Error: x\n${'    at frame (file.ts:1:1)\n'.repeat(50_000)}`;
    const text = plain.encode(tall, WHERE);
    expect(text.length).toBeLessThan(40_000);
    expect((plain.decode(text) as Error).stack?.match(/\n {4}at /g)).toHaveLength(100);
    expect(plain.encode(plain.decode(text), WHERE)).toBe(text);
  });

  test('an error whose getters throw, and an aggregate', () => {
    const hostile = new Error('x');
    for (const key of ['stack', 'message', 'name', 'cause', 'extra'])
      Object.defineProperty(hostile, key, {
        enumerable: true,
        get() {
          throw new Error('no');
        },
      });
    expect(trip(hostile)).toBeInstanceOf(Error);
    const read = trip(new AggregateError([new Error('a'), new TypeError('b')], 'both')) as AggregateError;
    expect(read.name).toBe('AggregateError');
    expect(read.errors.map((part: Error) => part.message)).toEqual(['a', 'b']);
  });
});

describe('hooks', () => {
  const reverse = (text: string): string => text.split('').reverse().join('');

  test('a codec sees and gives the whole text', () => {
    const { codec } = codecWith({ codec: { encode: reverse, decode: reverse } });
    expect(codec.encode({ a: 1 }, WHERE)).toBe('}1:"a"{');
    expect(codec.decode(codec.encode({ a: new Date(1) }, WHERE))).toEqual({ a: new Date(1) });
  });

  test('a codec that throws or answers a promise is a SerializationError', () => {
    const broken = codecWith({
      codec: {
        encode: () => Promise.resolve('x') as unknown as string,
        decode: () => {
          throw new Error('bad key');
        },
      },
    }).codec;
    expect(refusal(1, broken).message).toMatch(/synchronous/);
    expect(() => broken.decode('x')).toThrow(/bad key/);
  });

  test('a serializer replaces ours, and what ours wrote stays readable', () => {
    const { codec } = codecWith({
      serializer: {
        stringify: (value) => JSON.stringify({ json: value }),
        parse: (text) => (JSON.parse(text) as { json: unknown }).json,
      },
    });
    expect(codec.decode(codec.encode({ a: 1 }, WHERE))).toEqual({ a: 1 });
    expect(codec.decode(plain.encode(new Date(1), WHERE))).toEqual(new Date(1));
    expect(() => plain.decode(codec.encode(1, WHERE))).toThrow(/serializer/);
  });
});
