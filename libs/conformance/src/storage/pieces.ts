import type { ExecutionRecord, InboxEntry, LeaseRequest, NodeRecord, TraceRecord } from '@nest-reactor/core/ports';

/** Time to live of every lease in the suite, unless a test says otherwise. */
export const TTL = 1_000;
const CREATED_AT = Date.UTC(2026, 0, 1);

let numbers = 0;

/** A text that no other call answers. */
export function unique(prefix: string): string {
  numbers += 1;
  return `${prefix}-${numbers}`;
}

/** All pieces are frozen, so that an adapter that changes one fails. */
export function record(id: string, changes: Partial<ExecutionRecord> = {}): ExecutionRecord {
  return deepFreeze({
    id,
    reactor: 'SignupReactor',
    fingerprint: 'f1',
    status: 'running',
    nonce: 'execution-nonce',
    turn: 0,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    rollbackFailures: [],
    ...changes,
  });
}

export function node(path: string, changes: Partial<NodeRecord> = {}): NodeRecord {
  return deepFreeze({
    path,
    kind: 'step',
    status: 'completed',
    attempts: 1,
    started: true,
    round: 0,
    marked: false,
    recoveries: 0,
    ...changes,
  });
}

export function traceLine(seq: number, step = `step-${seq}`): TraceRecord {
  return deepFreeze({ seq, type: 'run', step, path: [step], at: CREATED_AT + seq });
}

export function leaseRequest(owner = 'worker-1', nonce = unique('nonce'), ttl = TTL): LeaseRequest {
  return deepFreeze({ owner, nonce, ttl });
}

export function inboxEntry(id: string, data: InboxEntry['data'] = { reason: id }): InboxEntry {
  return deepFreeze({ id, kind: 'wake', data });
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
