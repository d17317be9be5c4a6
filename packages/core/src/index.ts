// The public names of @nest-reactor/core, listed one by one. What is not here may change at any time.

// Writing reactors
export { Reactor, type ReactorOptions } from './authoring/reactor.decorator.js';
export { StepHandler } from './authoring/step-handler.decorator.js';
export { Step } from './authoring/step.decorator.js';
export { AsyncReactor, AsyncStep } from './authoring/async.decorators.js';
export { Compose } from './authoring/compose.decorator.js';
export { MapStep, type FanOutOptions, type MapStepOptions } from './authoring/map.decorator.js';
export { Interrupt, type InterruptOptions } from './authoring/interrupt.decorator.js';
export { Compensate, Undo } from './authoring/rollback.decorators.js';
export { Background, type BackgroundPoint } from './authoring/background.decorator.js';
export { Input, Inputs } from './authoring/input.decorators.js';
export { Result, Settled } from './authoring/result.decorators.js';
export { Args } from './authoring/args.decorator.js';
export { Ctx, MapElement, MapIndex, Reason } from './authoring/context.decorators.js';
export { from } from './authoring/from.js';
export type { Source, TransformedSource } from './authoring/source-type.js';
export type { ArgumentOptions } from './authoring/parameter-declaration.js';
export { TypedReactor } from './authoring/typed-reactor.js';
export { ArgsFor, CorrelationFor, Each } from './authoring/node-result.js';
export type { StepHandlerOptions, StepOptions } from './authoring/step-options.js';
export {
  WithLock,
  WithOrderedLock,
  WithPeriod,
  WithRateLimit,
  WithSemaphore,
} from './authoring/coordination.decorators.js';
export type {
  LockOptions,
  OrderedLockOptions,
  PeriodOptions,
  RateLimitOptions,
  RateUnit,
  SemaphoreOptions,
} from './authoring/coordination-options.js';
export { ReactorMiddleware } from './authoring/middleware.decorator.js';
export { Yields } from './definition/node-mark.js';
export type { BodyAnswer, ReactorStep, StepClass } from './definition/reactor-step.js';
export type { ArgsOf, InputsOf, OutputOf, RawInputsOf, ResultsOf, ValueOf } from './definition/reactor-types.js';
export type { RetryOptions } from './definition/retry-options.js';
export type { Contract, DataOf } from './definition/contract-type.js';
export type { PathArg } from './definition/argument-source.js';
export { Redact } from './contract/redact.decorator.js';
export { Serializable, type SerializableOptions } from './checkpoint/serializable.js';
export type { Duration } from './kernel/duration.js';

// Inside a body
export { MapResults, type ElementResult } from './definition/map-results.js';
export { StepContext, type StepLogger } from './definition/step-context.js';
export { currentStep } from './execution/current-step.js';
export {
  failure,
  halt,
  skipped,
  success,
  type Failed,
  type FailureOptions,
  type Halt,
  type Skipped,
  type StepResult,
  type Success,
} from './outcome/step-result.js';

// Running
export { ReactorModule } from './nest/reactor.module.js';
export { ReactorRunner } from './nest/reactor-runner.js';
export { ReactorOptionsError, type ReactorModuleOptions } from './nest/reactor-options.js';
export type { ExecutionRequest } from './nest/step-binding.js';
export type {
  CancelOptions,
  ExecutionPage,
  ListFilter,
  ResumeAnswer,
  RetryRunOptions,
  RunOptions,
  WaitOptions,
} from './definition/runner-methods.js';
export type { Outcome } from './definition/outcome-type.js';
export type { ExecutionId, OpenInterrupt } from './outcome/outcome.js';
export {
  Failure,
  isFailure,
  type RollbackFailure,
  type RollbackFailureReason,
  type RollbackKind,
} from './outcome/failure.js';
export type { ExecutionSummary, ExecutionView, NodeView, TraceEntry } from './runtime/execution-view.js';
export type { ContractDescription, NodeDescription, ReactorDescription } from './plan/plan-view.js';
export type { NodeKind } from './kernel/node-kind.js';
export type { ExecutionStatus, NodeStatus } from './checkpoint/status.js';
export type { TraceType } from './checkpoint/trace-entry.js';
export type { ReactorEvent, ReactorEventName } from './execution/events.js';
export type { Middleware } from './execution/middleware.js';
export type { LogEntry, ReactorLogger } from './kernel/logger.js';
export type { TextCodec, ValueSerializer } from './checkpoint/value-codec.js';

// The embedded default, and tests
export {
  inProcessQueue,
  type InProcessQueue,
  type InProcessQueueOptions,
  type WaitingJob,
} from './memory/in-process-queue.js';
export { memoryBackend, type MemoryBackendOptions } from './memory/memory-backend.js';
export { manualClock, type ManualClock } from './kernel/manual-clock.js';

// Errors
export { ReactorError } from './kernel/reactor-error.js';
export { InvalidIdError } from './kernel/id.errors.js';
export { SerializationError } from './checkpoint/checkpoint.errors.js';
export { ContractViolationError } from './contract/contract.errors.js';
export { ReactorDefinitionError, type DefinitionIssue } from './definition/definition.errors.js';
export { ReactorNotRegisteredError } from './execution/catalog.js';
export {
  ArgumentResolutionError,
  CompensationError,
  LeaseHeldError,
  NoCurrentStepError,
  NoQueueError,
  ShutdownError,
  StaleLeaseError,
  StepTimeoutError,
} from './execution/execution.errors.js';
export {
  ExecutionConflictError,
  ExecutionNotFoundError,
  IdempotencyConflictError,
  InvalidStatusError,
  ReactorNotReadyError,
  WaitTimeoutError,
} from './runtime/runtime.errors.js';
export { ReactorOutcomeError } from './outcome/outcome.js';
