import type { CompiledContract } from './contract.js';
import { loadPeers, type ContractPeers, type ImportPeer } from './contract-peers.js';
import { compileDto } from './dto-contract.js';
import { isDtoClass } from './dto-shape.js';
import { redactedProperties } from './redact.decorator.js';
import { compileSchema, isStandardSchema } from './schema-contract.js';

export interface CompileContractOptions {
  /** Paths beside the contract whose values are hidden. Default: none. */
  readonly redact?: readonly string[];
  /** What the contract is for, for messages: "the inputs of reactor 'Order'". */
  readonly where: string;
  /** Replaced by tests. Default: the installed packages. */
  readonly importPeer?: ImportPeer;
}

/** Either the contract, or every mistake in it as a sentence with its fix; it never throws for a mistake. */
export type ContractCompilation = { readonly contract: CompiledContract } | { readonly issues: string[] };

/**
 * Reads a DTO class or a Standard Schema once, at boot.
 *
 * Loads class-validator and class-transformer when a class needs them. `() => Class` is accepted, for circular imports.
 */
export async function compileContract(
  contract: unknown,
  options: CompileContractOptions,
): Promise<ContractCompilation> {
  const { redact = [], where } = options;
  const wrongPaths = redact.filter((path) => typeof path !== 'string' || path === '' || path.split('.').includes(''));
  if (wrongPaths.length > 0)
    return { issues: [`${where}: redact takes paths such as 'card.number', not ${JSON.stringify(wrongPaths)}`] };
  if (isStandardSchema(contract)) return finish(compileSchema(contract, redact), redact, where);
  const given = classOf(contract);
  if (isStandardSchema(given)) return finish(compileSchema(given, redact), redact, where);
  if (!isDtoClass(given)) return { issues: [`${where}: ${noContract(given)}`] };
  const peers = await loadPeers(options.importPeer);
  const missing = missingPeer(given.name, peers);
  return missing === null
    ? finish(compileDto(given, peers, redact), redact, where)
    : { issues: [`${where}: ${missing}`] };
}

/** True when the class says anything a contract is made of: class-validator rules or `@Redact()`, inherited ones included. */
export function hasContractMetadata(candidate: unknown): boolean {
  if (!isDtoClass(candidate)) return false;
  if (redactedProperties(candidate).size > 0) return true;
  // class-validator keeps its rules here, whichever copy wrote them, so that it need not be loaded to ask.
  const storage = (
    globalThis as {
      classValidatorMetadataStorage?: { getTargetValidationMetadatas(...args: unknown[]): readonly unknown[] };
    }
  ).classValidatorMetadataStorage;
  return (storage?.getTargetValidationMetadatas(candidate, '', false, false).length ?? 0) > 0;
}

function finish(
  compiled: { readonly contract: CompiledContract; readonly issues: readonly string[] },
  redact: readonly string[],
  where: string,
): ContractCompilation {
  const { contract } = compiled;
  const issues = compiled.issues.map((issue) => `${where}: ${issue}`);
  const fields = contract.fields?.map(({ name }) => name) ?? null;
  for (const path of redact) {
    const first = path.split('.')[0] ?? '';
    if (fields === null || first === '*' || fields.includes(first)) continue;
    issues.push(
      `${where}: redact names '${path}', but the contract '${contract.name}' has no field '${first}' (it has ${fields.join(', ')})`,
    );
  }
  return issues.length > 0 ? { issues } : { contract };
}

/** The class behind `() => Class`; anything else as it is. */
function classOf(contract: unknown): unknown {
  if (typeof contract !== 'function' || contract.prototype !== undefined) return contract;
  try {
    return (contract as () => unknown)();
  } catch {
    return undefined;
  }
}

function noContract(given: unknown): string {
  if (typeof given === 'function') {
    return `a contract is a DTO class or a Standard Schema, not '${given.name}'; when the type is imported with \`import type\`, or is an interface, import a class as a value`;
  }
  if (given === undefined) return 'the contract is undefined; is there a circular import? Pass `() => ItsClass`';
  return 'a contract is a DTO class, or a schema that implements Standard Schema v1 (zod, valibot, arktype)';
}

function missingPeer(name: string, peers: ContractPeers): string | null {
  if (peers.validator) return null;
  return `the rules of the class '${name}' are read with class-validator, which is not installed: run \`npm install class-validator class-transformer\``;
}
