import type { FailureRecord } from '../checkpoint/failure-record.js';
import { failureRecord } from './failures.js';
import type { LiveExecution } from './live-execution.js';
import { presentArguments } from './node-arguments.js';
import type { NodeProblem } from './node-problem.js';
import type { NodeState } from './node-state.js';
import { argumentRedaction, textRedactor } from './redactor.js';
import type { Scope } from './scope.js';

/** Describes why a node failed, with its arguments redacted. Never throws. */
export async function describeProblem(
  execution: LiveExecution,
  scope: Scope,
  state: NodeState,
  problem: NodeProblem,
): Promise<FailureRecord> {
  if (problem.record !== undefined) return problem.record;
  const args = problem.started ? await shownArguments(scope, state) : {};
  const site = {
    reactor: execution.record.reactor,
    path: scope.pathTo(state.node),
    attempts: state.attempts,
    args: argumentRedaction(scope, state).apply(args),
    redact: textRedactor(scope, state, args),
  };
  return failureRecord(execution.engine.codec, site, problem);
}

/** The arguments for showing; empty when they can no longer be had, since a failure must be describable. */
export async function shownArguments(scope: Scope, state: NodeState): Promise<unknown> {
  try {
    return await presentArguments(scope, state);
  } catch {
    return {};
  }
}
