export { storageConformance, type StorageConformanceOptions } from './storage.conformance.js';
export type { StorageSetup, StorageUnderTest } from './storage/storage-under-test.js';
export { jobQueueConformance, type JobQueueSetup, type JobQueueUnderTest } from './job-queue.conformance.js';
