import type { LiveExecution } from './live-execution.js';
import type { Scope } from './scope.js';

/** The narrow face that constructs see of the executor. */
export interface ExecutorOps {
  /**
   * Runs a child scope's nodes as far as they go. Its first nodes were taken and their marks written by the caller.
   * Resolves when nothing of it is in flight any more.
   */
  runScope(execution: LiveExecution, scope: Scope): Promise<void>;
}
