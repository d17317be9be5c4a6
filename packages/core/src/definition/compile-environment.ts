import type { StepClassDeclaration } from './collected-declaration.js';
import type { AnyClass } from './reactor-declaration.js';
import type { Options } from './read-options.js';
import type { InstanceSource, ReactorDefinition } from './reactor-definition.js';

/** What compiling needs to know of the application around the reactors. */
export interface CompileEnvironment {
  /** Where the instance of a provided class lives; null when no module provides it. */
  readonly instanceOf: (cls: AnyClass) => InstanceSource | null;
  /** Every step class a module provides. */
  readonly stepClasses: readonly StepClassDeclaration[];
  /** The module's `defaults`: `concurrency`, `retries`, `timeout`. */
  readonly defaults: Options;
  /** Reactors that were compiled before, when a module was loaded later; empty at boot. */
  readonly registered: readonly ReactorDefinition[];
}
