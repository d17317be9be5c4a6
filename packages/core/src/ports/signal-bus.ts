/**
 * Wakes waiters. A signal may be lost, doubled or late: it is a hint to look at the record, never the truth.
 */
export interface SignalBus {
  publish(channel: string, message: string): void;
  /** Resolves once the subscription is acknowledged; the answer ends it. A listener must not throw. */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => void>;
}
