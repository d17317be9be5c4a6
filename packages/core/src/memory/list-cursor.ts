import { InvalidIdError } from '../kernel/id.errors.js';
import type { CreationKey } from './creation-order.js';

/** A cursor names the last execution of its page; opaque to callers. */
export function encodeCursor(last: CreationKey): string {
  return Buffer.from(JSON.stringify([last.createdAt, last.id])).toString('base64url');
}

/** Throws `InvalidIdError` for anything that no page answered. */
export function decodeCursor(cursor: string): CreationKey {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === 2) {
      const [createdAt, id] = parts as unknown[];
      if (typeof createdAt === 'number' && typeof id === 'string') return { createdAt, id };
    }
  } catch {
    // Not JSON: refused below, like JSON of another shape.
  }
  throw new InvalidIdError('cursor', cursor, 'was not answered by a list: begin again without a cursor');
}
