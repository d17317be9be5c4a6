import type { Lease } from '../ports/storage/lease.js';
import type { Release } from './checkpointer.js';
import type { Engine } from './engine.js';

/**
 * Gives up a lease under which nothing was written. What came into the inbox stays unread, for the next holder. A lease
 * that was lost meanwhile needs no release.
 */
export async function releaseLease(engine: Engine, lease: Lease, release: Release, inboxCounter = 0): Promise<void> {
  let inboxSeen = inboxCounter;
  for (let sequence = 1; ; sequence++) {
    const answer = await engine.store.write({ lease, sequence, release: { ...release, inboxSeen } });
    if (answer.status !== 'inbox_unread') return;
    inboxSeen = answer.inboxCounter;
  }
}
