import { types } from 'node:util';
import { FORBIDDEN_KEYS } from '../kernel/json.js';
import type { DtoProperty, DtoShape, NestedType } from './dto-shape.js';

/** DTOs nested deeper than this are refused: class-validator walks them recursively. */
export const MAX_DTO_DEPTH = 200;

export class NestedTooDeeplyError extends Error {}

export interface FillOptions {
  readonly dropUnknown: boolean;
  /** True for data that was accepted before: names are the properties', and nothing is converted or transformed again. */
  readonly revived: boolean;
}

type Source = Readonly<Record<string, unknown>>;

/**
 * An instance of the shape's class, filled from plain data or from another instance; nested ones likewise.
 *
 * Keeps to class-transformer's rules (defaults stay where nothing is given, methods and read-only accessors are not
 * overwritten), but leaves every value without a type as it is: class-transformer would turn URLs, buffers and errors
 * into `{}`, and it deletes the discriminator from the caller's object.
 */
export function fillDto(shape: DtoShape, source: object, options: FillOptions, depth = 1): object {
  if (depth > MAX_DTO_DEPTH) throw new NestedTooDeeplyError();
  const instance = new shape.dtoClass() as Record<string, unknown>;
  if (options.revived) dropMissing(instance, source);
  const names = options.revived ? shape.properties : shape.inputs;
  for (const key of Object.keys(source)) {
    const property = names.get(key);
    if (FORBIDDEN_KEYS.has(key) || (!options.revived && isDropped(shape, key, property, options.dropUnknown))) continue;
    const name = property?.name ?? key;
    if (name in shape.dtoClass.prototype && !isWritable(instance, name)) continue;
    const value = (source as Source)[key];
    if (value === undefined) {
      if (!(name in instance)) instance[name] = undefined;
      continue;
    }
    instance[name] = property ? fillProperty(property, value, source, instance, options, depth) : value;
  }
  return instance;
}

/** Defaults that were not there when the instance was stored do not come back. */
function dropMissing(instance: Record<string, unknown>, source: object): void {
  for (const key of Object.keys(instance)) {
    if (!Object.hasOwn(source, key)) delete instance[key];
  }
}

function isDropped(shape: DtoShape, key: string, property: DtoProperty | undefined, dropUnknown: boolean): boolean {
  if (property?.excluded) return true;
  if (shape.exposedOnly && !(property && shape.exposedOnly.has(property.name))) return true;
  return !property && dropUnknown && shape.hasRules;
}

/** False for methods and for accessors without a setter. */
function isWritable(instance: object, name: string): boolean {
  for (let holder: object | null = instance; holder; holder = Object.getPrototypeOf(holder) as object | null) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name);
    if (!descriptor) continue;
    return 'value' in descriptor ? typeof descriptor.value !== 'function' : descriptor.set !== undefined;
  }
  return true;
}

function fillProperty(
  property: DtoProperty,
  value: unknown,
  source: object,
  instance: object,
  options: FillOptions,
  depth: number,
): unknown {
  const filled = property.nested
    ? fillNested(property.nested, value, { newObject: instance, object: source }, options, depth)
    : value;
  if (options.revived || property.transforms.length === 0) return filled;
  return property.transforms.reduce(
    (current, transform) => transform({ value: current, key: property.inputName, obj: source, type: 0, options: {} }),
    filled,
  );
}

type Owner = Parameters<NestedType['target']>[1];

function fillNested(nested: NestedType, value: unknown, owner: Owner, options: FillOptions, depth: number): unknown {
  const one = (item: unknown): unknown => fillOne(nested, item, owner, options, depth);
  if (Array.isArray(value)) {
    // Holes are read as undefined, which class-validator then refuses.
    const items = Array.from(value, one);
    return nested.collection === 'set' ? new Set(items) : items;
  }
  if (types.isSet(value)) return new Set([...value].map(one));
  if (types.isMap(value)) return new Map([...value].map(([key, item]) => [key, one(item)]));
  if (nested.collection === 'map' && typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, one(item)]));
  }
  return one(value);
}

function fillOne(nested: NestedType, item: unknown, owner: Owner, options: FillOptions, depth: number): unknown {
  const target = nested.target(item, owner);
  if (target === null) return item;
  if (typeof target === 'function') return options.revived ? item : target(item);
  // A list in a list, or a scalar where an object is due, is left for class-validator to refuse.
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const instance = fillDto(target, item, options, depth + 1);
  if (nested.discriminator !== null && Object.hasOwn(item, nested.discriminator)) {
    (instance as Record<string, unknown>)[nested.discriminator] = (item as Source)[nested.discriminator];
  }
  return instance;
}
