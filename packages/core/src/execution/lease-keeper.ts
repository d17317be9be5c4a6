import type { Clock } from '../kernel/clock.js';
import type { ReactorLogger } from '../kernel/logger.js';
import type { Lease } from '../ports/storage/lease.js';
import type { ExecutionStore } from '../ports/storage/execution-store.js';
import { StaleLeaseError } from './execution.errors.js';
import type { Stop } from './stop.js';

/** An execution this process works on, as far as its lease is concerned. */
export interface LeaseHolder {
  readonly id: string;
  readonly record: { readonly reactor: string };
  readonly lease: Lease;
  /** On the monotonic clock. */
  leaseValidUntil: number;
  /** The store's counter of the inbox, as a renewal answered it. */
  inboxHas(counter: number): void;
  requestStop(stop: Stop): void;
  /** This process can go on no further with it. */
  break(error: unknown): void;
}

export interface LeaseKeeperOptions {
  readonly store: ExecutionStore;
  readonly clock: Clock;
  readonly logger: ReactorLogger;
  /** Milliseconds. */
  readonly ttl: number;
}

/** Milliseconds until a failed renewal is sent again. */
const RETRY = 250;

/**
 * Every execution this process holds the lease of. One timer renews them all in one call, three times a TTL; it is
 * armed only while there is something to renew, so that an idle process keeps none.
 */
export class LeaseKeeper {
  private readonly live = new Map<string, LeaseHolder>();
  private cancelTimer: (() => void) | null = null;
  private onIdle: (() => void) | null = null;

  constructor(private readonly options: LeaseKeeperOptions) {}

  add(execution: LeaseHolder): void {
    this.live.set(execution.id, execution);
    this.arm();
  }

  remove(execution: LeaseHolder): void {
    if (this.live.get(execution.id) === execution) this.live.delete(execution.id);
    if (this.live.size === 0) this.onIdle?.();
  }

  /** Waits until no execution is live; false when the time is over. */
  async untilIdle(timeout: number): Promise<boolean> {
    if (this.live.size === 0) return true;
    return new Promise((resolve) => {
      const cancel = this.options.clock.setTimer(timeout, () => {
        this.onIdle = null;
        resolve(false);
      });
      this.onIdle = () => {
        this.onIdle = null;
        cancel();
        resolve(true);
      };
    });
  }

  /** The execution, when it is being executed in this process. */
  get(executionId: string): LeaseHolder | undefined {
    return this.live.get(executionId);
  }

  get all(): readonly LeaseHolder[] {
    return [...this.live.values()];
  }

  async renewNow(execution: LeaseHolder): Promise<void> {
    await this.renew([execution]);
  }

  close(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  private arm(delay = this.options.ttl / 3): void {
    if (this.cancelTimer !== null && delay !== RETRY) return;
    this.cancelTimer?.();
    this.cancelTimer = this.options.clock.setTimer(delay, () => this.tick(), { keepAlive: false });
  }

  private tick(): void {
    this.cancelTimer = null;
    if (this.live.size === 0) return;
    this.arm();
    this.renew(this.all).catch((error: unknown) => {
      this.arm(RETRY);
      this.options.logger.warn({
        event: 'reactor.lease.renewal_failed',
        message: `renewing ${this.live.size} leases failed: ${String(error)}. It is tried again; no attempt starts on a lapsed lease`,
      });
    });
  }

  private async renew(executions: readonly LeaseHolder[]): Promise<void> {
    const { store, clock, ttl } = this.options;
    const sentAt = clock.monotonic();
    const answers = await store.renew(
      executions.map((each) => each.lease),
      ttl,
    );
    for (const [index, execution] of executions.entries()) {
      const answer = answers[index];
      // One that finished while the call was under way is no loss.
      if (answer === undefined || this.live.get(execution.id) !== execution) continue;
      if (answer.status === 'renewed') {
        execution.leaseValidUntil = sentAt + ttl;
        execution.inboxHas(answer.inboxCounter);
      } else this.lost(execution);
    }
  }

  private lost(execution: LeaseHolder): void {
    this.options.logger.warn({
      event: 'reactor.lease.lost',
      message: `lost the lease of execution '${execution.id}': another process took it over; nothing more is started here`,
      executionId: execution.id,
      reactor: execution.record.reactor,
    });
    execution.break(new StaleLeaseError(execution.id));
  }
}
