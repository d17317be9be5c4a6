export { storageConformance, type StorageConformanceOptions } from './storage.conformance.js';
export type { StorageSetup, StorageUnderTest } from './storage/storage-under-test.js';
