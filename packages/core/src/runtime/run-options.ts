import type { RunOptions } from '../definition/runner-methods.js';
import { validateId, validateKey } from '../kernel/id.js';
import { isPlainObject } from '../kernel/json.js';

const KNOWN = new Set(['idempotencyKey', 'onConflict', 'executionId', 'signal', 'context']);
const LATER = new Set(['delay', 'priority']);

/** Refuses what cannot be right before anything is stored; an unknown option is a mistake, never ignored. */
export function checkRunOptions(options: RunOptions): void {
  for (const name of Object.keys(options)) {
    if (LATER.has(name) && (options as Record<string, unknown>)[name] !== undefined) {
      throw new TypeError(`run option '${name}' is not available in this version of nest-reactor: leave it out`);
    }
    if (!KNOWN.has(name) && !LATER.has(name)) {
      throw new TypeError(`unknown run option '${name}': known are ${[...KNOWN].join(', ')}`);
    }
  }
  const { executionId, idempotencyKey, onConflict, context } = options;
  if (executionId !== undefined) validateId(executionId, 'executionId');
  if (idempotencyKey !== undefined) validateKey(idempotencyKey, 'idempotencyKey');
  if (executionId !== undefined && idempotencyKey !== undefined) {
    throw new TypeError(
      'give either executionId or idempotencyKey: both together are not available in this version of nest-reactor',
    );
  }
  if (onConflict !== undefined && onConflict !== 'replay' && onConflict !== 'reject') {
    throw new TypeError(`onConflict is ${JSON.stringify(onConflict)}: use 'replay' or 'reject'`);
  }
  if (context !== undefined && !isPlainObject(context)) throw new TypeError('context must be a plain object');
}
