import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { dueConformance } from './storage/due.conformance.js';
import { start } from './storage/holder.js';
import { inboxConformance } from './storage/inbox.conformance.js';
import { leaseConformance } from './storage/lease.conformance.js';
import { modelConformance } from './storage/model.conformance.js';
import { readerConformance } from './storage/reader.conformance.js';
import { retentionConformance } from './storage/retention.conformance.js';
import { signalsConformance } from './storage/signals.conformance.js';
import { startConformance } from './storage/start.conformance.js';
import type { StorageSetup, StorageUnderTest } from './storage/storage-under-test.js';
import { writeConformance } from './storage/write.conformance.js';

export interface StorageConformanceOptions {
  /** Random histories that are compared with the reference model; default 1,000. */
  readonly modelRuns?: number;
}

/**
 * The promises of `ExecutionStore`, `ExecutionReader`, `DueIndex` and `SignalBus`, as tests. Every backend runs them.
 * `setup` answers a fresh, empty store for each test.
 */
export function storageConformance(name: string, setup: StorageSetup, options: StorageConformanceOptions = {}): void {
  describe(`storage of ${name}`, () => {
    let present: StorageUnderTest | null = null;
    const stage = (): StorageUnderTest => {
      if (present === null) throw new Error('no test is running');
      return present;
    };

    beforeEach(async () => {
      present = await setup();
      await present.backend.open();
    });

    afterEach(async () => {
      await present?.backend.close();
      await present?.close();
      present = null;
    });

    startConformance(stage);
    leaseConformance(stage);
    writeConformance(stage);
    inboxConformance(stage);
    dueConformance(stage);
    retentionConformance(stage);
    readerConformance(stage);
    signalsConformance(stage);

    test('what is stored outlives the modules that use the backend', async () => {
      const { backend } = stage();
      await start(backend, 'e');
      await backend.open();
      await backend.close();
      expect(await backend.reader.find('e')).not.toBeNull();
    });
  });

  modelConformance(name, setup, options.modelRuns ?? 1_000);
}
