import type { StoredExecution, ValueKey } from '../checkpoint/execution-record.js';
import type { ValueCodec } from '../checkpoint/value-codec.js';
import type { Plan } from '../plan/plan.js';
import type { Catalog } from './catalog.js';
import type { NodeState } from './node-state.js';
import { Scope, type ScopeParent } from './scope.js';
import { ValueCell } from './value-cell.js';

export interface Loader {
  readonly codec: ValueCodec;
  readonly catalog: Catalog;
}

/** Keys of the values that `loadScope` needs beyond the skeleton. */
export function resultKeys(stored: StoredExecution): readonly ValueKey[] {
  return [...stored.nodes.keys()].flatMap((path): ValueKey[] => [`result:${path}`, `args:${path}`]);
}

/** Rebuilds the scopes of a stored execution: states, results, and those of its composed children. */
export function loadScope(
  loader: Loader,
  plan: Plan,
  stored: StoredExecution,
  parent: ScopeParent | null = null,
): Scope {
  const key: ValueKey = parent === null ? 'inputs' : `args:${[...parent.scope.path, parent.node.name].join('/')}`;
  const { inputs } = plan.definition;
  const text = stored.values.get(key) ?? loader.codec.encode({}, 'missing inputs');
  const cell = new ValueCell(text, loader.codec, inputs === null ? null : (plain) => inputs.revive(plain));
  const scope = new Scope(plan, cell, parent);
  for (const state of scope.states) loadState(loader, scope, state, stored);
  scope.recompute();
  return scope;
}

function loadState(loader: Loader, scope: Scope, state: NodeState, stored: StoredExecution): void {
  const record = stored.nodes.get(state.path);
  if (record === undefined) return;
  state.load(record);
  const result = stored.values.get(`result:${state.path}`);
  if (result !== undefined) state.result = new ValueCell(result, loader.codec, reviver(loader, state));
  const args = stored.values.get(`args:${state.path}`);
  if (args === undefined) return;
  state.args = new ValueCell(args, loader.codec);
  const { definition } = state.node;
  if (definition.kind !== 'compose') return;
  const plan = loader.catalog.find(definition.child);
  if (plan === undefined) return;
  const child = loadScope(loader, plan, stored, { scope, node: state.node });
  child.stale = state.status === 'undone' || [...child.all()].every((each) => !each.isComplete);
  scope.children.set(state.node.index, child);
}

/** A composed child's value is an instance again by the contract of the node it comes from. */
function reviver(loader: Loader, state: NodeState): ((plain: unknown) => unknown) | null {
  const { definition } = state.node;
  if (definition.kind === 'step') {
    const { output } = definition;
    return output === null ? null : (plain) => output.revive(plain);
  }
  const plan = loader.catalog.find(definition.child);
  if (plan === undefined || plan.returns === null) return null;
  const returned = plan.nodes[plan.returns]?.definition;
  const output = returned?.kind === 'step' ? returned.output : null;
  return output === null ? null : (plain) => output.revive(plain);
}

/** The highest place in the order of completions, over all scopes. */
export function lastOrder(scope: Scope): number {
  let last = 0;
  for (const state of scope.all()) last = Math.max(last, state.order ?? 0);
  return last;
}
