import type { CompiledContract } from '../contract/contract.js';
import type { ArgumentSource } from './argument-source.js';
import {
  argumentOf,
  checkParameterPlace,
  decoratorText,
  namedSources,
  parameterSource,
  type ParameterSite,
} from './compile-parameters.js';
import type { ParameterDeclaration } from './reactor-declaration.js';
import type { ArgumentsDefinition, NamedSource, ParameterDefinition } from './reactor-definition.js';

export interface BodyArguments {
  readonly args: ArgumentsDefinition;
  /** Null: the undecorated form. */
  readonly parameters: readonly ParameterDefinition[] | null;
  /** Every source that is read. */
  readonly read: readonly ArgumentSource[];
  /** The named arguments the step's contract is about; null: all of them. */
  readonly contractNames: readonly string[] | null;
}

const ALL: ParameterDefinition = { kind: 'arguments', names: null };
const NO_ARGUMENTS: BodyArguments = { args: { kind: 'inputs' }, parameters: null, read: [], contractNames: null };

/**
 * Arguments of a body from its decorated parameters: each makes a named argument, and a body that declares none gets
 * the reactor's inputs (C-006).
 */
export function compileBody(
  parameters: readonly ParameterDeclaration[] | undefined,
  contract: CompiledContract | null,
  site: ParameterSite,
): BodyArguments {
  if (parameters === undefined || parameters.length === 0) return NO_ARGUMENTS;
  const named = new NamedArguments(site);
  const places = parameters.map((parameter) => placeParameter(parameter, named, site));
  const bare = expandBareArgs(parameters, named, contract, site);
  const definitions = places.map((place): ParameterDefinition => (place.kind === 'bare' ? bare : place));
  const argsNames = definitions.find((place) => place.kind === 'arguments')?.names ?? null;
  const takesAll = argsNames !== null && argsNames.length === named.size;
  return {
    args: named.size === 0 ? { kind: 'inputs' } : { kind: 'sources', sources: named.sources },
    // All of them are handed on as the contract made them: picking would lose the instance.
    parameters: takesAll ? definitions.map((place) => (place.kind === 'arguments' ? ALL : place)) : definitions,
    read: named.sources.map(({ source }) => source),
    contractNames: takesAll ? null : argsNames,
  };
}

type Place = ParameterDefinition | { readonly kind: 'bare' };

function placeParameter(parameter: ParameterDeclaration, named: NamedArguments, site: ParameterSite): Place {
  checkParameterPlace(parameter, site);
  const source = parameterSource(parameter, site);
  if (source !== null) {
    const name = argumentOf(parameter, site.issues);
    named.add({ name, source }, decoratorText(parameter));
    return { kind: 'argument', name };
  }
  if (parameter.kind === 'args') {
    if (parameter.sources === undefined) return { kind: 'bare' };
    const sources = namedSources(parameter.sources, '@Args', site);
    for (const each of sources) named.add(each, '@Args({…})');
    return { kind: 'arguments', names: sources.map(({ name }) => name) };
  }
  return parameter.kind === 'ctx' ? { kind: 'ctx' } : { kind: 'inputs' };
}

/** What a bare `@Args()` takes: the reactor inputs named like its contract's fields, else all inputs. */
function expandBareArgs(
  parameters: readonly ParameterDeclaration[],
  named: NamedArguments,
  contract: CompiledContract | null,
  site: ParameterSite,
): ParameterDefinition {
  if (!parameters.some((parameter) => parameter.kind === 'args' && parameter.sources === undefined)) return ALL;
  const inputs = site.scope.inputNames;
  if (contract !== null && contract.fields !== null) {
    const names = contract.fields.flatMap((field) => {
      if (inputs === null || inputs.includes(field.name)) return [field.name];
      if (field.required) site.issues.add(missingInput(field.name, contract, site));
      return [];
    });
    named.addInputs(names);
    return { kind: 'arguments', names };
  }
  if (named.size === 0) return ALL;
  if (inputs !== null) {
    named.addInputs(inputs);
    return { kind: 'arguments', names: inputs };
  }
  site.issues.add(
    '@Args() stands beside other parameters, and neither its contract nor the reactor says which inputs it takes: ' +
      'use @Inputs() for all of them, or @Args({ name: from.input(…) })',
  );
  return ALL;
}

function missingInput(field: string, contract: CompiledContract, { scope }: ParameterSite): string {
  return (
    `@Args() needs '${field}' for the contract ${contract.name}, but the reactor has no input of that name: add it to ` +
    `${scope.inputs?.name}, or name its source with @Args({ ${field}: from.result(…) }) and the other fields beside it`
  );
}

/** The named arguments of one node, in order; two of one name are reported. */
class NamedArguments {
  private readonly byName = new Map<string, { readonly named: NamedSource; readonly origin: string }>();

  constructor(private readonly site: ParameterSite) {}

  get size(): number {
    return this.byName.size;
  }

  get sources(): readonly NamedSource[] {
    return [...this.byName.values()].map(({ named }) => named);
  }

  add(named: NamedSource, origin: string): void {
    const before = this.byName.get(named.name);
    if (before !== undefined) {
      this.site.issues.add(
        `${before.origin} and ${origin} both make an argument named '${named.name}': give one of them another name with { as: '…' }`,
      );
      return;
    }
    this.byName.set(named.name, { named, origin });
  }

  /** Reactor inputs for a bare `@Args()`; one that another parameter already takes is shared. */
  addInputs(names: readonly string[]): void {
    for (const name of names) {
      const named: NamedSource = { name, source: { kind: 'input', name, path: [] } };
      const before = this.byName.get(name);
      if (before === undefined || !isWholeInput(before.named.source, name)) this.add(named, '@Args()');
    }
  }
}

function isWholeInput(source: ArgumentSource, name: string): boolean {
  return source.kind === 'input' && source.name === name && source.path.length === 0 && source.transform === undefined;
}
