import type { MemberFacts, StepClassDeclaration } from './collected-declaration.js';
import type { CompileEnvironment } from './compile-environment.js';
import { compileRetries } from './compile-retries.js';
import { checkRedact, type ContractBook } from './contract-book.js';
import type { DefinitionIssue } from './definition.errors.js';
import { IssueScope } from './issue-scope.js';
import { checkOptionNames, readTimeout } from './read-options.js';
import type { InstanceSource, MethodDefinition, StepClassDefinition } from './reactor-definition.js';
import { unavailable } from './unavailable.js';

const OPTIONS = ['contract', 'redact', 'output', 'retries', 'timeout'] as const;
const CONTRACTS = ['contract', 'output'] as const;

/** A step class on its own; null when it has no `run` that could be called. Its mistakes are reported once, here. */
export async function compileStepClass(
  declaration: StepClassDeclaration,
  environment: CompileEnvironment,
  book: ContractBook,
  collected: DefinitionIssue[],
): Promise<StepClassDefinition | null> {
  const { stepClass, options } = declaration;
  const issues = new IssueScope(collected, stepClass.name);
  for (const { member, message } of declaration.issues) issues.at(member).add(message);
  for (const { primitive } of declaration.coordination) {
    const refused = unavailable(`coordination:${primitive}`);
    if (refused !== null) issues.add(refused);
  }
  checkOptionNames(options, OPTIONS, '@StepHandler', issues);
  checkRedact(options, CONTRACTS, issues);
  const instance = environment.instanceOf(stepClass);
  if (instance === null) return null;
  const body = methodOf('run', declaration, instance, issues);
  const definition = {
    name: stepClass.name,
    stepClass,
    aliases: declaration.aliases,
    undo: methodOf('undo', declaration, instance, issues),
    compensate: methodOf('compensate', declaration, instance, issues),
    contract: await book.read(options, 'contract', CONTRACTS, issues),
    output: await book.read(options, 'output', CONTRACTS, issues),
    retries: compileRetries(options, '', issues),
    timeout: readTimeout(options, issues),
  };
  if (body !== null) return { ...definition, body };
  issues.add(`${stepClass.name} has no method 'run': a step class does its work in run(args, ctx)`);
  return null;
}

function methodOf(
  method: string,
  { members }: StepClassDeclaration,
  instance: InstanceSource,
  issues: IssueScope,
): MethodDefinition | null {
  const own = (instance.singleton as Readonly<Record<string, unknown>> | null)?.[method];
  const facts = members.get(method);
  const exists = instance.singleton === null ? facts !== undefined && facts.form !== 'missing' : own !== undefined;
  if (!exists) return null;
  const refused = facts === undefined ? null : stepMethodIssue(method, facts);
  if (refused !== null) issues.at(method).add(refused);
  else if (own !== undefined && typeof own !== 'function') issues.at(method).add(`${method} is no method: make it one`);
  return { instance, method, parameters: null };
}

function stepMethodIssue(method: string, facts: MemberFacts): string | null {
  if (facts.form === 'generator' || facts.form === 'async_generator') {
    return `${method} is a generator: a step answers a value or a promise, so make it a plain or async method`;
  }
  if (facts.form === 'accessor') return `${method} is an accessor: make it a method`;
  return facts.foreignParameters
    ? `${method} has parameter decorators, which a step class does not take: remove them`
    : null;
}
