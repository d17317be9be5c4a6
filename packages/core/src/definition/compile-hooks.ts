import { compileCallParameters } from './compile-parameters.js';
import type { Hooks } from './compile-node.js';
import type { HookDeclaration, NodeDeclaration } from './reactor-declaration.js';
import type { MethodDefinition } from './reactor-definition.js';
import type { ReactorScope } from './reactor-scope.js';

const DECORATORS = { undo: '@Undo', compensate: '@Compensate' } as const;

/** Why a kind of node takes no hook; a kind and hook that are not listed are fine. */
const REFUSED: Partial<Record<NodeDeclaration['kind'], Partial<Record<HookDeclaration['kind'], string>>>> = {
  compose: {
    undo: 'a composed child undoes its own steps',
    compensate: 'a composed child compensates its own steps',
  },
  async_reactor: {
    undo: 'a child reactor is outside the rollback of its parent',
    compensate: 'a child reactor compensates its own steps',
  },
  async_step: { undo: 'an async step is never undone; it compensates itself, with @Compensate' },
  interrupt: { undo: 'an interrupt did nothing to undo', compensate: 'an interrupt did nothing to clean up' },
};

const NONE: Hooks = { undo: null, compensate: null };

/** Undos and compensates of a reactor by the step they are for. They win over the methods of a step class (C-065). */
export function compileHooks(scope: ReactorScope): ReadonlyMap<string, Hooks> {
  const byStep = new Map<string, Hooks>();
  for (const hook of scope.declaration.hooks) {
    const method = compileHook(hook, scope);
    const hooks = byStep.get(hook.of) ?? NONE;
    const before = hooks[hook.kind];
    if (before === null) byStep.set(hook.of, { ...hooks, [hook.kind]: method });
    else {
      const decorator = `${DECORATORS[hook.kind]}('${hook.of}')`;
      scope.issues
        .at(hook.member)
        .add(`${decorator} stands on '${before.method}' as well: a step has one, so remove one of the two`);
    }
  }
  return byStep;
}

function compileHook(hook: HookDeclaration, scope: ReactorScope): MethodDefinition {
  const issues = scope.issues.at(hook.member);
  const decorator = `${DECORATORS[hook.kind]}('${String(hook.of)}')`;
  if (scope.checkNode(hook.of, decorator, issues)) {
    const reason = REFUSED[scope.nodes.get(hook.of)?.kind ?? 'step']?.[hook.kind];
    if (reason !== undefined) issues.add(`${decorator} is refused: ${reason}`);
  }
  const isMap = scope.nodes.get(hook.of)?.kind === 'map';
  const site = { scope, node: hook.of, role: hook.kind, isMap, issues };
  const parameters = compileCallParameters(scope.declaration.parameters.get(hook.member), site, []);
  return { instance: scope.instance, method: hook.member, parameters };
}
