import type {
  Backend,
  DueEntry,
  ExecutionRecord,
  ExecutionStatus,
  Lease,
  ListedExecution,
  Pieces,
  StartRequest,
  ValueKey,
} from '@nest-reactor/core/ports';
import type { Command, Parts, Terms } from './command.js';
import { send } from './holder.js';
import { inboxEntry, leaseRequest, node, record, traceLine, unique } from './pieces.js';
import { ReferenceStore, type ReferenceDue, type Request, type Write } from './reference-store.js';
import type { StorageUnderTest } from './storage-under-test.js';

/** Lengths are odd multiples of 50 ms, steps of time even ones: no deadline is ever met to the millisecond. */
const LEASE_TTL = 550;
const RETENTION = 1_050;
const PUT_OFF = 350;
const PROBE = 'probe';
const VALUE_KEYS: readonly ValueKey[] = ['inputs', 'result:p0', 'result:p2', 'args:p1'];

/** What one actor believes to hold. */
interface Grip {
  readonly request: Request;
  readonly lease: Lease;
  sequence: number;
  last: Write | null;
  inboxCounter: number;
}

/** The answers of both sides to one command. */
export interface Answers {
  readonly actual: unknown;
  readonly expected: unknown;
}

/** Plays commands on an adapter and on the reference store, side by side. */
export class RandomHistory {
  private readonly reference = new ReferenceStore(LEASE_TTL);
  private readonly sent = new Map<number, { readonly request: Request; readonly start: StartRequest | null }>();
  private readonly grips = new Map<number, Grip>();
  private seenDue: readonly { readonly actual: DueEntry; readonly expected: ReferenceDue }[] = [];
  /** Number of the present command, part of all that it stores. */
  private count = 0;
  private readonly backend: Backend;

  private constructor(
    private readonly stage: StorageUnderTest,
    /** The store's time when the reference's was 0. */
    private readonly zero: number,
  ) {
    this.backend = stage.backend;
  }

  static async begin(stage: StorageUnderTest): Promise<RandomHistory> {
    const { store } = stage.backend;
    const answer = await store.start({
      record: record(PROBE, { createdAt: 0 }),
      lease: leaseRequest('probe', 'probe', 50),
    });
    if (answer.status !== 'created') throw new Error('the store of a new test is not empty');
    await store.write({ lease: answer.lease, sequence: 1, release: { inboxSeen: 0, due: null } });
    return new RandomHistory(stage, answer.lease.deadline - 50);
  }

  async play(command: Command): Promise<Answers> {
    this.count += 1;
    switch (command.type) {
      case 'start':
        return this.start(command.actor, command.id);
      case 'acquire':
        return this.acquire(command.actor, this.requestOf(command.actor, command.id));
      case 'resend_request':
        return this.resendRequest(command.actor);
      case 'write':
        return this.write(command.actor, this.pieces(command.status, command.parts), command.parts.taken);
      case 'release':
        return this.release(command.actor, command.status, command.terms);
      case 'resend_write':
        return this.resendWrite(command.actor);
      case 'write_with_gap':
        return this.writeWithGap(command.actor);
      case 'post':
        return this.post(command.id, command.entry);
      case 'look':
        return this.look(command.id);
      case 'renew':
        return this.renew();
      case 'due':
        return this.due();
      case 'list':
        return this.list(command.limit, command.status);
      case 'reschedule':
        return this.reschedule(command.pick, command.raiseTurn);
      case 'advance':
        return this.advance(command.by);
    }
  }

  /** Two ids of three were created at one time. */
  private record(id: string, changes: Partial<ExecutionRecord>): ExecutionRecord {
    return record(id, { createdAt: id === 'y' ? 2 : 1, ...changes });
  }

  private requestOf(actor: number, id: string): Request {
    return { id, owner: `worker-${actor}`, nonce: unique('nonce') };
  }

  private start(actor: number, id: string): Promise<Answers> {
    const request = this.requestOf(actor, id);
    return this.sendStart(actor, request, {
      record: this.record(id, { fingerprint: `f${this.count}` }),
      nodes: [node('p0', { attempts: this.count })],
      values: new Map<ValueKey, string>([['inputs', `${this.count}`]]),
      lease: leaseRequest(request.owner, request.nonce, LEASE_TTL),
    });
  }

  private async sendStart(actor: number, request: Request, start: StartRequest): Promise<Answers> {
    this.sent.set(actor, { request, start });
    const answer = await this.backend.store.start(start);
    if (answer.status === 'created') this.grip(actor, request, answer.lease, 0);
    return { actual: plain(answer), expected: this.reference.start(request, start.record, start) };
  }

  private async acquire(actor: number, request: Request): Promise<Answers> {
    this.sent.set(actor, { request, start: null });
    const lease = leaseRequest(request.owner, request.nonce, LEASE_TTL);
    const answer = await this.backend.store.acquire(request.id, lease);
    if (answer.status === 'acquired') this.grip(actor, request, answer.lease, answer.inboxCounter);
    return { actual: plain(answer), expected: this.reference.acquire(request) };
  }

  private resendRequest(actor: number): Promise<Answers> | Answers {
    const sent = this.sent.get(actor);
    if (sent === undefined) return NOTHING;
    return sent.start === null ? this.acquire(actor, sent.request) : this.sendStart(actor, sent.request, sent.start);
  }

  /** A resent request answers the lease the actor has already, whose numbering goes on; a new one if all was forgotten. */
  private grip(actor: number, request: Request, lease: Lease, inboxCounter: number): void {
    const known = this.grips.get(actor);
    if (known?.request === request && known.lease.epoch === lease.epoch) return;
    this.grips.set(actor, { request, lease, sequence: 0, last: null, inboxCounter });
  }

  private pieces(status: ExecutionStatus, parts: Parts): (id: string) => Pieces {
    const path = `p${this.count % 3}`;
    return (id) => ({
      ...(parts.record && { record: this.record(id, { status, turn: this.count % 4, updatedAt: this.count }) }),
      ...(parts.node && { nodes: [node(path, { attempts: this.count })] }),
      ...(parts.value && { values: new Map<ValueKey, string>([[`result:${path}`, `${this.count}`]]) }),
      ...(parts.trace && { trace: [traceLine(this.count)] }),
    });
  }

  private write(actor: number, pieces: (id: string) => Pieces, taken: boolean): Promise<Answers> | Answers {
    return this.nextWrite(actor, (grip) => ({
      pieces: pieces(grip.request.id),
      ...(taken && { inboxTaken: grip.inboxCounter }),
    }));
  }

  private release(actor: number, status: ExecutionStatus, terms: Terms): Promise<Answers> | Answers {
    return this.nextWrite(actor, (grip) => ({
      pieces: { record: this.record(grip.request.id, { status, turn: this.count % 4 }) },
      ...(terms.looked && { inboxTaken: grip.inboxCounter }),
      release: {
        inboxSeen: terms.looked ? grip.inboxCounter : 0,
        due: terms.due ? this.reference.now() + PUT_OFF : null,
        ...(terms.retention && { retention: RETENTION }),
      },
    }));
  }

  private nextWrite(
    actor: number,
    build: (grip: Grip) => Omit<Write, 'id' | 'nonce' | 'sequence'>,
  ): Promise<Answers> | Answers {
    const grip = this.grips.get(actor);
    if (grip === undefined) return NOTHING;
    grip.sequence += 1;
    grip.last = { id: grip.request.id, nonce: grip.request.nonce, sequence: grip.sequence, ...build(grip) };
    return this.send(grip, grip.last);
  }

  private resendWrite(actor: number): Promise<Answers> | Answers {
    const grip = this.grips.get(actor);
    return grip === undefined || grip.last === null ? NOTHING : this.send(grip, grip.last);
  }

  private writeWithGap(actor: number): Promise<Answers> | Answers {
    const grip = this.grips.get(actor);
    if (grip === undefined) return NOTHING;
    const { id, nonce } = grip.request;
    return this.send(grip, { id, nonce, sequence: grip.sequence + 2, pieces: { trace: [traceLine(this.count)] } });
  }

  private async send(grip: Grip, write: Write): Promise<Answers> {
    const { pieces, sequence, inboxTaken, release } = write;
    const answer = await send(this.backend, {
      lease: grip.lease,
      sequence,
      ...pieces,
      ...(inboxTaken !== undefined && { inboxTaken }),
      ...(release && { release: { ...release, due: release.due === null ? null : this.zero + release.due } }),
    }).catch(() => 'thrown' as const);
    if (answer !== 'thrown' && answer.status !== 'stale') grip.inboxCounter = answer.inboxCounter;
    return { actual: answer, expected: this.reference.write(write) };
  }

  private async post(id: string, entry: string): Promise<Answers> {
    const posted = inboxEntry(entry);
    return { actual: await this.backend.store.post(id, posted), expected: this.reference.post(id, posted) };
  }

  private async look(id: string): Promise<Answers> {
    const { store, reader } = this.backend;
    const [found, inbox, values] = [
      await reader.find(id),
      await store.readInbox(id),
      await store.values(id, VALUE_KEYS),
    ];
    const { reference } = this;
    return {
      actual: { found, inbox, values },
      expected: { found: reference.find(id), inbox: reference.readInbox(id), values: reference.values(id, VALUE_KEYS) },
    };
  }

  private async renew(): Promise<Answers> {
    const grips = [...this.grips.values()];
    const answers = await this.backend.store.renew(
      grips.map((grip) => grip.lease),
      LEASE_TTL,
    );
    return { actual: answers.map(plain), expected: this.reference.renew(grips.map((grip) => grip.request)) };
  }

  private async due(): Promise<Answers> {
    const actual = await this.backend.due.due(100);
    const expected = this.reference.due();
    this.seenDue = expected.flatMap((entry) => {
      const same = actual.find((each) => each.executionId === entry.executionId);
      return same === undefined ? [] : [{ actual: same, expected: entry }];
    });
    return {
      actual: {
        entries: sortedById(actual),
        inOrder: actual.every((each, at) => each.due >= (actual[at - 1]?.due ?? 0)),
      },
      expected: { entries: sortedById(expected), inOrder: true },
    };
  }

  private async list(limit: number, status: readonly ExecutionStatus[] | null): Promise<Answers> {
    const query = status === null ? {} : { status };
    const items: ListedExecution[] = [];
    let cursor: string | null = null;
    do {
      const page = await this.backend.reader.list({ ...query, limit, ...(cursor !== null && { cursor }) });
      items.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== null && items.length < 100);
    return { actual: items.filter((item) => item.record.id !== PROBE), expected: this.reference.list(query) };
  }

  private async reschedule(pick: number, raiseTurn: boolean): Promise<Answers> {
    const entry = this.seenDue[pick % this.seenDue.length];
    if (entry === undefined) return NOTHING;
    const due = this.reference.now() + PUT_OFF;
    return {
      actual: await this.backend.due.reschedule(entry.actual, this.zero + due, raiseTurn),
      expected: this.reference.reschedule(entry.expected, due, raiseTurn),
    };
  }

  private async advance(by: number): Promise<Answers> {
    await this.stage.advance(by);
    this.reference.advance(by);
    return NOTHING;
  }
}

const NOTHING: Answers = { actual: null, expected: null };

/** An answer without epochs and times, which the reference does not know. */
function plain(answer: object): unknown {
  const { deadline: _deadline, lease, ...rest } = answer as { deadline?: number; lease?: Lease };
  if (lease === undefined) return rest;
  return { ...rest, lease: { id: lease.executionId, owner: lease.owner, nonce: lease.nonce } };
}

function sortedById(entries: readonly ReferenceDue[]): unknown {
  const shown = entries.map(({ executionId, turn }) => ({ executionId, turn }));
  return shown.toSorted((left, right) => (left.executionId < right.executionId ? -1 : 1));
}
