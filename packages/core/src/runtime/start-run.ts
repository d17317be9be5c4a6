import { isDeepStrictEqual } from 'node:util';
import type { StoredExecution } from '../checkpoint/execution-record.js';
import { SerializationError } from '../checkpoint/checkpoint.errors.js';
import { ContractViolationError } from '../contract/contract.errors.js';
import type { RunOptions } from '../definition/runner-methods.js';
import { currentStepOrNone } from '../execution/current-step.js';
import { enqueueExecution, requireQueue } from '../execution/enqueue-execution.js';
import type { Engine } from '../execution/engine.js';
import { dispatched, executionOutcome, type AnyOutcome } from '../execution/execution-outcome.js';
import type { Executor } from '../execution/executor.js';
import { failureOf, failureRecord } from '../execution/failures.js';
import type { LiveExecution } from '../execution/live-execution.js';
import { loadScope } from '../execution/load-execution.js';
import { scopeInputs } from '../execution/scope-values.js';
import { startExecution, storePending, type StartOptions } from '../execution/start-execution.js';
import { ValueCell } from '../execution/value-cell.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import { newId, stableId } from '../kernel/id.js';
import { redactText } from '../contract/redact-text.js';
import { createOutcome } from '../outcome/outcome.js';
import type { Plan } from '../plan/plan.js';
import { acceptedInputs } from './accepted-inputs.js';
import { ExecutionConflictError, IdempotencyConflictError } from './runtime.errors.js';

type Validated = { readonly cell: ValueCell } | { readonly refused: AnyOutcome };

/** `run` and `dispatch`: validates, starts, and executes in this process, or hands the execution to a worker. */
export class StartRun {
  constructor(
    private readonly engine: Engine,
    private readonly executor: Executor,
  ) {}

  async run(plan: Plan, inputs: unknown, options: RunOptions): Promise<AnyOutcome> {
    const { engine } = this;
    options.signal?.throwIfAborted();
    const id = executionIdOf(plan, options);
    const validating = this.validate(plan, inputs, id);
    const valid = isThenable(validating) ? await validating : validating;
    if ('refused' in valid) return valid.refused;
    options.signal?.throwIfAborted();
    const starting = startExecution(engine, plan, this.beginning(id, valid.cell, options));
    const started = isThenable(starting) ? await starting : starting;
    if (started.status === 'exists') return this.attach(plan, started.stored, valid.cell, options);
    const { execution, first } = started;
    const stopListening = abortOn(execution, options.signal);
    engine.leases.add(execution);
    try {
      engine.middlewares.emit('ReactorStart', execution, execution.root, null);
      await this.executor.run(execution, first);
    } finally {
      stopListening();
      engine.leases.remove(execution);
    }
    if (execution.record.status === 'aborted' && execution.stop?.kind === 'abort') throw execution.stop.reason;
    return executionOutcome(engine, execution.record, execution.root, { thrown: execution.thrown });
  }

  /** Stored before enqueued (E3): a job that is lost, or was never added, is missed by the record's due time. */
  async dispatch(plan: Plan, inputs: unknown, options: RunOptions): Promise<AnyOutcome> {
    requireQueue(this.engine);
    options.signal?.throwIfAborted();
    const id = executionIdOf(plan, options);
    const valid = await this.validate(plan, inputs, id);
    if ('refused' in valid) return valid.refused;
    options.signal?.throwIfAborted();
    const stored = await storePending(this.engine, plan, this.beginning(id, valid.cell, options));
    if (stored.status === 'exists') return this.attach(plan, stored.stored, valid.cell, options);
    return dispatched(stored.record, await enqueueExecution(this.engine, stored.record));
  }

  private beginning(id: string, inputs: ValueCell, options: RunOptions): StartOptions {
    const parent = currentStepOrNone();
    return {
      id,
      inputs,
      context: this.context(options),
      ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
      ...(parent === undefined ? {} : { parent: { executionId: parent.executionId, step: parent.step } }),
    };
  }

  /** Invalid inputs are answered, not thrown, and leave no trace. */
  private validate(plan: Plan, inputs: unknown, id: string): Awaitable<Validated> {
    const given = inputs === undefined ? {} : inputs;
    const keep = (value: unknown): Validated => ({ cell: scopeInputs(this.engine.codec, plan, value) });
    const refuse = (error: unknown): Validated => {
      if (!(error instanceof ContractViolationError || error instanceof SerializationError)) throw error;
      return { refused: this.refused(plan, given, id, error) };
    };
    try {
      const value = acceptedInputs(plan, given);
      return isThenable(value) ? value.then(keep).catch(refuse) : keep(value);
    } catch (error) {
      return refuse(error);
    }
  }

  private refused(
    plan: Plan,
    inputs: unknown,
    id: string,
    error: ContractViolationError | SerializationError,
  ): AnyOutcome {
    const redaction = plan.definition.inputs?.redaction;
    const secrets = redaction?.secrets(inputs) ?? [];
    const site = {
      reactor: plan.definition.name,
      path: [],
      attempts: 0,
      args: redaction?.apply(inputs) ?? inputs,
      redact: (text: string): string => redactText(text, secrets),
    };
    const record = failureRecord(this.engine.codec, site, { thrown: error, retryable: false, started: false });
    const failure = failureOf(this.engine.codec, record, error);
    return createOutcome(
      { executionId: id, results: {}, status: 'failed', ok: false, failure, rollbackFailures: [] },
      plan.definition.name,
    );
  }

  private context(options: RunOptions): ValueCell | null {
    if (options.context === undefined) return null;
    return ValueCell.of(options.context, this.engine.codec, () => "the run option 'context'");
  }

  /** The id is taken: answers the first run's outcome, or refuses what is not the same start. */
  private attach(plan: Plan, stored: StoredExecution, inputs: ValueCell, options: RunOptions): AnyOutcome {
    const { record } = stored;
    const { name } = plan.definition;
    const scope = loadScope(this.engine, this.engine.catalog.find(record.reactor) ?? plan, stored);
    if (options.idempotencyKey === undefined) {
      if (record.reactor !== name) throw new ExecutionConflictError(record.id, `for reactor '${record.reactor}'`);
      if (!isDeepStrictEqual(scope.inputs.shared(), inputs.shared()))
        throw new ExecutionConflictError(record.id, 'with other inputs');
    } else if (options.onConflict === 'reject' && !isDeepStrictEqual(scope.inputs.shared(), inputs.shared())) {
      throw new IdempotencyConflictError(name, options.idempotencyKey, record.id);
    }
    return executionOutcome(this.engine, record, scope, { replayed: true });
  }
}

/** The caller's own abort stops the run; answers how to stop listening. */
function abortOn(execution: LiveExecution, signal: AbortSignal | undefined): () => void {
  if (signal === undefined) return nothing;
  const onAbort = (): void => execution.requestStop({ kind: 'abort', reason: signal.reason });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return () => signal.removeEventListener('abort', onAbort);
}

function nothing(): void {
  // No signal was given.
}

/** With an idempotency key the id is a hash of reactor and key: creating the record is the claim. */
function executionIdOf(plan: Plan, options: RunOptions): string {
  if (options.idempotencyKey !== undefined) return stableId([plan.definition.name, options.idempotencyKey]);
  return options.executionId ?? newId();
}
