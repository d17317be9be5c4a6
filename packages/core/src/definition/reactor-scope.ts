import type { CompiledContract } from '../contract/contract.js';
import type { ArgumentSource } from './argument-source.js';
import type { ReactorDeclaration } from './collected-declaration.js';
import type { IssueScope } from './issue-scope.js';
import type { NodeDeclaration } from './reactor-declaration.js';
import type { InstanceSource } from './reactor-definition.js';
import { fieldNames } from './contract-fields.js';
import { knownNames, unknownName } from './unknown-name.js';

/** One reactor while it is compiled: what its members may refer to. */
export class ReactorScope {
  readonly nodes: ReadonlyMap<string, NodeDeclaration>;
  /** Set once the inputs contract is compiled; null: none, or one that was refused. */
  inputs: CompiledContract | null = null;

  constructor(
    readonly declaration: ReactorDeclaration,
    readonly name: string,
    readonly instance: InstanceSource,
    readonly issues: IssueScope,
  ) {
    this.nodes = new Map(declaration.nodes.map((node) => [node.member, node]));
  }

  get nodeNames(): readonly string[] {
    return [...this.nodes.keys()];
  }

  /** Names of the reactor's inputs; null when they are not known. */
  get inputNames(): readonly string[] | null {
    return this.inputs === null ? null : fieldNames(this.inputs);
  }

  /** True when the name is a node; adds an issue otherwise. `where` names the decorator or option that refers to it. */
  checkNode(name: unknown, where: string, issues: IssueScope): name is string {
    if (typeof name === 'string' && this.nodes.has(name)) return true;
    issues.add(`${where}: ${this.describeUnknown(name)}`);
    return false;
  }

  /** Adds an issue when the source refers to something the reactor does not have, or to the node itself. */
  checkSource(source: ArgumentSource, where: string, self: string | null, issues: IssueScope): void {
    if (source.kind === 'input') this.checkInput(source.name, where, issues);
    if (source.kind !== 'result' && source.kind !== 'settled') return;
    if (this.checkNode(source.name, where, issues) && source.name === self) {
      issues.add(`${where}: a node cannot read its own result; name another step`);
    }
  }

  private checkInput(name: string, where: string, issues: IssueScope): void {
    const known = this.inputNames;
    if (known === null || known.includes(name)) return;
    issues.add(`${where}: ${unknownName('reactor input', name, known)} (declared by ${this.inputs?.name})`);
  }

  private describeUnknown(name: unknown): string {
    if (typeof name !== 'string') return `'${String(name)}' is no step name`;
    const hook = this.declaration.hooks.find(({ member }) => member === name);
    if (hook !== undefined)
      return `'${name}' is the ${hook.kind} of '${hook.of}', not a step; ${knownNames(this.nodeNames)}`;
    if (this.declaration.members.has(name) || isMethod(this.declaration.reactor.prototype as object, name)) {
      return `'${name}' is a method without a node decorator: decorate it with @Step(), or name a step; ${knownNames(this.nodeNames)}`;
    }
    return unknownName('step', name, this.nodeNames);
  }
}

function isMethod(prototype: object, name: string): boolean {
  if (!(name in prototype) || name in Object.prototype) return false;
  return typeof Reflect.getOwnPropertyDescriptor(prototype, name)?.value === 'function';
}
