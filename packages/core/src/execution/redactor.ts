import type { StepDefinition } from '../definition/reactor-definition.js';
import { redactText } from '../contract/redact-text.js';
import { NO_REDACTION, redactionOfMembers, type Redaction } from '../contract/redaction.js';
import type { NodeState } from './node-state.js';
import type { Scope } from './scope.js';

/** What must not be seen of one scope's inputs: the reactor's own marks, and for a child those of its parents too. */
function secretsOf(scope: Scope): string[] {
  const own = scope.plan.definition.inputs?.redaction ?? NO_REDACTION;
  const secrets = own.isEmpty ? [] : [...own.secrets(scope.inputs.shared())];
  return scope.parent === null ? secrets : [...secrets, ...secretsOf(scope.parent.scope)];
}

/** Takes secrets of the inputs, and of the node's own arguments, out of texts: messages, stacks, traces. */
export function textRedactor(scope: Scope, state: NodeState | null, args: unknown): (text: string) => string {
  const redaction = state === null ? NO_REDACTION : argumentRedaction(scope, state);
  const secrets = [...secretsOf(scope), ...redaction.secrets(args)];
  return secrets.length === 0 ? same : (text) => redactText(text, secrets);
}

function same(text: string): string {
  return text;
}

/** What is hidden of a node's named arguments: by its contract, and by where each argument was read from. */
export function argumentRedaction(scope: Scope, state: NodeState): Redaction {
  const { definition } = state.node;
  const inputs = scope.plan.definition.inputs?.redaction ?? NO_REDACTION;
  const contract = definition.kind === 'step' ? contractRedaction(definition) : NO_REDACTION;
  if (!contract.isEmpty) return contract;
  if (definition.args.kind === 'inputs') return inputs;
  if (inputs.isEmpty || definition.args.kind === 'builder') return NO_REDACTION;
  const members: Record<string, Redaction> = {};
  for (const { name, source } of definition.args.sources) {
    if (source.kind === 'input') members[name] = inputs.at([source.name, ...source.path]);
    if (source.kind === 'inputs') members[name] = inputs;
  }
  return redactionOfMembers(members);
}

function contractRedaction(definition: StepDefinition): Redaction {
  return definition.contract?.contract.redaction ?? NO_REDACTION;
}
