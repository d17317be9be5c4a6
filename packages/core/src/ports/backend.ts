import type { Clock } from '../kernel/clock.js';
import type { SignalBus } from './signal-bus.js';
import type { DueIndex } from './storage/due-index.js';
import type { ExecutionReader } from './storage/execution-reader.js';
import type { ExecutionStore } from './storage/execution-store.js';

/** The bundle that `forRoot({ backend })` takes. Given to two modules it makes them two processes on one store. */
export interface Backend {
  readonly kind: 'memory' | 'durable';
  /** Shown in logs and errors. */
  readonly name: string;
  readonly store: ExecutionStore;
  readonly reader: ExecutionReader;
  readonly due: DueIndex;
  readonly signals: SignalBus;
  readonly clock: Clock;
  /** Called by each module that uses it, at start and at shutdown; sockets and timers are gone after the last close. */
  open(): Promise<void>;
  close(): Promise<void>;
}
