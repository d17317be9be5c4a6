import { createHash } from 'node:crypto';

/** Payment gateways take at most 255 characters. */
const LONGEST = 200;

/** The key itself, or a hash of it when it is too long for those who get it. */
export function shortKey(key: string): string {
  return key.length <= LONGEST ? key : createHash('sha256').update(key).digest('hex');
}
