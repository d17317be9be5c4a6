import type { SignalBus } from '../ports/signal-bus.js';

interface Subscription {
  readonly listener: (message: string) => void;
  active: boolean;
}

/** `SignalBus` in one process. Listeners are called after the publisher's own turn, as a bus between processes would. */
export class MemorySignalBus implements SignalBus {
  private readonly channels = new Map<string, Set<Subscription>>();

  publish(channel: string, message: string): void {
    const subscriptions = this.channels.get(channel);
    if (subscriptions === undefined) return;
    const receivers = [...subscriptions];
    queueMicrotask(() => {
      for (const receiver of receivers) deliver(receiver, message);
    });
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<() => void> {
    const subscription: Subscription = { listener, active: true };
    const subscriptions = this.channels.get(channel) ?? new Set();
    this.channels.set(channel, subscriptions.add(subscription));
    return () => {
      subscription.active = false;
      subscriptions.delete(subscription);
      if (subscriptions.size === 0 && this.channels.get(channel) === subscriptions) this.channels.delete(channel);
    };
  }
}

function deliver(receiver: Subscription, message: string): void {
  if (!receiver.active) return;
  try {
    receiver.listener(message);
  } catch {
    // A signal is a hint: a listener that throws harms neither the publisher nor the other listeners.
  }
}
