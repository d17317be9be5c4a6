import type { CompiledContract } from '../contract/contract.js';
import type { ArgumentSource } from './argument-source.js';
import { compileCallParameters, namedSources, type ParameterSite } from './compile-parameters.js';
import { fieldNames } from './contract-fields.js';
import type { NodeDeclaration } from './reactor-declaration.js';
import type { ArgumentsDefinition, NamedSource } from './reactor-definition.js';
import { unknownName } from './unknown-name.js';

/** What a node with a target needs to know of it. */
export interface TargetContract {
  /** Class name of the target, for messages. */
  readonly target: string;
  readonly contract: CompiledContract | null;
}

export interface Wiring {
  readonly args: ArgumentsDefinition;
  readonly read: readonly ArgumentSource[];
}

/** How the arguments of a target come about: from the builder method, or from the option `args` of the property form. */
export function compileWiring(node: NodeDeclaration, target: TargetContract, site: ParameterSite): Wiring {
  return node.form === 'method' ? compileBuilder(node, site) : compileProperty(node, target, site);
}

function compileBuilder(node: NodeDeclaration, site: ParameterSite): Wiring {
  if (node.options['args'] !== undefined) {
    site.issues.add(
      'args belongs to the property form: a builder method gives all arguments itself, so remove one of the two',
    );
  }
  const read: ArgumentSource[] = [];
  const parameters = compileCallParameters(site.scope.declaration.parameters.get(node.member), site, read);
  const builder = { instance: site.scope.instance, method: node.member, parameters };
  return { args: { kind: 'builder', builder }, read };
}

/**
 * The property form. A required field that nobody wires takes the reactor input of its name, never a result (L-198);
 * without any `args`, the fields are taken as by a bare `@Args()`: from the inputs named like them.
 */
function compileProperty(node: NodeDeclaration, target: TargetContract, site: ParameterSite): Wiring {
  const given = node.options['args'];
  const wired = given === undefined ? [] : namedSources(given, 'args', site);
  const { contract } = target;
  if (contract === null || contract.fields === null) return wiringOf(wired, given !== undefined);
  checkDeclared(wired, contract, target, site);
  const names = new Set(wired.map(({ name }) => name));
  const inputs = site.scope.inputNames;
  const filled = contract.fields.flatMap((field): NamedSource[] => {
    if (names.has(field.name)) return [];
    const isInput = inputs === null || inputs.includes(field.name);
    if (!isInput && field.required) site.issues.add(unwired(field.name, target, site));
    const isTaken = isInput && (field.required || given === undefined);
    return isTaken ? [{ name: field.name, source: { kind: 'input', name: field.name, path: [] } }] : [];
  });
  return wiringOf([...wired, ...filled], true);
}

function wiringOf(sources: readonly NamedSource[], isDeclared: boolean): Wiring {
  const args: ArgumentsDefinition = isDeclared ? { kind: 'sources', sources } : { kind: 'inputs' };
  return { args, read: sources.map(({ source }) => source) };
}

function checkDeclared(
  wired: readonly NamedSource[],
  contract: CompiledContract,
  target: TargetContract,
  { issues }: ParameterSite,
): void {
  const declared = fieldNames(contract) ?? [];
  for (const { name } of wired) {
    if (declared.includes(name)) continue;
    issues.add(`args: ${unknownName(`argument of ${target.target}`, name, declared)} (declared by ${contract.name})`);
  }
}

function unwired(field: string, { target }: TargetContract, { scope, node }: ParameterSite): string {
  return (
    `reactor '${scope.name}' does not give '${target}' its required input '${field}' in step '${node}': wire it with ` +
    `args: { ${field}: from.result(…) }, or add an input named '${field}' to ${scope.inputs?.name ?? 'the reactor'}`
  );
}
