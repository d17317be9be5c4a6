import type { Engine } from '../../execution/engine.js';
import { executionOutcome, type AnyOutcome } from '../../execution/execution-outcome.js';
import { loadScope } from '../../execution/load-execution.js';
import { ExecutionNotFoundError } from '../runtime.errors.js';

/** The outcome of an execution as its record says it, for callers that did not run it. */
export async function storedOutcome(engine: Engine, executionId: string): Promise<AnyOutcome> {
  const stored = await engine.reader.find(executionId);
  if (stored === null) throw new ExecutionNotFoundError(executionId);
  return executionOutcome(engine, stored.record, loadScope(engine, engine.catalog.plan(stored.record.reactor), stored));
}
