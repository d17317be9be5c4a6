import { dataToError, type ErrorData } from './error-value.js';
import { serializableNamed } from './serializable.js';
import { isTagNode, Tag, TAG, type TagNode } from './value-tags.js';

/** Nodes nest at most three deep per level of the value, so that every text `encodeRich` wrote is readable. */
const MAX_NODES = 3_100;

/** Reads the tree behind the marker. Throws plain errors; the codec names what could not be read. */
export function decodeRich(json: string): unknown {
  return new RichDecoder().value(JSON.parse(json), 0);
}

type Reader = (decoder: RichDecoder, node: TagNode, depth: number) => unknown;

/** Turns a parsed tree into the value, in place where it can: only nodes are replaced. */
class RichDecoder {
  private readonly shared = new Map<number, unknown>();

  value(node: unknown, depth: number): unknown {
    if (typeof node !== 'object' || node === null) return node;
    if (depth > MAX_NODES) throw new Error(`it is nested deeper than ${MAX_NODES} levels`);
    if (Array.isArray(node)) return this.items(node, depth);
    return isTagNode(node) ? this.tagged(node, depth) : this.members(node as Record<string, unknown>, depth);
  }

  items(nodes: unknown, depth: number): unknown[] {
    if (!Array.isArray(nodes)) throw new Error('a list is missing');
    for (let index = 0; index < nodes.length; index += 1) {
      const node: unknown = nodes[index];
      if (typeof node === 'object' && node !== null) nodes[index] = this.value(node, depth + 1);
    }
    return nodes as unknown[];
  }

  /** `__proto__` is never written; a text that has it was changed by somebody else. */
  members(node: Record<string, unknown>, depth: number): Record<string, unknown> {
    for (const key of Object.keys(node)) {
      if (key === '__proto__') throw new Error("it has the key '__proto__'");
      const item = node[key];
      if (typeof item === 'object' && item !== null) node[key] = this.value(item, depth + 1);
    }
    return node;
  }

  pairs(nodes: unknown, depth: number): [unknown, unknown][] {
    return this.items(nodes, depth).map((pair) => {
      if (!Array.isArray(pair) || pair.length !== 2) throw new Error('a pair is missing');
      return pair as [unknown, unknown];
    });
  }

  private tagged(node: TagNode, depth: number): unknown {
    const tag = node[TAG];
    if (tag === Tag.shared) {
      const value = this.value(node['v'], depth + 1);
      this.shared.set(Number(node['i']), value);
      return value;
    }
    if (tag === Tag.again) {
      const id = Number(node['i']);
      if (!this.shared.has(id)) throw new Error(`it refers to part ${id}, which is missing`);
      return this.shared.get(id);
    }
    const reader = READERS.get(tag);
    if (!reader)
      throw new Error(`it holds a value of the unknown kind '${String(tag)}'; was it written by a newer version?`);
    return reader(this, node, depth);
  }
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [Tag.undefined, () => undefined],
  [Tag.number, (_, node) => Number(node['v'])],
  [Tag.bigint, (_, node) => BigInt(string(node['v']))],
  [Tag.date, (_, node) => new Date(node['v'] === null ? NaN : Number(node['v']))],
  [Tag.map, (decoder, node, depth) => new Map(decoder.pairs(node['v'], depth))],
  [Tag.set, (decoder, node, depth) => new Set(decoder.items(node['v'], depth))],
  [Tag.regexp, (_, node) => new RegExp(string(node['s']), string(node['f']))],
  [Tag.url, (_, node) => new URL(string(node['v']))],
  [Tag.searchParams, (_, node) => new URLSearchParams(string(node['v']))],
  [Tag.buffer, (_, node) => Buffer.from(string(node['v']), 'base64')],
  [Tag.arrayBuffer, (_, node) => bytes(node['v'])],
  [Tag.view, (_, node) => view(string(node['k']), bytes(node['v']))],
  [Tag.error, (decoder, node, depth) => dataToError(decoder.value(node['v'], depth + 1) as ErrorData)],
  [Tag.instance, readInstance],
  [
    Tag.nullPrototype,
    (decoder, node, depth) => Object.assign(Object.create(null) as object, decoder.value(node['v'], depth + 1)),
  ],
  [Tag.sparse, readSparse],
  [Tag.pairs, (decoder, node, depth) => fromPairs(decoder.pairs(node['v'], depth))],
]);

function readInstance(decoder: RichDecoder, node: TagNode, depth: number): unknown {
  const name = string(node['c']);
  const known = serializableNamed(name);
  if (!known)
    throw new Error(
      `it holds a @Serializable() '${name}', which this process has not loaded: import the class where the reactor is declared`,
    );
  if ('e' in node)
    return Object.setPrototypeOf(
      dataToError(decoder.value(node['e'], depth + 1) as ErrorData),
      known.prototype,
    ) as unknown;
  if ('j' in node) {
    if (!known.fromJSON) throw new Error(`it was written by toJSON() of '${name}', whose static fromJSON() is gone`);
    return known.fromJSON(decoder.value(node['j'], depth + 1));
  }
  return Object.assign(Object.create(known.prototype) as object, decoder.value(node['v'], depth + 1));
}

function readSparse(decoder: RichDecoder, node: TagNode, depth: number): unknown[] {
  const array: unknown[] = [];
  array.length = Number(node['n']);
  for (const [index, item] of decoder.pairs(node['v'], depth)) array[Number(index)] = item;
  return array;
}

function fromPairs(pairs: readonly (readonly [unknown, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, item] of pairs) {
    if (key === '__proto__') throw new Error("it has the key '__proto__'");
    object[String(key)] = item;
  }
  return object;
}

function string(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a text is missing');
  return value;
}

/** A buffer of its own: Buffer's pool is shared, and a typed array needs an aligned start. */
function bytes(value: unknown): ArrayBuffer {
  const decoded = Buffer.from(string(value), 'base64');
  return decoded.buffer.slice(decoded.byteOffset, decoded.byteOffset + decoded.byteLength);
}

const VIEWS = new Map<string, new (buffer: ArrayBuffer) => ArrayBufferView>(
  [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  ].map((type) => [type.name, type]),
);

function view(kind: string, buffer: ArrayBuffer): ArrayBufferView {
  const type = VIEWS.get(kind);
  if (!type) throw new Error(`it holds a '${kind}', which this version of Node does not have`);
  return new type(buffer);
}
