import { SerializationError } from './checkpoint.errors.js';

/** Any class, abstract ones included; only its prototype and statics are used. */
export type AnyClass = abstract new (...args: never[]) => object;

export interface SerializableOptions {
  /** Name under which instances are stored; must be unique and stable. Default: the class name. */
  readonly name?: string;
}

/** How instances of one registered class are stored and made again. */
export interface SerializableClass {
  readonly name: string;
  readonly prototype: object;
  /** The class's own `static fromJSON`, used when the class also has `toJSON()`; else `null`: own properties are copied. */
  readonly fromJSON: ((data: unknown) => unknown) | null;
}

interface Registry {
  readonly byName: Map<string, SerializableClass>;
  readonly byPrototype: WeakMap<object, SerializableClass>;
}

/** Global, so that two copies of the package (import and require) agree on what is registered. */
const REGISTRY = Symbol.for('nest-reactor:serializable');

function registry(): Registry {
  const holder = globalThis as { [REGISTRY]?: Registry };
  return (holder[REGISTRY] ??= { byName: new Map(), byPrototype: new WeakMap() });
}

/**
 * Instances of the class keep their class when a step's result is stored and read again.
 *
 * The own enumerable properties are stored; reading sets them on `Object.create(Class.prototype)`, so the constructor
 * does not run. A class with `#private` state or invariants of its own declares the pair `toJSON()` and
 * `static fromJSON(data)` instead. Subclasses are registered on their own.
 */
export function Serializable(options: SerializableOptions = {}): (target: AnyClass) => void {
  return (target) => registerSerializable(target, options.name ?? target.name);
}

function registerSerializable(target: AnyClass, name: string): void {
  if (name === '')
    throw new SerializationError(
      '@Serializable() needs a name for a class without one: @Serializable({ name: "Money" })',
    );
  const { byName, byPrototype } = registry();
  const prototype = target.prototype as object;
  const known = byName.get(name);
  if (known && known.prototype !== prototype) {
    throw new SerializationError(
      `two different classes are registered as @Serializable() '${name}'; give one of them its own name: @Serializable({ name: '…' })`,
    );
  }
  const fromJSON = (target as { fromJSON?: unknown }).fromJSON;
  const entry: SerializableClass = {
    name,
    prototype,
    fromJSON:
      typeof fromJSON === 'function' && typeof (prototype as { toJSON?: unknown }).toJSON === 'function'
        ? (data) => (fromJSON as (this: unknown, data: unknown) => unknown).call(target, data)
        : null,
  };
  byName.set(name, entry);
  byPrototype.set(prototype, entry);
}

/** The registration of exactly this prototype, not of its parents. */
export function serializableOf(prototype: object): SerializableClass | undefined {
  return registry().byPrototype.get(prototype);
}

/** The class registered under a stored name, or `undefined` when this process never loaded it. */
export function serializableNamed(name: string): SerializableClass | undefined {
  return registry().byName.get(name);
}
