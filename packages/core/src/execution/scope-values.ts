import type { ValueCodec } from '../checkpoint/value-codec.js';
import type { Plan } from '../plan/plan.js';
import type { NodeState } from './node-state.js';
import type { Scope } from './scope.js';
import { ValueCell } from './value-cell.js';

/** The stored inputs of a reactor: DTO instances become plain data, and instances again for each reader. */
export function scopeInputs(codec: ValueCodec, plan: Plan, value: unknown): ValueCell {
  const { inputs, name } = plan.definition;
  return new ValueCell(
    codec.encode(value, () => `the inputs of reactor '${name}'`),
    codec,
    inputs === null ? null : (plain) => inputs.revive(plain),
  );
}

/** Results of completed and skipped nodes, by name; each a copy. */
export function scopeResults(scope: Scope): Record<string, unknown> {
  const results: Record<string, unknown> = {};
  for (const state of scope.states) if (state.isComplete) results[state.node.name] = state.result?.copy();
  return results;
}

/** A complete scope's value: that of `returns`, else all results by name. */
export function scopeValue(scope: Scope): unknown {
  const { returns } = scope.plan;
  return returns === null ? scopeResults(scope) : (scope.states[returns] as NodeState).result?.copy();
}

/** The same as a cell; the value of a `returns` node is not encoded twice. */
export function scopeResult(codec: ValueCodec, scope: Scope, where: string): ValueCell {
  const { returns } = scope.plan;
  const returned = returns === null ? null : (scope.states[returns] as NodeState).result;
  return returned ?? ValueCell.of(scopeResults(scope), codec, () => where);
}
