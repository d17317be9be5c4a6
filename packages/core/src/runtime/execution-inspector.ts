import { isDeepStrictEqual } from 'node:util';
import type { ExecutionRecord, StoredExecution } from '../checkpoint/execution-record.js';
import type { FailureRecord } from '../checkpoint/failure-record.js';
import type { TraceRecord } from '../checkpoint/trace-entry.js';
import { EXECUTION_STATUSES, type ExecutionStatus } from '../checkpoint/status.js';
import type { Engine } from '../execution/engine.js';
import { failureOf } from '../execution/failures.js';
import { loadScope } from '../execution/load-execution.js';
import { presentArguments } from '../execution/node-arguments.js';
import type { NodeState } from '../execution/node-state.js';
import { argumentRedaction, textRedactor } from '../execution/redactor.js';
import type { Scope } from '../execution/scope.js';
import type { Failure } from '../outcome/failure.js';
import type { ExecutionPage, ListFilter } from '../definition/runner-methods.js';
import type { ListQuery } from '../ports/storage/execution-reader.js';
import type { ExecutionSummary, ExecutionView, NodeView, TraceEntry } from './execution-view.js';

/** A filter whose reactor is a name. */
type Filter = Omit<ListFilter<ExecutionStatus>, 'reactor'> & { readonly reactor?: string };

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

/** The read side: views for people, redacted. Needs no lease and changes nothing. */
export class ExecutionInspector {
  constructor(private readonly engine: Engine) {}

  async find(executionId: string): Promise<ExecutionView | null> {
    const stored = await this.engine.reader.find(executionId);
    return stored === null ? null : this.view(stored);
  }

  async list(filter: Filter): Promise<ExecutionPage<ExecutionSummary>> {
    const limit = checkedLimit(filter.limit);
    const items: ExecutionSummary[] = [];
    let cursor = filter.cursor ?? undefined;
    for (;;) {
      const page = await this.engine.reader.list({
        ...query(filter),
        limit: limit - items.length,
        ...(cursor === undefined ? {} : { cursor }),
      });
      for (const { record, inputs } of page.items) {
        const decoded = this.engine.codec.decode(inputs);
        if (matches(decoded, filter.inputs)) items.push(this.summary(record, this.redactedInputs(record, decoded)));
      }
      if (page.cursor === null || items.length >= limit) return { items, cursor: page.cursor };
      cursor = page.cursor;
    }
  }

  private async view(stored: StoredExecution): Promise<ExecutionView> {
    const { record } = stored;
    const { codec, catalog } = this.engine;
    const plan = catalog.find(record.reactor);
    const scope = plan === undefined ? null : loadScope(this.engine, plan, stored);
    const redact = scope === null ? (value: unknown): unknown => value : redactor(this.engine, scope);
    const decoded = (key: 'inputs' | 'context' | 'progress'): unknown => {
      const text = stored.values.get(key);
      return text === undefined ? undefined : codec.decode(text);
    };
    const progress = decoded('progress');
    const steps = scope === null ? {} : await this.nodes(scope, redact);
    return {
      ...this.summary(record, this.redactedInputs(record, decoded('inputs'))),
      results: scope === null ? {} : results(scope, redact),
      steps,
      trace: stored.trace.map((entry) => this.traceEntry(entry, redact)),
      interrupts: [],
      waiting: null,
      pendingCompensation: record.pendingCompensation === undefined ? null : { step: record.pendingCompensation },
      ...(progress === undefined ? {} : { progress: redact(progress) }),
      children: [],
      context: (decoded('context') ?? {}) as Readonly<Record<string, unknown>>,
    };
  }

  private summary(record: ExecutionRecord, inputs: unknown): ExecutionSummary {
    return {
      id: record.id,
      reactor: record.reactor,
      version: record.version ?? null,
      status: record.status,
      inputs,
      failure: record.failure === undefined ? null : this.failure(record.failure, record),
      reason: record.reason ?? null,
      parent: record.parent ?? null,
      createdAt: new Date(record.createdAt),
      updatedAt: new Date(record.updatedAt),
    };
  }

  private redactedInputs(record: ExecutionRecord, inputs: unknown): unknown {
    const contract = this.engine.catalog.find(record.reactor)?.definition.inputs;
    return contract === null || contract === undefined ? inputs : contract.redaction.apply(inputs);
  }

  private failure(failure: FailureRecord, record?: ExecutionRecord): Failure {
    return failureOf(this.engine.codec, failure, undefined, record?.rollbackFailures);
  }

  private async nodes(scope: Scope, redact: (value: unknown) => unknown): Promise<Record<string, NodeView>> {
    const nodes: Record<string, NodeView> = {};
    for (const state of scope.states) nodes[state.node.name] = await this.node(scope, state, redact);
    return nodes;
  }

  private async node(scope: Scope, state: NodeState, redact: (value: unknown) => unknown): Promise<NodeView> {
    const child = scope.children.get(state.node.index);
    const args = state.started ? await shownArguments(scope, state) : undefined;
    return {
      kind: state.node.definition.kind,
      // Marked by the write that made it ready; that it runs is written when it ends.
      status: state.marked && state.status === 'pending' ? 'running' : state.status,
      attempts: state.attempts,
      startedAt: state.startedAt === undefined ? null : new Date(state.startedAt),
      endedAt: state.endedAt === undefined ? null : new Date(state.endedAt),
      ...(args === undefined ? {} : { args: redact(args) }),
      ...(state.result === null ? {} : { result: redact(state.result.copy()) }),
      ...(state.failure === undefined ? {} : { failure: this.failure(state.failure) }),
      ...(child === undefined ? {} : { steps: await this.nodes(child, redact) }),
    };
  }

  private traceEntry(entry: TraceRecord, redact: (value: unknown) => unknown): TraceEntry {
    const { at, endedAt, result, failure, ...rest } = entry;
    return {
      ...rest,
      at: new Date(at),
      ...(endedAt === undefined ? {} : { endedAt: new Date(endedAt) }),
      ...(result === undefined ? {} : { result: redact(this.engine.codec.decode(result)) }),
      ...(failure === undefined ? {} : { failure: this.failure(failure) }),
    };
  }
}

/** Arguments that can no longer be derived are left out: a view must always be possible. */
async function shownArguments(scope: Scope, state: NodeState): Promise<unknown> {
  try {
    return argumentRedaction(scope, state).apply(await presentArguments(scope, state));
  } catch {
    return undefined;
  }
}

function results(scope: Scope, redact: (value: unknown) => unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const state of scope.states) if (state.isComplete) found[state.node.name] = redact(state.result?.copy());
  return found;
}

/** Hides secrets of the inputs wherever they were copied to: in results, answers of hooks, arguments. */
function redactor(engine: Engine, scope: Scope): (value: unknown) => unknown {
  const text = textRedactor(scope, null, {});
  return (value) => engine.codec.rewrite(value, text);
}

function matches(inputs: unknown, wanted: Filter['inputs']): boolean {
  if (wanted === undefined) return true;
  const given = (inputs ?? {}) as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(given, name) && isDeepStrictEqual(given[name], value),
  );
}

function query(filter: Filter): Omit<ListQuery, 'limit' | 'cursor'> {
  const { reactor, status, from, to } = filter;
  const statuses = status === undefined ? undefined : typeof status === 'string' ? [status] : status;
  for (const each of statuses ?? []) {
    if (!EXECUTION_STATUSES.includes(each)) {
      throw new TypeError(`'${String(each)}' is no status of an execution: use ${EXECUTION_STATUSES.join(', ')}`);
    }
  }
  return {
    ...(reactor === undefined ? {} : { reactor }),
    ...(statuses === undefined ? {} : { status: statuses }),
    ...(from === undefined ? {} : { from: Number(from) }),
    ...(to === undefined ? {} : { to: Number(to) }),
  };
}

function checkedLimit(limit: number | undefined): number {
  if (limit === undefined) return DEFAULT_LIMIT;
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new TypeError(`limit is ${String(limit)}: use an integer from 1 to ${MAX_LIMIT}`);
}
