import type { Clock } from '../kernel/clock.js';
import { systemClock } from '../kernel/system-clock.js';
import type { Backend } from '../ports/backend.js';
import { ExecutionTable } from './execution-table.js';
import { MemoryDueIndex } from './memory-due-index.js';
import { MemoryExecutionReader } from './memory-execution-reader.js';
import { MemoryExecutionStore } from './memory-execution-store.js';
import { MemorySignalBus } from './memory-signal-bus.js';

export interface MemoryBackendOptions {
  /** The store's time; default the real one. */
  readonly clock?: Clock;
  /** How many ended executions are kept at most, the oldest end forgotten first; default 10,000. */
  readonly maxTerminal?: number;
}

/** Keeps everything in this process, for as long as it lives: the embedded default, and what tests use. */
export function memoryBackend(options: MemoryBackendOptions = {}): Backend {
  const { clock = systemClock, maxTerminal = 10_000 } = options;
  if (typeof maxTerminal !== 'number' || !(maxTerminal >= 0)) {
    throw new TypeError(`memoryBackend: maxTerminal is ${String(maxTerminal)}: use a number from 0, or Infinity`);
  }
  const table = new ExecutionTable(clock, maxTerminal);
  const signals = new MemorySignalBus();
  return {
    kind: 'memory',
    name: 'memory',
    store: new MemoryExecutionStore(table, clock, signals),
    reader: new MemoryExecutionReader(table),
    due: new MemoryDueIndex(table, clock),
    signals,
    clock,
    // Nothing to open: no socket, no timer. What is stored outlives the modules that use it.
    open: async () => {},
    close: async () => {},
  };
}
