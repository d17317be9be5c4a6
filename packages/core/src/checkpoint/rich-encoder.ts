import { types } from 'node:util';
import { constructorName } from '../kernel/json.js';
import { SerializationError } from './checkpoint.errors.js';
import { errorToData, isError, type ErrorData } from './error-value.js';
import { MAX_DEPTH } from './plain-json.js';
import { refusalOf } from './refused-values.js';
import { serializableOf, type SerializableClass } from './serializable.js';
import { RICH, TAG, Tag } from './value-tags.js';

/** A stored tree under construction: plain JSON, tag nodes included. */
type Node = unknown;
type Slot = { holder: Record<string | number, Node>; key: string | number; id: number };

export interface RichEncoderOptions {
  /** Called for an instance whose class is neither built in, registered nor expected. */
  readonly foreignClass: (prototype: object, path: string) => void;
}

/** Encodes one value of any kind; throws `SerializationError` whose message is completed by `where`. */
export function encodeRich(value: unknown, where: string | (() => string), options: RichEncoderOptions): string {
  const encoder = new RichEncoder(where, options);
  const root: { value: Node } = { value: undefined };
  encoder.put(root, 'value', value);
  return RICH + JSON.stringify(root.value);
}

/**
 * One walk over one value.
 *
 * 1. Every object is read once: a getter runs once, and a second meeting of the same object becomes a reference.
 * 2. `open` holds the objects between the root and here; meeting one of them again is a cycle.
 * 3. `path` is kept as segments and only joined for a message.
 */
class RichEncoder {
  private readonly slots = new Map<object, Slot>();
  private readonly open = new Set<object>();
  private readonly path: string[] = [];
  private shared = 0;

  constructor(
    private readonly where: string | (() => string),
    private readonly options: RichEncoderOptions,
  ) {}

  put(holder: Slot['holder'], key: string | number, value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      holder[key] = this.scalar(value);
      return;
    }
    const slot = this.slots.get(value);
    if (slot) {
      if (this.open.has(value)) this.refuse('refers back to itself (a cycle)');
      holder[key] = { [TAG]: Tag.again, i: this.number(slot) };
      return;
    }
    if (this.open.size >= MAX_DEPTH) this.refuse(`is nested deeper than ${MAX_DEPTH} levels`);
    this.slots.set(value, { holder, key, id: -1 });
    this.open.add(value);
    holder[key] = this.object(value);
    this.open.delete(value);
  }

  /** Wraps the first meeting of a shared object the moment there is a second one. */
  private number(slot: Slot): number {
    if (slot.id === -1) {
      slot.id = this.shared;
      this.shared += 1;
      slot.holder[slot.key] = { [TAG]: Tag.shared, i: slot.id, v: slot.holder[slot.key] };
    }
    return slot.id;
  }

  private scalar(value: unknown): Node {
    switch (typeof value) {
      case 'undefined':
        return { [TAG]: Tag.undefined };
      case 'number':
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return { [TAG]: Tag.number, v: Object.is(value, -0) ? '-0' : String(value) };
      case 'bigint':
        return { [TAG]: Tag.bigint, v: value.toString() };
      case 'function':
        return this.refuse(`is a function${value.name === '' ? '' : ` ('${value.name}')`}`);
      case 'symbol':
        return this.refuse('is a symbol');
      default:
        return value;
    }
  }

  private object(value: object): Node {
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === Object.prototype) return this.plain(value);
    const registered = prototype === null ? undefined : serializableOf(prototype);
    if (registered) return this.registered(value, registered);
    if (Array.isArray(value)) return this.array(value);
    const node = this.builtIn(value);
    if (node === null) return this.other(value, prototype);
    if (prototype !== null && node[TAG] !== Tag.error && !BUILT_IN.has(constructorName(value) ?? '')) {
      this.options.foreignClass(prototype, this.path.join('.'));
    }
    return node;
  }

  private plain(value: object): Node {
    const keys = this.guarded(() => Object.keys(value));
    if (!keys.includes(TAG)) return this.members(value, keys);
    const pairs: Node[] = [];
    this.eachMember(value, keys, (key, item) => {
      const pair: Node[] = [key, null];
      this.put(pair as unknown as Slot['holder'], 1, item);
      pairs.push(pair);
    });
    return { [TAG]: Tag.pairs, v: pairs };
  }

  private members(value: object, keys: readonly string[]): Record<string, Node> {
    const node: Record<string, Node> = {};
    this.eachMember(value, keys, (key, item) => this.put(node, key, item));
    return node;
  }

  /** An own `__proto__` is dropped: it is never data somebody meant, and assigning it later would change a prototype. */
  private eachMember(value: object, keys: readonly string[], visit: (key: string, item: unknown) => void): void {
    for (const key of keys) {
      if (key === '__proto__') continue;
      this.path.push(key);
      visit(
        key,
        this.guarded(() => (value as Record<string, unknown>)[key]),
      );
      this.path.pop();
    }
  }

  private array(value: readonly unknown[]): Node {
    const prototype = Object.getPrototypeOf(value) as object;
    if (constructorName(value) !== 'Array') this.options.foreignClass(prototype, this.path.join('.'));
    const indexes = Object.keys(value).filter((key) => Number(key) < value.length && /^\d+$/.test(key));
    if (indexes.length === value.length) return this.items(value);
    const pairs: Node[] = [];
    this.eachMember(value, indexes, (key, item) => {
      const pair: Node[] = [Number(key), null];
      this.put(pair as unknown as Slot['holder'], 1, item);
      pairs.push(pair);
    });
    return { [TAG]: Tag.sparse, n: value.length, v: pairs };
  }

  private items(values: Iterable<unknown>): Node[] {
    const nodes: Node[] = [];
    for (const item of values) {
      const index = nodes.push(null) - 1;
      this.path.push(String(index));
      this.put(nodes as unknown as Slot['holder'], index, item);
      this.path.pop();
    }
    return nodes;
  }

  private builtIn(value: object): Record<string, Node> | null {
    if (types.isDate(value)) {
      const time = value.getTime();
      return { [TAG]: Tag.date, v: Number.isNaN(time) ? null : time };
    }
    if (types.isMap(value)) return { [TAG]: Tag.map, v: this.entries(value) };
    if (types.isSet(value)) return { [TAG]: Tag.set, v: this.items(value) };
    if (types.isRegExp(value)) return { [TAG]: Tag.regexp, s: value.source, f: value.flags };
    if (value instanceof URL) return { [TAG]: Tag.url, v: value.href };
    if (value instanceof URLSearchParams) return { [TAG]: Tag.searchParams, v: value.toString() };
    if (types.isArrayBuffer(value)) return { [TAG]: Tag.arrayBuffer, v: Buffer.from(value).toString('base64') };
    if (ArrayBuffer.isView(value)) return viewNode(value);
    if (isError(value)) return { [TAG]: Tag.error, v: this.error(errorToData(value)) };
    return null;
  }

  private entries(map: ReadonlyMap<unknown, unknown>): Node[] {
    const nodes: Node[] = [];
    for (const [key, item] of map) {
      const pair: Node[] = [null, null];
      nodes.push(pair);
      this.path.push(typeof key === 'string' || typeof key === 'number' ? String(key) : `<key ${nodes.length - 1}>`);
      this.put(pair as unknown as Slot['holder'], 0, key);
      this.put(pair as unknown as Slot['holder'], 1, item);
      this.path.pop();
    }
    return nodes;
  }

  /** The data is made here, so only scalars and Dates in it need a look. */
  private error(data: ErrorData): Node {
    return this.items([data])[0];
  }

  private registered(value: object, known: SerializableClass): Node {
    const node: Record<string, Node> = { [TAG]: Tag.instance, c: known.name };
    if (isError(value)) node['e'] = this.error(errorToData(value));
    else if (known.fromJSON)
      this.put(
        node,
        'j',
        this.guarded(() => (value as { toJSON(): unknown }).toJSON()),
      );
    else node['v'] = this.plain(value);
    return node;
  }

  /** Objects without a prototype, then instances of classes nobody registered: their `toJSON()`, else their own properties. */
  private other(value: object, prototype: object | null): Node {
    if (types.isBoxedPrimitive(value)) return this.scalar((value as { valueOf(): unknown }).valueOf());
    const refusal = this.guarded(() => refusalOf(value));
    if (refusal) this.refuse(refusal);
    if (prototype === null) return { [TAG]: Tag.nullPrototype, v: this.plain(value) };
    if (constructorName(value) !== 'Object') this.options.foreignClass(prototype, this.path.join('.'));
    const toJSON: unknown = this.guarded(() => (value as { toJSON?: unknown }).toJSON);
    if (typeof toJSON !== 'function') return this.plain(value);
    const data: unknown = this.guarded(() => (toJSON as (this: object) => unknown).call(value));
    if (data === value || typeof data === 'function') return this.plain(value);
    return typeof data === 'object' && data !== null ? this.standIn(value, data) : this.scalar(data);
  }

  /** `data` is stored in the place of `value`; both share one slot, since whoever meets either again means that place. */
  private standIn(value: object, data: object): Node {
    const slot = this.slots.get(data);
    if (slot) {
      if (this.open.has(data)) this.refuse('refers back to itself (a cycle)');
      return { [TAG]: Tag.again, i: this.number(slot) };
    }
    if (this.open.size >= MAX_DEPTH) this.refuse(`is nested deeper than ${MAX_DEPTH} levels`);
    this.slots.set(data, this.slots.get(value) as Slot);
    this.open.add(data);
    const node = this.object(data);
    this.open.delete(data);
    return node;
  }

  private guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (thrown) {
      return this.refuse('throws when it is read', thrown);
    }
  }

  private refuse(what: string, cause?: unknown): never {
    const where = typeof this.where === 'string' ? this.where : this.where();
    const path = this.path.length === 0 ? '' : ` at '${shortPath(this.path)}'`;
    throw new SerializationError(
      `${where} cannot be stored: the value${path} ${what}; return plain data instead`,
      cause === undefined ? {} : { cause },
    );
  }
}

function shortPath(path: readonly string[]): string {
  return path.length <= 12 ? path.join('.') : `${path.slice(0, 6).join('.')} … ${path.slice(-3).join('.')}`;
}

/** Subclasses of these are stored as what they extend, which the warning must say. */
const BUILT_IN = new Set(
  ['Date', 'Map', 'Set', 'RegExp', 'URL', 'URLSearchParams', 'ArrayBuffer', 'Buffer', 'DataView'].concat(
    [
      'Int8',
      'Uint8',
      'Uint8Clamped',
      'Int16',
      'Uint16',
      'Int32',
      'Uint32',
      'Float16',
      'Float32',
      'Float64',
      'BigInt64',
      'BigUint64',
    ].map((kind) => `${kind}Array`),
  ),
);

/** Only the bytes the view shows: a view on a pooled buffer must not carry its neighbours' bytes into the store. */
function viewNode(view: ArrayBufferView): Record<string, Node> {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');
  if (Buffer.isBuffer(view)) return { [TAG]: Tag.buffer, v: bytes };
  return {
    [TAG]: Tag.view,
    k: (view as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] ?? 'DataView',
    v: bytes,
  };
}
