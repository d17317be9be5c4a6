import { describe, expect, test } from '@jest/globals';
import { type } from 'arktype';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Min,
  MinLength,
  registerDecorator,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import * as v from 'valibot';
import { z } from 'zod';
import { compileContract, hasContractMetadata, type CompileContractOptions } from './compile-contract.js';
import { ContractViolationError } from './contract.errors.js';
import type { CompiledContract, ContractVerdict } from './contract.js';
import { Redact } from './redact.decorator.js';

const where = "the inputs of reactor 'Order'";

async function compiled(contract: unknown, options: Partial<CompileContractOptions> = {}): Promise<CompiledContract> {
  const answer = await compileContract(contract, { where, ...options });
  if ('issues' in answer) throw new Error(answer.issues.join('\n'));
  return answer.contract;
}

async function issuesOf(contract: unknown, options: Partial<CompileContractOptions> = {}): Promise<string> {
  const answer = await compileContract(contract, { where, ...options });
  return 'issues' in answer ? answer.issues.join('\n') : '';
}

const INPUT = { dropUnknown: true };

async function accepted<T = Record<string, any>>(
  contract: CompiledContract,
  value: unknown,
  options = INPUT,
): Promise<T> {
  const verdict = await contract.validate(value, options);
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.fieldErrors));
  return verdict.value as T;
}

async function errorsOf(
  contract: CompiledContract,
  value: unknown,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const verdict: ContractVerdict = await contract.validate(value, INPUT);
  return verdict.ok ? {} : verdict.fieldErrors;
}

class Line {
  @IsString() sku!: string;
  @IsInt() @Min(1) qty = 1;
  get label() {
    return `${this.qty} × ${this.sku}`;
  }
}
class Address {
  @IsString() street!: string;
}
class Base {
  @IsEmail() email!: string;
}
class Order extends Base {
  @ValidateNested({ each: true }) @Type(() => Line) @ArrayMinSize(1) items!: Line[];
  @IsOptional() @ValidateNested() @Type(() => Address) address?: Address;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) byName?: Map<string, Line>;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) unique?: Set<Line>;
  @IsOptional() @IsString() note: string | null = 'none';
  @IsOptional() meta?: unknown;
}

describe('a DTO class', () => {
  test('is instantiated with nested classes, inherited fields and defaults, from plain data', async () => {
    const order = await accepted<Order>(await compiled(Order), {
      email: 'a@b.cc',
      items: [{ sku: 'x' }, { sku: 'y', qty: 3 }],
      address: { street: 's' },
      byName: { a: { sku: 'z' } },
      unique: [{ sku: 'u' }],
      extra: 1,
    });
    expect(order).toBeInstanceOf(Order);
    expect(order.items.map((item) => item.label)).toEqual(['1 × x', '3 × y']);
    expect(order.address).toBeInstanceOf(Address);
    expect(order.byName?.get('a')).toBeInstanceOf(Line);
    expect([...(order.unique ?? [])][0]).toBeInstanceOf(Line);
    expect(order.note).toBe('none');
    expect(order).not.toHaveProperty('extra');
  });

  test('takes an instance as well, without changing it', async () => {
    const given = Object.assign(new Order(), {
      email: 'a@b.cc',
      items: [Object.assign(new Line(), { sku: 'x' })],
      byName: new Map([['a', { sku: 'z' }]]),
    });
    const order = await accepted<Order>(await compiled(Order), given);
    expect(order).not.toBe(given);
    expect(order.items[0]).toBeInstanceOf(Line);
    expect(order.items[0]).not.toBe(given.items[0]);
    expect(order.byName?.get('a')).toBeInstanceOf(Line);
    expect(given.byName.get('a')).not.toBeInstanceOf(Line);
  });

  test('collects every error under its full path', async () => {
    const errors = await errorsOf(await compiled(Order), {
      email: 'x',
      items: [{ sku: 'x' }, { sku: 1, qty: 0 }],
      address: {},
      byName: { a: { qty: 2 } },
      unique: [{ sku: 'a' }, {}],
    });
    expect(Object.keys(errors).toSorted()).toEqual([
      'address.street',
      'byName.a.sku',
      'email',
      'items.1.qty',
      'items.1.sku',
      'unique.1.sku',
    ]);
    expect(errors['email']).toEqual(['email must be an email']);
    expect(Object.keys(await errorsOf(await compiled(Order), { email: 'a@b.cc', items: ['x', null] }))).toEqual([
      'items.0',
      'items.1',
    ]);
  });

  test('a single message is a list, several rules give several', async () => {
    class Pair {
      @IsString() @MinLength(3) name!: string;
    }
    expect((await errorsOf(await compiled(Pair), {}))['name']).toHaveLength(2);
  });

  test.each([null, undefined, [], [{ email: 'x' }], 'text', 5, true, new Date(), new Map()])(
    '%p is no object: a violation of the whole',
    async (value) => {
      const errors = await errorsOf(await compiled(Line), value);
      expect(Object.keys(errors)).toEqual(['']);
      expect(errors['']?.[0]).toMatch(/must be an object \(a Line\)/);
    },
  );

  test('never coerces, except where @Type says so', async () => {
    class Explicit {
      @IsInt() @Type(() => Number) count!: number;
      @IsDate() @Type(() => Date) at!: Date;
      @IsOptional() @Type(() => Number) many?: number[];
    }
    expect(await errorsOf(await compiled(Line), { sku: 'x', qty: '3' })).toHaveProperty('qty');
    expect(
      await accepted(await compiled(Explicit), { count: '3', at: '2026-01-01T00:00:00Z', many: ['1', 2] }),
    ).toEqual(Object.assign(new Explicit(), { count: 3, at: new Date('2026-01-01T00:00:00Z'), many: [1, 2] }));
  });

  test('unknown properties are dropped at every level, or kept when asked', async () => {
    const contract = await compiled(Order);
    const value = { email: 'a@b.cc', items: [{ sku: 'x', more: 1 }], extra: 1 };
    expect((await accepted<any>(contract, value)).items[0]).not.toHaveProperty('more');
    const kept = await accepted<any>(contract, value, { dropUnknown: false });
    expect(kept).toMatchObject({ extra: 1, items: [{ more: 1 }] });
  });

  test('prototype keys never pass, at any depth', async () => {
    const value = JSON.parse(
      '{"email":"a@b.cc","__proto__":{"polluted":1},"constructor":{},"items":[{"sku":"x","__proto__":{"polluted":1}}],"meta":{"a":[{"constructor":1,"prototype":2,"ok":3}]}}',
    ) as object;
    for (const options of [INPUT, { dropUnknown: false }]) {
      const order = await accepted<any>(await compiled(Order), value, options);
      expect(order.constructor).toBe(Order);
      expect(order.polluted).toBeUndefined();
      expect(order.items[0].polluted).toBeUndefined();
      expect(order.meta).toEqual({ a: [{ ok: 3 }] });
    }
    expect(value).toHaveProperty('meta.a.0.ok', 3);
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
  });

  test('values without a type keep their class: URLs, buffers, errors, maps', async () => {
    const meta = {
      url: new URL('https://a.b'),
      buffer: Buffer.from('x'),
      map: new Map([[1, 2]]),
      error: new Error('e'),
      at: new Date(1),
    };
    const order = await accepted<any>(await compiled(Order), { email: 'a@b.cc', items: [{ sku: 'x' }], meta });
    expect(order.meta).toBe(meta);
  });

  test('falsy values are values; undefined leaves the default', async () => {
    class Loose {
      @IsOptional() a = 5;
      @IsOptional() b = 'x';
      @IsOptional() c: unknown = 1;
      @IsOptional() d = 7;
    }
    expect(await accepted(await compiled(Loose), { a: 0, b: '', c: null, d: undefined })).toEqual(
      Object.assign(new Loose(), { a: 0, b: '', c: null }),
    );
  });

  test('a class without rules is instantiated and keeps everything', async () => {
    class Free {
      kind = 'free';
    }
    const contract = await compiled(Free);
    expect(contract.fields).toBeNull();
    const value = await accepted<Free>(contract, { a: 1 });
    expect(value).toBeInstanceOf(Free);
    expect(value).toEqual(Object.assign(new Free(), { a: 1 }));
    expect(hasContractMetadata(Free)).toBe(false);
    expect(hasContractMetadata(Order)).toBe(true);
    expect(hasContractMetadata(class extends Base {})).toBe(true);
  });

  test('fields are known with what is required', async () => {
    class Fields extends Base {
      @IsOptional() @IsString() optional?: string;
      @IsString() defaulted = 'x';
      @ValidateIf(() => false) @IsString() sometimes!: string;
      @IsDefined() defined: unknown;
      @Expose({ name: 'e_mail' }) @IsString() renamed!: string;
    }
    const fields = (await compiled(Fields)).fields ?? [];
    expect(Object.fromEntries(fields.map(({ name, required }) => [name, required]))).toEqual({
      email: true,
      optional: false,
      defaulted: false,
      sometimes: false,
      defined: true,
      e_mail: true,
    });
  });

  test('@Expose, @Exclude and @Transform are honoured once, and not again on revival', async () => {
    class Shaped {
      @Expose({ name: 'e_mail' }) @IsString() email!: string;
      @Exclude() @IsOptional() secret = 'kept';
      @Transform(({ value }) => Number(value) * 100) @IsInt() cents!: number;
    }
    const contract = await compiled(Shaped);
    const value = await accepted<Shaped>(contract, { e_mail: 'a', secret: 'x', cents: 2 });
    expect(value).toEqual(Object.assign(new Shaped(), { email: 'a', secret: 'kept', cents: 200 }));
    expect(contract.revive(Object.assign({}, value))).toEqual(value);
  });

  test('a discriminator chooses the class, leaves the caller’s object alone and is there on revival', async () => {
    class Card {
      type!: string;
      @IsString() number!: string;
    }
    class Cash {
      type!: string;
      @IsInt() amount!: number;
    }
    class Payment {
      @ValidateNested()
      @Type(() => Object, {
        discriminator: {
          property: 'type',
          subTypes: [
            { name: 'card', value: Card },
            { name: 'cash', value: Cash },
          ],
        },
      })
      by!: Card | Cash;
    }
    class Fixed {
      @ValidateNested()
      @Type(() => Card, {
        discriminator: {
          property: 'type',
          subTypes: [
            { name: 'card', value: Card },
            { name: 'cash', value: Cash },
          ],
        },
      })
      by!: Card | Cash;
    }
    // Of a kind that is not listed nothing could be checked, so the fallback must be a class.
    expect(await issuesOf(Payment)).toMatch(/'Payment\.by'.*'Object'/);
    const contract = await compiled(Fixed);
    const given = { by: { type: 'cash', amount: 3 } };
    const value = await accepted<Fixed>(contract, given);
    expect(value.by).toBeInstanceOf(Cash);
    expect(given.by.type).toBe('cash');
    expect((contract.revive({ by: Object.assign({}, value.by) }) as Fixed).by).toBeInstanceOf(Cash);
    expect(await errorsOf(contract, { by: { type: 'cash', amount: 'x' } })).toHaveProperty(['by.amount']);
  });

  test('validation is synchronous with built-in rules, and waits for asynchronous ones', async () => {
    expect((await compiled(Line)).validate({ sku: 'x' }, INPUT)).not.toBeInstanceOf(Promise);
    const unflagged = (target: object, propertyName: string) =>
      registerDecorator({
        name: 'freeName',
        target: target.constructor,
        propertyName,
        validator: { validate: async (name: unknown) => name !== 'taken', defaultMessage: () => 'taken' },
      });
    const flagged = () =>
      ValidateBy({
        name: 'isEmail',
        async: true,
        validator: { validate: (name: unknown) => Promise.resolve(name !== 'taken'), defaultMessage: () => 'taken' },
      });
    class Unflagged {
      @unflagged name!: string;
    }
    class Nested {
      @ValidateNested() @Type(() => Unflagged) inner!: Unflagged;
    }
    class Flagged {
      @flagged() name!: string;
    }
    expect(await errorsOf(await compiled(Unflagged), { name: 'taken' })).toEqual({ name: ['taken'] });
    expect(await errorsOf(await compiled(Nested), { inner: { name: 'taken' } })).toEqual({ 'inner.name': ['taken'] });
    expect(await errorsOf(await compiled(Nested), { inner: { name: 'free' } })).toEqual({});
    expect(Object.keys(await errorsOf(await compiled(Flagged), { name: 'free' }))).toEqual([]);
  });

  test('deep and circular values are violations, never an overflow', async () => {
    class Tree {
      @IsOptional() @ValidateNested({ each: true }) @Type(() => Tree) children?: Tree[];
      @IsOptional() any?: unknown;
    }
    const contract = await compiled(Tree);
    const deep = (levels: number) => {
      let tree: object = {};
      for (let level = 1; level < levels; level += 1) tree = { children: [tree] };
      return tree;
    };
    const verdict = await accepted<Tree>(contract, deep(150));
    expect(verdict.children?.[0]).toBeInstanceOf(Tree);
    const circle: Record<string, unknown> = {};
    circle['any'] = circle;
    const typed: Record<string, unknown> = {};
    typed['children'] = [typed];
    for (const value of [deep(300), deep(50_000), typed])
      expect((await errorsOf(contract, value))['']?.[0]).toMatch(/deeper than/);
    expect(await errorsOf(contract, circle)).toEqual({});
  });

  test('revives stored data without validating it', async () => {
    const contract = await compiled(Order);
    const order = contract.revive({
      email: 'not an email',
      items: [{ sku: 'x', qty: 1 }],
      byName: new Map([['a', { sku: 'y' }]]),
      extra: 1,
    }) as Order & { extra: number };
    expect(order).toBeInstanceOf(Order);
    expect(order.items[0]).toBeInstanceOf(Line);
    expect(order.byName?.get('a')).toBeInstanceOf(Line);
    expect(order.extra).toBe(1);
    expect('note' in order).toBe(false);
    expect(contract.revive(null)).toBeNull();
    expect(contract.classes).toEqual(expect.arrayContaining([Order, Line, Address]));
  });

  test('methods and read-only accessors are not overwritten', async () => {
    const line = await accepted<Line>(
      await compiled(Line),
      { sku: 'x', label: 'evil', toString: 'evil' },
      { dropUnknown: false },
    );
    expect(line.label).toBe('1 × x');
    expect(typeof line.toString).toBe('function');
  });
});

describe('mistakes found at boot', () => {
  test('@ValidateNested without @Type names class, property and fix', async () => {
    class Broken {
      @ValidateNested() address!: Address;
      @ValidateNested({ each: true }) @Type(() => Object) items!: Line[];
    }
    class Outer {
      @ValidateNested() @Type(() => Broken) broken!: Broken;
    }
    const issues = await issuesOf(Outer);
    expect(issues).toMatch(
      /the inputs of reactor 'Order'.*'Broken\.address'.*without a type.*@Type\(\(\) => ItsDto\)|@Type\(\(\) => ItsDto\).*'Broken\.address'/,
    );
    expect(issues).toMatch(/'Broken\.items'.*'Object'/);
  });

  test('missing peers say what to install', async () => {
    const missing = Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(await issuesOf(Line, { importPeer: () => Promise.reject(missing) })).toMatch(
      /'Line'.*npm install class-validator class-transformer/,
    );
    const importPeer: CompileContractOptions['importPeer'] = (name) =>
      name === 'class-validator' ? import('class-validator') : Promise.reject(missing);
    expect(await issuesOf(Order, { importPeer })).toMatch(/npm install class-transformer/);
    expect(await issuesOf(Address, { importPeer })).toBe('');
    expect(await issuesOf(z.object({}), { importPeer: () => Promise.reject(missing) })).toBe('');
  });

  test.each([[Object], [String], [undefined], [null], [5], ['x'], [{}], [() => undefined]])(
    '%p is no contract',
    async (contract) => {
      expect(await issuesOf(contract)).toMatch(/contract/);
    },
  );

  test('a constructor that needs arguments, and a @Type that knows nothing', async () => {
    class Strict {
      @IsString() a: string;
      constructor(from: { a: string }) {
        this.a = from.a;
      }
    }
    class Circular {
      @ValidateNested() @Type(() => undefined as never) other!: Line;
    }
    expect(await issuesOf(Strict)).toMatch(/constructor of 'Strict' throws/);
    expect(await issuesOf(Circular)).toMatch(/'Circular\.other'.*circular import/);
  });

  test('a lazy class is taken', async () => {
    expect((await compiled(() => Line)).name).toBe('Line');
  });

  test('a redact path that names no field, or is no path', async () => {
    expect(await issuesOf(z.object({ password: z.string() }), { redact: ['pasword'] })).toMatch(
      /no field 'pasword' \(it has password\)/,
    );
    expect(await issuesOf(z.any(), { redact: ['a..b'] })).toMatch(/redact takes paths/);
  });
});

describe('a Standard Schema', () => {
  const zod = z.object({
    email: z.email(),
    items: z.array(z.object({ sku: z.string() })),
    count: z.number().default(3),
  });

  test('gives its output: transforms and defaults are used', async () => {
    const contract = await compiled(zod);
    expect(contract).toMatchObject({ kind: 'schema', name: 'zod schema', dtoClass: null });
    expect(await accepted(contract, { email: 'a@b.cc', items: [], extra: 1 })).toEqual({
      email: 'a@b.cc',
      items: [],
      count: 3,
    });
    expect(await accepted(await compiled(z.string().transform(Number)), '5')).toBe(5);
    const plain = { a: 1 };
    expect(contract.revive(plain)).toBe(plain);
  });

  test('zod, valibot and arktype: every error, with dotted paths', async () => {
    const schemas = [
      zod,
      v.object({ email: v.pipe(v.string(), v.email()), items: v.array(v.object({ sku: v.string() })) }),
      type({ email: 'string.email', items: type({ sku: 'string' }).array() }),
    ];
    for (const schema of schemas) {
      const contract = await compiled(schema);
      expect(
        Object.keys(await errorsOf(contract, { email: 'x', items: [{ sku: 'a' }, { sku: 1 }] })).toSorted(),
      ).toEqual(['email', 'items.1.sku']);
      expect(await errorsOf(contract, { email: 'a@b.cc', items: [] })).toEqual({});
      expect(Object.keys(await errorsOf(contract, null))).toEqual(['']);
    }
  });

  test('fields come from its JSON Schema, else are unknown', async () => {
    expect((await compiled(zod)).fields).toEqual([
      { name: 'email', required: true },
      { name: 'items', required: true },
      { name: 'count', required: false },
    ]);
    expect((await compiled(type({ a: 'string', 'b?': 'number' }))).fields).toEqual([
      { name: 'a', required: true },
      { name: 'b', required: false },
    ]);
    expect((await compiled(v.object({ a: v.string() }))).fields).toBeNull();
    expect((await compiled(z.string())).fields).toBeNull();
    expect((await compiled(z.object({ a: z.date() }).transform((value) => value.a))).fields).toBeNull();
  });

  test('an asynchronous schema is awaited, a synchronous one is not', async () => {
    const taken = z.object({ name: z.string().refine((name) => Promise.resolve(name !== 'taken'), 'taken') });
    expect(await errorsOf(await compiled(taken), { name: 'taken' })).toEqual({ name: ['taken'] });
    expect((await compiled(zod)).validate({}, INPUT)).not.toBeInstanceOf(Promise);
  });

  test('prototype keys never reach it, and deep values are refused', async () => {
    const contract = await compiled(z.any());
    const value = JSON.parse('{"a":[{"__proto__":{"x":1},"constructor":1,"ok":1}]}') as unknown;
    expect(await accepted(contract, value)).toEqual({ a: [{ ok: 1 }] });
    let deep: object = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    expect((await errorsOf(contract, deep))['']?.[0]).toMatch(/deeper than/);
  });

  test('path segments may be objects', async () => {
    const schema = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: () => ({ issues: [{ message: 'no', path: [{ key: 'items' }, 0, { key: 'sku' }] }] }),
      },
    };
    expect(await errorsOf(await compiled(schema), {})).toEqual({ 'items.0.sku': ['no'] });
  });
});

describe('redaction of a contract', () => {
  class Card {
    @Redact() @IsString() number!: string;
    @IsString() holder!: string;
  }
  class Signup extends Base {
    @MinLength(8) @Redact() password!: string;
    @IsOptional() @ValidateNested() @Type(() => Card) card?: Card;
    @IsOptional() @ValidateNested({ each: true }) @Type(() => Card) cards?: Card[];
    @IsOptional() @ValidateNested({ each: true }) @Type(() => Card) wallet?: Map<string, Card>;
    @IsOptional() @IsIn(['x'], { message: '$property must not be $value' }) @Redact() pin?: string;
  }

  test('hides marked properties at any depth, in subclasses too, without touching the value', async () => {
    class Special extends Signup {}
    const { redaction } = await compiled(Special);
    const value = {
      email: 'a@b.cc',
      password: 'hunter2!',
      card: { number: '4111', holder: 'Ada' },
      cards: [{ number: '1', holder: 'B' }],
      wallet: new Map([['a', { number: '2', holder: 'C' }]]),
    };
    expect(redaction.apply(value)).toEqual({
      email: 'a@b.cc',
      password: '[REDACTED]',
      card: { number: '[REDACTED]', holder: 'Ada' },
      cards: [{ number: '[REDACTED]', holder: 'B' }],
      wallet: new Map([['a', { number: '[REDACTED]', holder: 'C' }]]),
    });
    expect(value.password).toBe('hunter2!');
    expect(redaction.secrets(value)).toEqual(['hunter2!', '4111']);
    expect((await compiled(Order)).redaction.isEmpty).toBe(true);
  });

  test('a violation never shows a hidden value, however short', async () => {
    const errors = await errorsOf(await compiled(Signup), { email: 'x', password: 'abc', pin: '42' });
    expect(errors['pin']).toEqual(['pin must not be [REDACTED]']);
    const valibot = await compiled(v.object({ pin: v.number() }), { redact: ['pin'] });
    expect((await errorsOf(valibot, { pin: 'hunter2' }))['pin']?.[0]).not.toContain('hunter2');
  });

  test('paths hide beside a schema', async () => {
    const { redaction } = await compiled(zod2(), { redact: ['password', 'card.number', 'lines.0.code'] });
    expect(
      redaction.apply({ password: 'p', card: { number: 1, holder: 'h' }, lines: [{ code: 1 }, { code: 2 }] }),
    ).toEqual({
      password: '[REDACTED]',
      card: { number: '[REDACTED]', holder: 'h' },
      lines: [{ code: '[REDACTED]' }, { code: '[REDACTED]' }],
    });
  });

  const zod2 = () => z.object({ password: z.string(), card: z.any(), lines: z.any() });
});

test('a contract violation names contract, place and the first errors', () => {
  const error = new ContractViolationError('Order', where, { a: ['a is bad'], b: ['x', 'y'], c: ['z'], d: ['w'] });
  expect(error.message).toBe(
    "the inputs of reactor 'Order' break the contract 'Order': a: a is bad; b: x, y; c: z (and 1 more)",
  );
  expect(error).toMatchObject({ code: 'REACTOR_CONTRACT_VIOLATION', retryable: false, fieldErrors: { d: ['w'] } });
});
