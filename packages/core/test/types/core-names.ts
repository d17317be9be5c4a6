export * from '../../src/authoring/args.decorator.js';
export * from '../../src/authoring/async.decorators.js';
export * from '../../src/authoring/background.decorator.js';
export * from '../../src/authoring/compose.decorator.js';
export * from '../../src/authoring/context.decorators.js';
export * from '../../src/authoring/coordination.decorators.js';
export * from '../../src/authoring/from.js';
export * from '../../src/authoring/input.decorators.js';
export * from '../../src/authoring/interrupt.decorator.js';
export * from '../../src/authoring/map.decorator.js';
export * from '../../src/authoring/middleware.decorator.js';
export * from '../../src/authoring/node-result.js';
export * from '../../src/authoring/reactor.decorator.js';
export * from '../../src/authoring/result.decorators.js';
export * from '../../src/authoring/rollback.decorators.js';
export * from '../../src/authoring/step-handler.decorator.js';
export * from '../../src/authoring/step-options.js';
export * from '../../src/authoring/step.decorator.js';
export * from '../../src/authoring/typed-reactor.js';
export * from '../../src/definition/map-results.js';
export { Yields } from '../../src/definition/node-mark.js';
export * from '../../src/definition/outcome-type.js';
export * from '../../src/definition/reactor-step.js';
export type { InputsOf, OutputOf, RawInputsOf, ResultsOf } from '../../src/definition/reactor-types.js';
export * from '../../src/definition/retry-options.js';
export * from '../../src/definition/runner-methods.js';
export * from '../../src/definition/step-context.js';
export * from '../../src/outcome/failure.js';
export * from '../../src/outcome/outcome.js';
export * from '../../src/outcome/step-result.js';
export { Redact } from '../../src/contract/redact.decorator.js';
import type { ReactorRunnerMethods } from '../../src/definition/runner-methods.js';
export interface ReactorRunner extends ReactorRunnerMethods<
  { readonly status: string; readonly results: object },
  object
> {}
export declare abstract class ReactorRunner {}
