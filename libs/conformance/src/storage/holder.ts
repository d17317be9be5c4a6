import type { Backend, CheckpointWrite, Lease, LeaseRequest, Pieces, WriteAnswer } from '@nest-reactor/core/ports';
import { leaseRequest, record } from './pieces.js';

type Release = NonNullable<CheckpointWrite['release']>;

/** Whoever has the lease of one execution: it numbers its writes, and can send the last one again. */
export class Holder {
  private sequence = 0;
  private last: CheckpointWrite | null = null;

  constructor(
    readonly backend: Backend,
    readonly lease: Lease,
  ) {}

  get id(): string {
    return this.lease.executionId;
  }

  /** The next write, not sent. */
  next(pieces: Omit<CheckpointWrite, 'lease' | 'sequence'> = {}): CheckpointWrite {
    this.sequence += 1;
    this.last = { lease: this.lease, sequence: this.sequence, ...pieces };
    return this.last;
  }

  write(pieces: Omit<CheckpointWrite, 'lease' | 'sequence'> = {}): Promise<WriteAnswer> {
    return send(this.backend, this.next(pieces));
  }

  /** As a client does that lost the reply. */
  resend(): Promise<WriteAnswer> {
    if (this.last === null) throw new Error('nothing was written yet');
    return send(this.backend, this.last);
  }

  /** Gives the lease up: parked, never due, nothing in the inbox, unless said otherwise. */
  release(release: Partial<Release> = {}, pieces: Pieces = {}): Promise<WriteAnswer> {
    return this.write({ ...pieces, release: { inboxSeen: 0, due: null, ...release } });
  }
}

/** Sends a write. Whether the store answers or throws at once, or later, makes no difference. */
export async function send(backend: Backend, write: CheckpointWrite): Promise<WriteAnswer> {
  return backend.store.write(write);
}

/** Starts an execution and answers its holder. */
export async function start(
  backend: Backend,
  id: string,
  pieces: Partial<Pieces> = {},
  lease: LeaseRequest = leaseRequest(),
): Promise<Holder> {
  const answer = await backend.store.start({ record: record(id), ...pieces, lease });
  if (answer.status !== 'created') throw new Error(`'${id}' exists already`);
  return new Holder(backend, answer.lease);
}

/** Takes the lease of an execution that is free and answers its new holder. */
export async function acquire(backend: Backend, id: string, lease: LeaseRequest = leaseRequest()): Promise<Holder> {
  const answer = await backend.store.acquire(id, lease);
  if (answer.status !== 'acquired') throw new Error(`'${id}' is ${answer.status}`);
  return new Holder(backend, answer.lease);
}
