import type { ExecutionRecord } from '../checkpoint/execution-record.js';
import { createOutcome, type ExecutionId, type OutcomeUnion } from '../outcome/outcome.js';
import type { Engine } from './engine.js';
import { failureOf } from './failures.js';
import type { Scope } from './scope.js';
import { scopeResults, scopeValue } from './scope-values.js';

export type AnyOutcome = OutcomeUnion<unknown, Record<string, unknown>, ExecutionId>;

/** What a caller gets of an execution. `thrown` is the original error, in the process where it was thrown. */
export function executionOutcome(
  engine: Engine,
  record: ExecutionRecord,
  scope: Scope,
  extra: { readonly thrown?: unknown; readonly replayed?: boolean } = {},
): AnyOutcome {
  const replayed = extra.replayed === true ? ({ replayed: true } as const) : {};
  const common = { executionId: record.id as ExecutionId, results: scopeResults(scope), ...replayed };
  const reason = record.reason === undefined ? {} : { reason: record.reason };
  switch (record.status) {
    case 'completed':
      return createOutcome({ ...common, status: 'completed', ok: true, value: scopeValue(scope) }, record.reactor);
    case 'halted':
      return createOutcome(
        {
          ...common,
          status: 'halted',
          ok: false,
          reason: record.reason ?? '',
          ...(record.haltedBy === undefined ? {} : { step: record.haltedBy }),
        },
        record.reactor,
      );
    case 'failed': {
      const failure = failedWith(engine, record, extra.thrown);
      return createOutcome(
        { ...common, status: 'failed', ok: false, failure, rollbackFailures: record.rollbackFailures },
        record.reactor,
      );
    }
    case 'rolling_back':
    case 'cancelled':
    case 'aborted':
      return createOutcome({ ...common, status: record.status, ok: false, ...reason }, record.reactor);
    case 'pending':
    case 'running':
    case 'waiting':
    case 'paused':
      return createOutcome({ ...common, status: 'dispatched', ok: false, jobId: null }, record.reactor);
  }
}

/** It goes on in a worker. */
export function dispatched(record: ExecutionRecord, jobId: string): AnyOutcome {
  const executionId = record.id as ExecutionId;
  return createOutcome({ executionId, results: {}, status: 'dispatched', ok: false, jobId }, record.reactor);
}

function failedWith(engine: Engine, record: ExecutionRecord, thrown: unknown): ReturnType<typeof failureOf> {
  if (record.failure === undefined) throw new Error(`execution '${record.id}' failed without a failure`);
  return failureOf(engine.codec, record.failure, thrown, record.rollbackFailures);
}
