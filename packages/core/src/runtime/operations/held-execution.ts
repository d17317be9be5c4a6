import type { Engine } from '../../execution/engine.js';
import { LeaseHeldError } from '../../execution/execution.errors.js';
import type { LiveExecution } from '../../execution/live-execution.js';
import { resumeExecution } from '../../execution/resume-execution.js';
import { newNonce } from '../../kernel/id.js';
import type { AcquireAnswer } from '../../ports/storage/execution-store.js';
import { ExecutionNotFoundError } from '../runtime.errors.js';
import { untilSignal } from './until-signal.js';

/** Milliseconds an operation waits for a live run to give up its lease. */
const LONGEST_WAIT = 5_000;

/** Takes the lease of a stored execution and loads it. Waits up to five seconds for a live one, then `LeaseHeldError`. */
export async function holdExecution(engine: Engine, executionId: string, operation: string): Promise<LiveExecution> {
  const known = await engine.reader.find(executionId);
  if (known === null) throw new ExecutionNotFoundError(executionId);
  // Before the lease is taken: an operation that cannot go on must not leave it behind.
  engine.catalog.plan(known.record.reactor);
  const sentAt = engine.clock.monotonic();
  const answer = await acquire(engine, executionId);
  if (answer === null) throw new ExecutionNotFoundError(executionId);
  if (answer.status === 'held') throw new LeaseHeldError(executionId, operation);
  return resumeExecution(engine, answer, sentAt);
}

type Acquired = Exclude<AcquireAnswer, { status: 'missing' }>;

async function acquire(engine: Engine, executionId: string): Promise<Acquired | null> {
  const nonce = newNonce();
  const attempt = async (): Promise<Acquired | null> => {
    const answer = await engine.store.acquire(executionId, {
      owner: engine.owner,
      nonce,
      ttl: engine.settings.leaseTtl,
    });
    return answer.status === 'missing' ? null : answer;
  };
  const first = await attempt();
  if (first?.status !== 'held') return first;
  let last: Acquired | null = first;
  await untilSignal(engine, executionId, LONGEST_WAIT, async () => {
    last = await attempt();
    return last?.status !== 'held';
  });
  return last;
}
