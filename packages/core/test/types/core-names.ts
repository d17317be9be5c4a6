// The public names, with the whole typed face of the runner: the type tests also cover methods that are not built yet.
import type { ExecutionView, ReactorDescription } from '../../src/index.js';
import type { ReactorRunnerMethods } from '../../src/definition/runner-methods.js';

export * from '../../src/index.js';

declare const methods: new () => ReactorRunnerMethods<ExecutionView, ReactorDescription>;
export declare class ReactorRunner extends methods {}
