import type { RollbackCause, StoredExecution } from '../checkpoint/execution-record.js';
import type { InboxEntry } from '../ports/storage/inbox.js';
import { applyInbox } from './inbox.js';
import type { LiveExecution } from './live-execution.js';
import type { Stop } from './stop.js';

/**
 * What had stopped a loaded execution when its process was lost: it is stopped again, so that nothing new starts and it
 * ends as it would have. A rollback under way is stopped by nothing else any more.
 */
export function resumeStop(execution: LiveExecution, stored: StoredExecution, inbox: readonly InboxEntry[]): void {
  const { status, rollbackCause, failure, reason } = stored.record;
  if (status === 'rolling_back') {
    execution.requestStop(stopOf(rollbackCause ?? 'failure', reason));
    execution.rollingBack = true;
    return;
  }
  const halted = [...execution.root.all()].find((state) => state.status === 'halted');
  if (halted !== undefined) {
    const halt = stored.trace.findLast(({ type }) => type === 'halt');
    execution.requestStop({ kind: 'halt', step: halt?.step ?? halted.node.name, reason: halt?.reason ?? '' });
  }
  if (failure !== undefined) execution.requestStop({ kind: 'failure' });
  applyInbox(execution, inbox);
}

function stopOf(cause: RollbackCause, reason: string | undefined): Stop {
  switch (cause) {
    case 'failure':
      return { kind: 'failure' };
    case 'cancel':
    case 'undo':
      return { kind: 'cancel', reason, rollback: true };
  }
}
