import type { StoredExecution } from '../checkpoint/execution-record.js';
import type { AcquireAnswer } from '../ports/storage/execution-store.js';
import type { Engine } from './engine.js';
import { LiveExecution } from './live-execution.js';
import { lastOrder, loadScope, resultKeys } from './load-execution.js';
import { ValueCell } from './value-cell.js';

export type Acquired = Extract<AcquireAnswer, { readonly status: 'acquired' }>;

/** Loads an execution whose lease was acquired: lease first, then load. `sentAt` is on the monotonic clock. */
export async function resumeExecution(engine: Engine, acquired: Acquired, sentAt: number): Promise<LiveExecution> {
  const { execution: skeleton, lease, inboxCounter } = acquired;
  const values = await engine.store.values(lease.executionId, resultKeys(skeleton));
  const stored: StoredExecution = { ...skeleton, values: new Map([...skeleton.values, ...values]) };
  const root = loadScope(engine, engine.catalog.plan(stored.record.reactor), stored);
  const context = stored.values.get('context');
  return new LiveExecution(engine, root, context === undefined ? null : new ValueCell(context, engine.codec), {
    record: stored.record,
    lease,
    leaseValidUntil: sentAt + engine.settings.leaseTtl,
    order: lastOrder(root),
    traceSeq: stored.trace.at(-1)?.seq ?? 0,
    inboxCounter,
  });
}
