import { hasContractMetadata } from '../contract/compile-contract.js';
import type { CompiledContract } from '../contract/contract.js';
import type { ContractBook } from './contract-book.js';
import type { IssueScope } from './issue-scope.js';
import type { NodeDeclaration, ParameterDeclaration } from './reactor-declaration.js';
import type { ReactorScope } from './reactor-scope.js';

const CONTRACTS = ['contract', 'output'] as const;

/**
 * The contract of a step's body: the option `contract`, else the DTO class that an `@Args()` parameter is typed with. A class
 * without rules and redaction marks says nothing a contract could check, so it is none.
 * A type that the compiler erased is refused, since the contract would silently check nothing.
 */
export async function bodyContract(
  node: NodeDeclaration,
  scope: ReactorScope,
  book: ContractBook,
  issues: IssueScope,
): Promise<CompiledContract | null> {
  if (node.options['contract'] !== undefined) return book.read(node.options, 'contract', CONTRACTS, issues);
  const parameters = scope.declaration.parameters.get(node.member) ?? [];
  const types = scope.declaration.members.get(node.member)?.parameterTypes ?? [];
  const classes = new Set<unknown>();
  for (const parameter of parameters) {
    if (parameter.kind !== 'args') continue;
    const type = types[parameter.index];
    if (isErased(type, parameter)) issues.add(erased(type, parameter, node.member));
    else if (hasContractMetadata(type)) classes.add(type);
  }
  if (classes.size > 1)
    issues.add('two @Args() of different classes: a step has one contract, so take one parameter for both');
  const [type] = classes;
  return type === undefined ? null : book.compile(type, node.options['redact'], 'the type of @Args()', issues);
}

/** `Function` is what tsc leaves of a type-only import; `Object` is left of it by swc, and of interfaces and unions. */
function isErased(type: unknown, parameter: ParameterDeclaration): boolean {
  if (typeof type !== 'function' || !isNative(type)) return false;
  return type.name === 'Function' || (type.name === 'Object' && parameter.sources === undefined);
}

function erased(type: unknown, parameter: ParameterDeclaration, member: string): string {
  const written = parameter.sources === undefined ? '@Args()' : '@Args({…})';
  return (
    `the type of ${written} at parameter ${parameter.index + 1} of '${member}' was erased to ${(type as Function).name} by the ` +
    'compiler, as happens to interfaces, unions, type aliases and "import type": import the DTO class as a value, give ' +
    'the contract with { contract: … }, or use @Inputs() for all inputs'
  );
}

/** A class of the language itself, in any realm. */
function isNative(type: Function): boolean {
  return /\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(type));
}
