import type { CompiledContract } from '../contract/contract.js';
import type { ArgumentSource } from './argument-source.js';
import { bodyContract } from './body-contract.js';
import { compileBody } from './compile-body.js';
import { compileCallParameters, namedSources, type ParameterSite } from './compile-parameters.js';
import { compileWiring } from './compile-wiring.js';
import { checkRedact, type ContractBook } from './contract-book.js';
import type { IssueScope } from './issue-scope.js';
import type { NodeDeclaration } from './reactor-declaration.js';
import type {
  ArgumentsDefinition,
  ComposeDefinition,
  ContractUse,
  MethodDefinition,
  NodeDefinition,
  StepDefinition,
} from './reactor-definition.js';
import type { ReactorScope } from './reactor-scope.js';
import { readNodeOptions } from './node-options.js';
import { readText, readTimeout } from './read-options.js';
import { chooseRetries, refuseTwice, type RetryDefaults } from './step-policies.js';
import type { Targets } from './targets.js';

/** What all nodes of all reactors share while they are compiled. */
export interface NodeCompiler {
  readonly targets: Targets;
  readonly book: ContractBook;
  readonly defaults: RetryDefaults;
  /** The inputs contract of a reactor, by its name. */
  readonly inputsOf: (reactor: string) => CompiledContract | null;
}

export interface Hooks {
  readonly undo: MethodDefinition | null;
  readonly compensate: MethodDefinition | null;
}

const CONTRACTS = ['contract', 'output'] as const;

/** One node while it is compiled. */
interface NodeWork {
  readonly node: NodeDeclaration;
  readonly hooks: Hooks;
  readonly scope: ReactorScope;
  readonly compiler: NodeCompiler;
  readonly site: ParameterSite;
  readonly issues: IssueScope;
  readonly waitFor: readonly string[];
}

/** One node; null when a mistake keeps it from making sense, or its kind is not built yet. */
export async function compileNode(
  node: NodeDeclaration,
  hooks: Hooks,
  scope: ReactorScope,
  compiler: NodeCompiler,
): Promise<NodeDefinition | null> {
  const issues = scope.issues.at(node.member);
  const waitFor = readNodeOptions(node, scope, issues);
  const role = node.target === undefined ? 'body' : 'builder';
  const site: ParameterSite = { scope, node: node.member, role, isMap: node.kind === 'map', issues };
  const work: NodeWork = { node, hooks, scope, compiler, site, issues, waitFor };
  switch (node.kind) {
    case 'step':
      return node.target === undefined ? compileBodyStep(work) : compileTargetStep(work);
    case 'compose':
      return compileCompose(work);
    default:
      return onlyReferences(work);
  }
}

async function compileBodyStep(work: NodeWork): Promise<StepDefinition> {
  const { node, hooks, scope, compiler, site, issues } = work;
  if (node.options['args'] !== undefined) {
    issues.add('args belongs to the property form with a step class: in a body, name the sources with @Args({ … })');
  }
  const contract = await bodyContract(node, scope, compiler.book, issues);
  const body = compileBody(scope.declaration.parameters.get(node.member), contract, site);
  return {
    kind: 'step',
    ...baseOf(work, body.args, body.read, contract !== null),
    body: { instance: scope.instance, method: node.member, parameters: body.parameters },
    ...hooks,
    contract: useOf(contract, body.contractNames),
    output: await readOutput(work),
    ...chooseRetries(node.options, null, compiler.defaults, issues),
    timeout: readTimeout(node.options, issues) ?? compiler.defaults.timeout,
  };
}

async function compileTargetStep(work: NodeWork): Promise<StepDefinition | null> {
  const { node, hooks, compiler, site, issues } = work;
  const target = compiler.targets.stepClass(node.target, issues);
  if (target === null) return onlyReferences(work);
  refuseTwice('contract', node.options, target.contract !== null, target.name, issues);
  const contract = target.contract ?? (await compiler.book.read(node.options, 'contract', CONTRACTS, issues));
  const { args, read } = compileWiring(node, { target: target.name, contract }, site);
  return {
    kind: 'step',
    ...baseOf(work, args, read, contract !== null),
    body: target.body,
    undo: hooks.undo ?? target.undo,
    compensate: hooks.compensate ?? target.compensate,
    contract: useOf(contract, null),
    output: (await readOutput(work)) ?? target.output,
    ...chooseRetries(node.options, target, compiler.defaults, issues),
    timeout: readTimeout(node.options, issues) ?? target.timeout ?? compiler.defaults.timeout,
  };
}

function compileCompose(work: NodeWork): ComposeDefinition | null {
  const { node, compiler, site, issues } = work;
  const child = compiler.targets.reactor(node.target, issues);
  if (child === null) return onlyReferences(work);
  const contract = compiler.inputsOf(child);
  const { args, read } = compileWiring(node, { target: child, contract }, site);
  return { kind: 'compose', ...baseOf(work, args, read, contract !== null), child };
}

/** What every node has. */
function baseOf(work: NodeWork, args: ArgumentsDefinition, read: readonly ArgumentSource[], hasContract: boolean) {
  const { node, waitFor, issues } = work;
  const names = read.flatMap((source) => (source.kind === 'result' || source.kind === 'settled' ? [source.name] : []));
  return {
    name: node.member,
    description: readText(node.options, 'description', issues),
    args,
    storesArgs: hasContract || !isDerivable(args),
    waitFor,
    dependsOn: [...new Set([...names, ...waitFor])],
  };
}

/** True when inputs and results alone give the arguments again. A constant may be another one in the next build. */
function isDerivable(args: ArgumentsDefinition): boolean {
  if (args.kind !== 'sources') return args.kind === 'inputs';
  return args.sources.every(({ source }) => {
    const isKept = source.kind === 'input' || source.kind === 'inputs' || source.kind === 'result';
    return isKept && source.transform === undefined;
  });
}

function useOf(contract: CompiledContract | null, names: readonly string[] | null): ContractUse | null {
  return contract === null ? null : { contract, names };
}

async function readOutput({ node, compiler, issues }: NodeWork): Promise<CompiledContract | null> {
  checkRedact(node.options, CONTRACTS, issues);
  return compiler.book.read(node.options, 'output', CONTRACTS, issues);
}

/** Checks the names a node refers to when nothing more can be said of it. */
function onlyReferences({ node, scope, site }: NodeWork): null {
  compileCallParameters(scope.declaration.parameters.get(node.member), site, []);
  if (node.options['args'] !== undefined) namedSources(node.options['args'], 'args', site);
  return null;
}
