import type { IssueScope } from './issue-scope.js';
import type { NodeDeclaration } from './reactor-declaration.js';
import type { ReactorScope } from './reactor-scope.js';
import { checkOptionNames, readDuration, readTexts } from './read-options.js';
import { unavailable } from './unavailable.js';

/** Options of each kind; a kind that is not built yet has none to check. */
const KNOWN: Partial<
  Record<NodeDeclaration['kind'], { readonly decorator: string; readonly options: readonly string[] }>
> = {
  step: {
    decorator: '@Step',
    options: ['args', 'waitFor', 'contract', 'redact', 'output', 'retries', 'timeout', 'delay', 'description'],
  },
  compose: { decorator: '@Compose', options: ['args', 'waitFor', 'description'] },
};

const WAIT_FOR_EXAMPLE = "['createUser']";

/** Why a whole reactor takes no `retries`, by kind (C-110). */
const NO_RETRIES: Partial<Record<NodeDeclaration['kind'], string>> = {
  compose: '@Compose',
  async_reactor: '@AsyncReactor',
};

/** Checks what can be said of a node's options without its target; answers the names it waits for. */
export function readNodeOptions(node: NodeDeclaration, scope: ReactorScope, issues: IssueScope): readonly string[] {
  const refused = unavailable(`kind:${node.kind}`);
  if (refused !== null) issues.add(refused);
  checkRetries(node, issues);
  const known = KNOWN[node.kind];
  if (known !== undefined) checkOptionNames(withoutRetries(node), known.options, known.decorator, issues);
  const waitFor = readTexts(node.options, 'waitFor', WAIT_FOR_EXAMPLE, issues);
  for (const name of waitFor) {
    if (scope.checkNode(name, 'waitFor', issues) && name === node.member) {
      issues.add('waitFor: a node cannot wait for itself; name another step');
    }
  }
  checkDelay(node, issues);
  return waitFor;
}

function checkDelay(node: NodeDeclaration, issues: IssueScope): void {
  if (node.options['delay'] === undefined || KNOWN[node.kind]?.options.includes('delay') !== true) return;
  if (readDuration(node.options, 'delay', '', issues) === null) return;
  const refused = unavailable('option:delay');
  if (refused !== null) issues.add(refused);
}

function checkRetries(node: NodeDeclaration, issues: IssueScope): void {
  const decorator = NO_RETRIES[node.kind];
  if (decorator === undefined || node.options['retries'] === undefined) return;
  issues.add(
    `retries on ${decorator} is refused: a whole reactor is not retried; give retries to the child's own steps`,
  );
}

function withoutRetries(node: NodeDeclaration): NodeDeclaration['options'] {
  return NO_RETRIES[node.kind] === undefined ? node.options : { ...node.options, retries: undefined };
}
