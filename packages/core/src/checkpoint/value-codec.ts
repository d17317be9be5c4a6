import { constructorName } from '../kernel/json.js';
import { SerializationError } from './checkpoint.errors.js';
import { isPlainJson } from './plain-json.js';
import { decodeRich } from './rich-decoder.js';
import { encodeRich } from './rich-encoder.js';
import { CUSTOM, RICH } from './value-tags.js';

/** Turns every value an execution keeps (inputs, results, payloads) into text and back. */
export interface ValueCodec {
  /**
   * The stored text of a value.
   *
   * @param where what the value is, for messages: "the result of step 'charge' of reactor 'Order'".
   * @throws SerializationError naming `where`, the path and the fix, when the value cannot be stored or is too large.
   */
  encode(value: unknown, where: string | (() => string)): string;
  /** The value again, a fresh one each time. Throws `SerializationError` when the text is unreadable. */
  decode(text: string): unknown;
  /**
   * The value with `change` made to its plain text, as it is before the configured codec: what hides secrets must not search
   * in what was encrypted. The value itself when nothing was changed.
   */
  rewrite(value: unknown, change: (text: string) => string): unknown;
  /** Instances of the class become plain data without a warning: a contract makes them again when they are read. */
  expectClass(target: abstract new (...args: never[]) => object): void;
}

/** Encrypts or compresses the stored text; both directions are synchronous. */
export interface TextCodec {
  encode(text: string): string;
  decode(text: string): string;
}

/** Replaces the built-in serialisation altogether (superjson fits as it is); what it cannot keep is its own affair. */
export interface ValueSerializer {
  stringify(value: unknown): string;
  parse(text: string): unknown;
}

export interface ValueCodecOptions {
  /** Largest stored text of one value, in UTF-8 bytes, after `codec`. */
  readonly maxBytes: number;
  /** Told once per class that loses its class when stored. */
  readonly warn: (message: string) => void;
  /** Default: none; the text is stored as it is. */
  readonly codec?: TextCodec;
  /** Default: the built-in serialisation. Texts written before it was set stay readable. */
  readonly serializer?: ValueSerializer;
}

type Where = string | (() => string);

/**
 * Plain JSON is written as JSON, after one walk that made sure nothing of the value would be lost; everything else as a
 * marked tree (`value-tags.ts`).
 */
export function createValueCodec(options: ValueCodecOptions): ValueCodec {
  const foreign = new ForeignClasses(options.warn);
  const { maxBytes, codec, serializer } = options;
  const write = serializer
    ? (value: unknown, where: Where) => CUSTOM + customText(serializer, value, where)
    : (value: unknown, where: Where) => encodeValue(value, where, foreign);
  const encode = codec
    ? (value: unknown, where: Where) => limited(encodedText(codec, write(value, where), where), maxBytes, where)
    : (value: unknown, where: Where) => limited(write(value, where), maxBytes, where);
  return {
    encode,
    decode: (text) => decodeText(text, codec, serializer),
    rewrite: (value, change) => {
      const text = write(value, 'a shown value');
      const changed = change(text);
      return changed === text ? value : decodeText(changed, undefined, serializer);
    },
    expectClass: (target) => foreign.expect(target.prototype as object),
  };
}

function encodeValue(value: unknown, where: Where, foreign: ForeignClasses): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (value === 0 ? 1 / value > 0 : value - value === 0) return `${value}`;
      break;
    case 'object':
      if (value === null) return 'null';
      if (isSafelyPlain(value)) return plainText(value, where, foreign);
      break;
    default:
  }
  return richText(value, where, foreign);
}

/** A value that throws when looked at is left to the careful walk, which knows the path. */
function isSafelyPlain(value: object): boolean {
  try {
    return isPlainJson(value);
  } catch {
    return false;
  }
}

function plainText(value: object, where: Where, foreign: ForeignClasses): string {
  try {
    return JSON.stringify(value);
  } catch {
    return richText(value, where, foreign);
  }
}

function richText(value: unknown, where: Where, foreign: ForeignClasses): string {
  try {
    return encodeRich(value, where, { foreignClass: (prototype, path) => foreign.meet(prototype, path, where) });
  } catch (thrown) {
    if (thrown instanceof SerializationError) throw thrown;
    throw new SerializationError(`${said(where)} cannot be stored: ${reason(thrown)}`, { cause: thrown });
  }
}

function customText(serializer: ValueSerializer, value: unknown, where: Where): string {
  let text: unknown;
  try {
    text = serializer.stringify(value);
  } catch (thrown) {
    throw new SerializationError(
      `${said(where)} cannot be stored: the configured serializer threw: ${reason(thrown)}`,
      { cause: thrown },
    );
  }
  if (typeof text === 'string') return text;
  throw new SerializationError(
    `${said(where)} cannot be stored: stringify() of the configured serializer answered no string`,
  );
}

function encodedText(codec: TextCodec, text: string, where: Where): string {
  let encoded: unknown;
  try {
    encoded = codec.encode(text);
  } catch (thrown) {
    throw new SerializationError(`${said(where)} cannot be stored: the configured codec threw: ${reason(thrown)}`, {
      cause: thrown,
    });
  }
  if (typeof encoded === 'string') return encoded;
  throw new SerializationError(
    `${said(where)} cannot be stored: encode() of the configured codec answered no string (it must be synchronous)`,
  );
}

function limited(text: string, maxBytes: number, where: Where): string {
  // A UTF-16 unit takes at most three bytes, so short texts need no counting.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  throw new SerializationError(
    `${said(where)} cannot be stored: it takes ${bytes} bytes, the limit is ${maxBytes}; keep large data elsewhere and return a reference, or raise limits.valueBytes`,
  );
}

function decodeText(stored: string, codec: TextCodec | undefined, serializer: ValueSerializer | undefined): unknown {
  try {
    const text: unknown = codec ? codec.decode(stored) : stored;
    if (typeof text !== 'string')
      throw new Error('decode() of the configured codec answered no string (it must be synchronous)');
    if (text.startsWith(RICH)) return decodeRich(text.slice(1));
    if (!text.startsWith(CUSTOM)) return JSON.parse(text) as unknown;
    if (!serializer) throw new Error('it was written by a `serializer` that is not configured here');
    return serializer.parse(text.slice(1));
  } catch (thrown) {
    throw new SerializationError(`a stored value cannot be read: ${reason(thrown)}`, { cause: thrown });
  }
}

/** Classes that lose their class when stored: those expected are silent, each other one is told once. */
class ForeignClasses {
  private readonly silent = new WeakSet<object>();

  constructor(private readonly warn: (message: string) => void) {}

  expect(prototype: object): void {
    this.silent.add(prototype);
  }

  meet(prototype: object, path: string, where: Where): void {
    if (this.silent.has(prototype)) return;
    this.silent.add(prototype);
    const name = constructorName(prototype) ?? 'an unnamed class';
    const at = path === '' ? 'is' : `holds at '${path}'`;
    this.warn(
      `${said(where)} ${at} an instance of '${name}', which is stored as plain data: later steps read it without its class. ` +
        `Decorate '${name}' with @Serializable(), declare it as the step's \`output\`, or return a plain object.`,
    );
  }
}

function said(where: Where): string {
  return typeof where === 'string' ? where : where();
}

/** Never the text itself: a JSON error quotes what it met, and that may be a secret. */
function reason(thrown: unknown): string {
  if (thrown instanceof SyntaxError) return 'its text is damaged (invalid JSON)';
  if (thrown instanceof RangeError) return 'it is nested too deeply';
  return thrown instanceof Error ? thrown.message : 'something that is no Error was thrown';
}
