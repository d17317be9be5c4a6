import type { MemberFacts } from './collected-declaration.js';
import { decoratorText } from './compile-parameters.js';
import type { IssueScope } from './issue-scope.js';
import { memberNameIssue } from './member-names.js';
import type { NodeDeclaration, ParameterDeclaration } from './reactor-declaration.js';
import type { ReactorScope } from './reactor-scope.js';
import { unavailable } from './unavailable.js';

/** Checks the decorated members of a reactor as such: their names, what they are in the class, and their parameters. */
export function checkMembers(scope: ReactorScope): void {
  const { declaration, issues } = scope;
  for (const { member, message } of declaration.issues) issues.at(member).add(message);
  if (declaration.typesMissing) issues.add(TYPES_MISSING);
  if (declaration.nodes.length === 0) issues.add('it has no steps: decorate its methods with @Step()');
  for (const node of declaration.nodes) checkNode(node, scope);
  const hooks = new Set(declaration.hooks.map((hook) => hook.member));
  for (const member of hooks) {
    if (checkName(member, issues.at(member))) checkMethod(member, scope);
  }
  checkStrayParameters(scope, hooks);
  checkUnbuiltDecorators(scope);
}

const TYPES_MISSING =
  'the compiler wrote no types for its methods: set "emitDecoratorMetadata": true beside "experimentalDecorators" in ' +
  'tsconfig.json (swc: jsc.transform.decoratorMetadata), and use a compiler that knows it (esbuild and tsx do not)';

function checkNode(node: NodeDeclaration, scope: ReactorScope): void {
  const issues = scope.issues.at(node.member);
  if (isCarrier(node)) return;
  if (!checkName(node.member, issues)) return;
  if (node.form === 'method') checkMethod(node.member, scope);
  else checkProperty(node, scope, issues);
}

/** The decorator reported it already; whatever else would be said of the member follows from that. */
function isCarrier(node: NodeDeclaration): boolean {
  return node.issues !== undefined && node.issues.length > 0;
}

/** False when the name is refused: what else would be said of the member does not matter then. */
function checkName(member: string, issues: IssueScope): boolean {
  const refused = memberNameIssue(member);
  if (refused !== null) issues.add(refused);
  return refused === null;
}

function checkProperty(node: NodeDeclaration, scope: ReactorScope, issues: IssueScope): void {
  if (node.target === undefined && node.kind !== 'interrupt') {
    issues.add('a property has no body: write a method, or name a target class whose arguments come from args');
  }
  const form = scope.declaration.members.get(node.member)?.form;
  if (form !== undefined && form !== 'missing') {
    issues.add(`it is declared as a property and overridden by a method: a redeclared node keeps its form`);
  }
}

function checkMethod(member: string, scope: ReactorScope): void {
  const issues = scope.issues.at(member);
  const facts = scope.declaration.members.get(member);
  if (facts === undefined) return;
  const refused = formIssue(facts.form);
  if (refused !== null) issues.add(refused);
  if (facts.foreignParameters) issues.add(FOREIGN_PARAMETERS);
  else checkDecorated(scope.declaration.parameters.get(member) ?? [], facts, issues);
}

const FOREIGN_PARAMETERS =
  'its parameters carry decorators of another library (such as @Ctx of @nestjs/microservices or @Args of ' +
  "@nestjs/graphql), which mean nothing in a step: import them from '@nest-reactor/core'";

function formIssue(form: MemberFacts['form']): string | null {
  switch (form) {
    case 'generator':
    case 'async_generator':
      return 'it is a generator, which has no single answer: make it a plain or async method';
    case 'accessor':
      return 'it is an accessor: make it a method';
    case 'value':
      return 'it is no method: make it one';
    case 'function':
    case 'missing':
      return null;
  }
}

/** Either every parameter has a decorator, or none has. The compiler's types count parameters with defaults as well. */
function checkDecorated(parameters: readonly ParameterDeclaration[], facts: MemberFacts, issues: IssueScope): void {
  if (parameters.length === 0) return;
  const seen = new Map<number, ParameterDeclaration>();
  for (const parameter of parameters) {
    const before = seen.get(parameter.index);
    if (before !== undefined) {
      issues.add(
        `parameter ${parameter.index + 1} carries ${decoratorText(before)} and ${decoratorText(parameter)}: keep one`,
      );
    }
    seen.set(parameter.index, parameter);
  }
  const count = facts.parameterTypes?.length ?? facts.parameterCount;
  const bare = Array.from({ length: count }, (_, index) => index).filter((index) => !seen.has(index));
  if (bare.length === 0) return;
  const places = bare.map((index) => index + 1).join(' and ');
  issues.add(
    `parameter ${places} has no decorator while others have: decorate every parameter (@Ctx() for the context), or none`,
  );
}

/** A method with our parameter decorators that nothing calls: its @Step() was forgotten. */
function checkStrayParameters({ declaration, nodes, issues }: ReactorScope, hooks: ReadonlySet<string>): void {
  const named = new Set(
    declaration.nodes
      .filter((node) => node.kind === 'map')
      .flatMap(({ options }) => [options['over'], options['collect'], options['undoAll']]),
  );
  for (const member of declaration.parameters.keys()) {
    if (nodes.has(member) || hooks.has(member) || named.has(member)) continue;
    issues.at(member).add('its parameters are decorated but it is no step: decorate it with @Step(), or remove them');
  }
}

function checkUnbuiltDecorators({ declaration, issues }: ReactorScope): void {
  for (const { member, primitive } of declaration.coordination) {
    const refused = unavailable(`coordination:${primitive}`);
    if (refused !== null) issues.at(member ?? null).add(refused);
  }
  for (const { member } of declaration.background) {
    const refused = unavailable('decorator:background');
    if (refused !== null) issues.at(member ?? null).add(refused);
  }
}
