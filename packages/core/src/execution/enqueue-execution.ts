import type { ExecutionRecord } from '../checkpoint/execution-record.js';
import type { EnqueueOptions } from '../ports/job-queue.js';
import type { Engine } from './engine.js';
import { NoQueueError } from './execution.errors.js';

/** Adds the job that goes on with an execution; its record was stored before (E3). Answers the id of the job. */
export async function enqueueExecution(
  engine: Engine,
  record: Pick<ExecutionRecord, 'id' | 'turn'>,
  options?: EnqueueOptions,
): Promise<string> {
  const { queue } = engine;
  if (queue === null) throw new NoQueueError();
  return queue.enqueue({ kind: 'execution', executionId: record.id, path: [], turn: record.turn }, options);
}

/** Before anything is stored that only a job could go on with. */
export function requireQueue(engine: Engine): void {
  if (engine.queue === null) throw new NoQueueError();
}
