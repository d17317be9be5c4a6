// For authors of adapters: what a backend implements, the records it stores, and the few words both sides need.
export type { ExecutionRecord, RollbackCause, StoredExecution, ValueKey } from './checkpoint/execution-record.js';
export type { CauseRecord, FailureRecord } from './checkpoint/failure-record.js';
export type { NodeRecord } from './checkpoint/node-record.js';
export { EXECUTION_STATUSES, isTerminal } from './checkpoint/status.js';
export type { NodeKind } from './kernel/node-kind.js';
export type { ExecutionStatus, NodeStatus } from './checkpoint/status.js';
export type { TraceRecord, TraceType } from './checkpoint/trace-entry.js';
export type { LogEntry, ReactorLogger } from './kernel/logger.js';
export type { Clock, TimerOptions } from './kernel/clock.js';
export { InvalidIdError } from './kernel/id.errors.js';
export { systemClock } from './kernel/system-clock.js';
export type { RollbackFailure } from './outcome/failure.js';
export type { Backend } from './ports/backend.js';
export { jobId, type Job, type JobKind } from './ports/job.js';
export type {
  ConsumeOptions,
  EnqueueOptions,
  JobAnswer,
  JobConsumer,
  JobHandler,
  JobQueue,
  QueueHost,
} from './ports/job-queue.js';
export type { SignalBus } from './ports/signal-bus.js';
export type { DueEntry, DueIndex } from './ports/storage/due-index.js';
export type { ExecutionReader, ListedExecution, ListPage, ListQuery } from './ports/storage/execution-reader.js';
export type {
  AcquireAnswer,
  CheckpointWrite,
  ExecutionStore,
  Pieces,
  RenewAnswer,
  StartAnswer,
  StartRequest,
  WriteAnswer,
} from './ports/storage/execution-store.js';
export type { InboxEntry, PostAnswer } from './ports/storage/inbox.js';
export type { Lease, LeaseRequest } from './ports/storage/lease.js';
