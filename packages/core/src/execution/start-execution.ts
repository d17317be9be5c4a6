import type { ExecutionRecord, StoredExecution, ValueKey } from '../checkpoint/execution-record.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import { newNonce } from '../kernel/id.js';
import type { StartAnswer } from '../ports/storage/execution-store.js';
import type { Plan, PlanNode } from '../plan/plan.js';
import type { Engine } from './engine.js';
import { LiveExecution } from './live-execution.js';
import type { NodeState } from './node-state.js';
import { releaseLease } from './release-lease.js';
import { Scope } from './scope.js';
import type { ValueCell } from './value-cell.js';

export interface StartOptions {
  readonly id: string;
  readonly inputs: ValueCell;
  readonly context: ValueCell | null;
  readonly idempotencyKey?: string;
  readonly parent?: { readonly executionId: string; readonly step: string };
}

export type Started =
  | { readonly status: 'started'; readonly execution: LiveExecution; readonly first: readonly PlanNode[] }
  | { readonly status: 'exists'; readonly stored: StoredExecution };

export type Pending =
  | { readonly status: 'stored'; readonly record: ExecutionRecord }
  | { readonly status: 'exists'; readonly stored: StoredExecution };

/**
 * Creates the record for a worker to run: `pending`, nothing marked, the lease given up. It is due for recovery after one
 * more `leaseTtl`, so that a job which never comes is missed.
 */
export async function storePending(engine: Engine, plan: Plan, options: StartOptions): Promise<Pending> {
  const { leaseTtl } = engine.settings;
  const record: ExecutionRecord = { ...newRecord(engine, plan, options), status: 'pending', background: true };
  const answer = await engine.store.start({
    record,
    values: startValues(options),
    lease: { owner: engine.owner, nonce: newNonce(), ttl: leaseTtl },
  });
  if (answer.status === 'exists') return { status: 'exists', stored: answer.execution };
  await releaseLease(engine, answer.lease, { due: engine.clock.now() + leaseTtl });
  return { status: 'stored', record };
}

/** Creates the record under a lease, the first ready nodes marked as started, in one call. */
export function startExecution(engine: Engine, plan: Plan, options: StartOptions): Awaitable<Started> {
  const scope = new Scope(plan, options.inputs, null);
  const first = scope.take();
  const record = newRecord(engine, plan, options);
  const values = startValues(options);
  const sentAt = engine.clock.monotonic();
  const started = (answer: StartAnswer): Started => {
    if (answer.status === 'exists') return { status: 'exists', stored: answer.execution };
    const leaseValidUntil = sentAt + engine.settings.leaseTtl;
    const begin = { record, lease: answer.lease, leaseValidUntil, order: 0, traceSeq: 0, inboxCounter: 0 };
    const execution = new LiveExecution(engine, scope, options.context, begin);
    return { status: 'started', execution, first };
  };
  const answer = engine.store.start({
    record,
    nodes: first.map((node) => (scope.states[node.index] as NodeState).record()),
    values,
    lease: { owner: engine.owner, nonce: newNonce(), ttl: engine.settings.leaseTtl },
  });
  return isThenable(answer) ? answer.then(started) : started(answer);
}

function startValues(options: StartOptions): Map<ValueKey, string> {
  const values = new Map<ValueKey, string>([['inputs', options.inputs.text]]);
  if (options.context !== null) values.set('context', options.context.text);
  return values;
}

function newRecord(engine: Engine, plan: Plan, options: StartOptions): ExecutionRecord {
  const now = engine.clock.now();
  const { definition } = plan;
  return {
    id: options.id,
    reactor: definition.name,
    ...(definition.version === null ? {} : { version: definition.version }),
    fingerprint: definition.fingerprint,
    status: 'running',
    nonce: newNonce(),
    ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
    ...(options.parent === undefined ? {} : { parent: options.parent }),
    turn: 0,
    createdAt: now,
    updatedAt: now,
    rollbackFailures: [],
  };
}
