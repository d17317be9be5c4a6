import type { ExecutionRecord } from '../checkpoint/execution-record.js';
import { isTerminal } from '../checkpoint/status.js';
import type { Lease } from '../ports/storage/lease.js';
import type { Release } from './checkpointer.js';
import type { Engine } from './engine.js';
import type { LiveExecution } from './live-execution.js';

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

/** How an execution is given up that nobody works on now: what its status says, and the rest of its retention. */
export function restingRelease(engine: Engine, record: ExecutionRecord): Release {
  const now = engine.clock.now();
  if (record.status === 'paused') return { due: null };
  if (!isTerminal(record.status)) return { due: now + engine.settings.leaseTtl };
  const passed = record.endedAt === undefined ? 0 : now - record.endedAt;
  return { due: null, retention: Math.max(0, engine.settings.retention - passed) };
}

/** The last write under a lease, when nothing in the inbox can change it any more. */
export async function finishRegardless(execution: LiveExecution, release: Release): Promise<void> {
  while ((await execution.checkpointer.finish(release)).status === 'inbox_unread');
}
