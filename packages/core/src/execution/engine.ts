import type { ValueCodec } from '../checkpoint/value-codec.js';
import type { InjectionScope } from '../definition/reactor-definition.js';
import type { Clock } from '../kernel/clock.js';
import type { ReactorLogger } from '../kernel/logger.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { SignalBus } from '../ports/signal-bus.js';
import type { ExecutionReader } from '../ports/storage/execution-reader.js';
import type { ExecutionStore } from '../ports/storage/execution-store.js';
import type { Catalog } from './catalog.js';
import type { LeaseKeeper } from './lease-keeper.js';
import type { MiddlewareChain } from './middleware-chain.js';

/** What every part of the engine shares: the ports, the catalog and the settings. Made once, by the runtime. */
export interface Engine {
  /** This process, for leases and signals. */
  readonly owner: string;
  readonly store: ExecutionStore;
  readonly reader: ExecutionReader;
  readonly signals: SignalBus;
  /** Null when the backend is durable and no queue was given. */
  readonly queue: JobQueue | null;
  readonly clock: Clock;
  readonly codec: ValueCodec;
  readonly catalog: Catalog;
  readonly middlewares: MiddlewareChain;
  readonly leases: LeaseKeeper;
  readonly logger: ReactorLogger;
  readonly settings: EngineSettings;
  openInjectionScope(executionId: string, context: Readonly<Record<string, unknown>>): InjectionScope;
}

/** Milliseconds. */
interface EngineSettings {
  readonly leaseTtl: number;
  readonly retention: number;
}
