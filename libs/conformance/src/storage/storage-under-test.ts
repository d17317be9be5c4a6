import type { Backend } from '@nest-reactor/core/ports';

/** One fresh, empty store for one test. */
export interface StorageUnderTest {
  readonly backend: Backend;
  /**
   * Moves the store's time, the one that leases, due times and retention are counted in. An adapter whose store keeps real
   * time shifts what its commands read: the suite moves by seconds, and expects no more than 30 ms to pass beside that.
   */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export type StorageSetup = () => Promise<StorageUnderTest>;
