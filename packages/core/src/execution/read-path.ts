/**
 * Follows a path into a value. Through `undefined` or `null` it gives `undefined`; into any other primitive it throws a
 * `TypeError`, since such a path can never be right. Methods are not data and give `undefined`.
 */
export function readPath(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (current === undefined || current === null) return undefined;
    if (typeof current !== 'object') {
      throw new TypeError(`cannot read '${key}' of a ${typeof current} (path '${path.join('.')}')`);
    }
    const next = (current as Record<string, unknown>)[key];
    current = typeof next === 'function' ? undefined : next;
  }
  return current;
}
