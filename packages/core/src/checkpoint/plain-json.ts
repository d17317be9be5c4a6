/** Nesting beyond this is refused when a value is stored; one walk never needs more stack than that. */
export const MAX_DEPTH = 1_000;

/**
 * Remembers the objects one walk has met. A short list is searched linearly, since most values hold a handful of
 * objects and a `Set` costs more than they do.
 */
class SeenObjects {
  private readonly few: object[] = [];
  private many: Set<object> | null = null;

  /** False when the object was met before. */
  add(value: object): boolean {
    if (this.many) {
      if (this.many.has(value)) return false;
      this.many.add(value);
      return true;
    }
    if (this.few.includes(value)) return false;
    this.few.push(value);
    if (this.few.length === 16) this.many = new Set(this.few);
    return true;
  }
}

/**
 * True when `JSON.parse(JSON.stringify(value))` is the same value: only plain objects and dense arrays, no `undefined`,
 * `NaN`, `±Infinity` or `-0`, no object twice (a shared reference or a cycle), no own `__proto__`.
 *
 * Calls getters, and lets what they throw through. Answers false for whatever it cannot decide.
 */
export function isPlainJson(value: object): boolean {
  if (Array.isArray(value)) return isJsonArray(value, start(value), 1);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  // Flat objects, the most common result, need no list of what was met.
  for (const key of Object.keys(value)) {
    const item: unknown = (value as Record<string, unknown>)[key];
    if (typeof item === 'object' && item !== null) return isJsonObject(value, start(value), 1);
    if (!isJsonScalar(item) || key === '__proto__') return false;
  }
  return true;
}

function start(root: object): SeenObjects {
  const seen = new SeenObjects();
  seen.add(root);
  return seen;
}

function isJsonObject(value: object, seen: SeenObjects, depth: number): boolean {
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || !isJsonItem((value as Record<string, unknown>)[key], seen, depth)) return false;
  }
  return true;
}

function isJsonArray(value: readonly unknown[], seen: SeenObjects, depth: number): boolean {
  if (Object.getPrototypeOf(value) !== Array.prototype) return false;
  for (let index = 0; index < value.length; index += 1) {
    if (!isJsonItem(value[index], seen, depth)) return false;
  }
  return true;
}

function isJsonItem(item: unknown, seen: SeenObjects, depth: number): boolean {
  if (typeof item !== 'object' || item === null) return isJsonScalar(item);
  if (depth >= MAX_DEPTH || !seen.add(item)) return false;
  if (Array.isArray(item)) return isJsonArray(item, seen, depth + 1);
  return Object.getPrototypeOf(item) === Object.prototype && isJsonObject(item, seen, depth + 1);
}

/** `undefined` is not: it would vanish from an object and become `null` in an array. */
function isJsonScalar(item: unknown): boolean {
  switch (typeof item) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return item === 0 ? 1 / item > 0 : item - item === 0;
    default:
      return item === null;
  }
}
