import type {
  ExecutionRecord,
  InboxEntry,
  ListQuery,
  NodeRecord,
  Pieces,
  TraceRecord,
  ValueKey,
} from '@nest-reactor/core/ports';

/** What a start or an acquisition asks for. Leases are told apart by nonce alone: nonces are unique. */
export interface Request {
  readonly id: string;
  readonly owner: string;
  readonly nonce: string;
}

export interface Write {
  readonly id: string;
  readonly nonce: string;
  readonly sequence: number;
  readonly pieces: Pieces;
  readonly inboxTaken?: number;
  readonly release?: { readonly inboxSeen: number; readonly due: number | null; readonly retention?: number };
}

export interface ReferenceDue {
  readonly executionId: string;
  readonly turn: number;
  readonly revision: number;
}

interface Execution {
  record: ExecutionRecord;
  nodes: Map<string, NodeRecord>;
  values: Map<ValueKey, string>;
  trace: TraceRecord[];
  readonly startedBy: string;
  owner: string;
  nonce: string;
  deadline: number;
  held: boolean;
  answers: unknown[];
  posted: InboxEntry[];
  taken: number;
  due: number | null;
  revision: number;
  expiresAt: number;
}

const TERMINAL = ['completed', 'failed', 'halted', 'cancelled', 'aborted'];

/**
 * The promises of the storage ports once more, as plainly as they can be written: the answers that every adapter has to
 * give, without epochs and times. Not fast, and nothing is ever removed.
 */
export class ReferenceStore {
  private readonly executions = new Map<string, Execution>();
  private revisions = 0;
  private time = 0;

  constructor(private readonly ttl: number) {}

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }

  now(): number {
    return this.time;
  }

  start(request: Request, record: ExecutionRecord, pieces: Pieces): unknown {
    const found = this.known(request.id);
    if (found !== undefined) {
      const same = found.startedBy === request.nonce;
      return same ? { status: 'created', lease: request } : { status: 'exists', execution: whole(found) };
    }
    const execution: Execution = {
      record,
      nodes: new Map(),
      values: new Map(),
      trace: [],
      startedBy: request.nonce,
      owner: '',
      nonce: '',
      deadline: 0,
      held: false,
      answers: [],
      posted: [],
      taken: 0,
      due: null,
      revision: 0,
      expiresAt: Infinity,
    };
    this.executions.set(request.id, execution);
    this.grant(execution, request);
    apply(execution, pieces);
    return { status: 'created', lease: request };
  }

  acquire(request: Request): unknown {
    const found = this.known(request.id);
    if (found === undefined) return { status: 'missing' };
    if (found.nonce !== request.nonce) {
      if (this.isLive(found)) return { status: 'held', owner: found.owner };
      this.grant(found, request);
    }
    const { record, nodes, trace, values } = whole(found);
    const skeleton = new Map([...values].filter(([key]) => key === 'inputs' || key === 'context'));
    return {
      status: 'acquired',
      lease: request,
      execution: { record, nodes, trace, values: skeleton },
      ...unreadOf(found),
    };
  }

  write(write: Write): unknown {
    const found = this.known(write.id);
    if (found === undefined || found.nonce !== write.nonce) return { status: 'stale' };
    const before = found.answers[write.sequence - 1];
    if (before !== undefined) return before;
    if (!found.held) return { status: 'stale' };
    if (write.sequence !== found.answers.length + 1) return 'thrown';
    const answer = this.applyWrite(found, write);
    found.answers.push(answer);
    return answer;
  }

  private applyWrite(found: Execution, write: Write): unknown {
    const { release } = write;
    const inboxCounter = found.posted.length;
    if (release !== undefined && release.inboxSeen !== inboxCounter)
      return { status: 'inbox_unread', ...unreadOf(found) };
    const { turn } = found.record;
    apply(found, write.pieces);
    if (found.record.turn < turn) found.record = { ...found.record, turn };
    if (found.record.turn > turn) this.setDue(found, found.due);
    found.taken = Math.max(found.taken, Math.min(write.inboxTaken ?? 0, inboxCounter));
    if (release !== undefined) {
      const ended = TERMINAL.includes(found.record.status);
      found.held = false;
      this.setDue(found, ended ? null : release.due);
      found.expiresAt = ended ? this.time + (release.retention ?? Infinity) : Infinity;
    }
    return { status: 'written', inboxCounter };
  }

  renew(leases: readonly Request[]): unknown {
    return leases.map((lease) => {
      const found = this.known(lease.id);
      if (found === undefined || found.nonce !== lease.nonce || !found.held) return { status: 'lost' };
      found.deadline = this.time + this.ttl;
      this.setDue(found, found.deadline);
      return { status: 'renewed', inboxCounter: found.posted.length };
    });
  }

  post(id: string, entry: InboxEntry): unknown {
    const found = this.known(id);
    if (found === undefined) return { status: 'missing' };
    const { status, turn } = found.record;
    if (found.posted.every((known) => known.id !== entry.id)) {
      found.posted.push(entry);
      const later = found.due === null || found.due > this.time;
      if (later && !this.isLive(found) && !TERMINAL.includes(status)) this.setDue(found, this.time);
    }
    return { status: 'posted', owner: this.isLive(found) ? found.owner : null, turn, executionStatus: status };
  }

  readInbox(id: string): unknown {
    const found = this.known(id);
    return found === undefined ? { inbox: [], inboxCounter: 0 } : unreadOf(found);
  }

  values(id: string, keys: readonly ValueKey[]): unknown {
    const all = this.known(id)?.values ?? new Map<ValueKey, string>();
    return new Map([...all].filter(([key]) => keys.includes(key)));
  }

  find(id: string): unknown {
    const found = this.known(id);
    return found === undefined ? null : whole(found);
  }

  /** All pages of a query, as one list. */
  list(query: Omit<ListQuery, 'limit' | 'cursor'>): unknown {
    const known = [...this.executions.keys()].map((id) => this.known(id)).filter((each) => each !== undefined);
    return known
      .filter(({ record }) => query.status === undefined || query.status.includes(record.status))
      .filter(({ record }) => record.createdAt >= (query.from ?? 0) && record.createdAt < (query.to ?? Infinity))
      .toSorted(
        (left, right) => right.record.createdAt - left.record.createdAt || (left.record.id < right.record.id ? 1 : -1),
      )
      .map(({ record, values }) => ({ record, inputs: values.get('inputs') ?? '' }));
  }

  due(): readonly ReferenceDue[] {
    return [...this.executions]
      .filter(([id, each]) => this.known(id) !== undefined && each.due !== null && each.due <= this.time)
      .map(([executionId, each]) => ({ executionId, turn: each.record.turn, revision: each.revision }));
  }

  reschedule(entry: ReferenceDue, due: number, raiseTurn: boolean): boolean {
    const found = this.known(entry.executionId);
    if (found === undefined || found.due === null || found.revision !== entry.revision) return false;
    if (raiseTurn) found.record = { ...found.record, turn: found.record.turn + 1 };
    this.setDue(found, due);
    return true;
  }

  private known(id: string): Execution | undefined {
    const found = this.executions.get(id);
    return found !== undefined && found.expiresAt > this.time ? found : undefined;
  }

  private isLive(execution: Execution): boolean {
    return execution.held && execution.deadline > this.time;
  }

  private grant(execution: Execution, request: Request): void {
    Object.assign(execution, {
      owner: request.owner,
      nonce: request.nonce,
      held: true,
      answers: [],
      expiresAt: Infinity,
    });
    execution.deadline = this.time + this.ttl;
    this.setDue(execution, execution.deadline);
  }

  private setDue(execution: Execution, due: number | null): void {
    execution.due = due;
    execution.revision = ++this.revisions;
  }
}

function apply(execution: Execution, pieces: Pieces): void {
  execution.record = pieces.record ?? execution.record;
  for (const node of pieces.nodes ?? []) execution.nodes.set(node.path, node);
  for (const [key, text] of pieces.values ?? []) execution.values.set(key, text);
  execution.trace = [...execution.trace, ...(pieces.trace ?? [])];
}

function whole(execution: Execution): Pick<Execution, 'record' | 'nodes' | 'trace' | 'values'> {
  const { record, nodes, trace, values } = execution;
  return { record, nodes: new Map(nodes), trace, values: new Map(values) };
}

function unreadOf(execution: Execution): object {
  return { inbox: execution.posted.slice(execution.taken), inboxCounter: execution.posted.length };
}
