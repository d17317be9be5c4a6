import type { InboxEntry } from '../ports/storage/inbox.js';
import type { LiveExecution } from './live-execution.js';
import type { Stop } from './stop.js';

/** Looks at the inbox when the last answer of the store said that something came in. */
export async function readInbox(execution: LiveExecution): Promise<void> {
  const { checkpointer } = execution;
  const { inbox, inboxCounter } = await execution.engine.store.readInbox(execution.id);
  checkpointer.inboxCounter = Math.max(checkpointer.inboxCounter, inboxCounter);
  checkpointer.inboxSeen = checkpointer.inboxCounter;
  applyInbox(execution, inbox);
}

/** Entries are applied once or often: each is idempotent. */
export function applyInbox(execution: { requestStop(stop: Stop): void }, inbox: readonly InboxEntry[]): void {
  for (const entry of inbox) {
    if (entry.kind !== 'cancel') continue;
    const { reason, rollback } = entry.data as { readonly reason?: string; readonly rollback?: boolean };
    execution.requestStop({ kind: 'cancel', reason, rollback: rollback === true });
  }
}
