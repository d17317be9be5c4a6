import type { DeclarationIssue, ReactorDeclaration } from '../definition/collected-declaration.js';
import type {
  BackgroundDeclaration,
  ClassDeclarations,
  CoordinationDeclaration,
  HookDeclaration,
  NodeDeclaration,
  ParameterDeclaration,
} from '../definition/reactor-declaration.js';

/** What one class of the chain wrote, and its name for messages. */
export interface OwnDeclarations {
  readonly owner: string;
  readonly declarations: ClassDeclarations;
}

type Merged = Pick<ReactorDeclaration, 'nodes' | 'hooks' | 'parameters' | 'coordination' | 'background' | 'issues'>;

/**
 * What a class and its parents wrote, as one. The chain starts at the topmost parent.
 *
 * A member that a subclass decorates again is replaced with all that belongs to it, in its parent's place; one that it
 * merely overrides keeps the parent's declaration. The declarations of the chain are read only, so that siblings never
 * see each other.
 */
export function mergeDeclarations(chain: readonly OwnDeclarations[]): Merged {
  const merger = new Merger();
  for (const level of chain) merger.add(level);
  return merger.merged();
}

interface Owned<T> {
  readonly owner: string;
  readonly declaration: T;
}

class Merger {
  private readonly nodes = new Map<string, Owned<NodeDeclaration>>();
  private hooks: Owned<HookDeclaration>[] = [];
  private readonly parameters = new Map<string, readonly ParameterDeclaration[]>();
  private coordination: CoordinationDeclaration[] = [];
  private background: BackgroundDeclaration[] = [];
  private readonly issues: DeclarationIssue[] = [];

  add({ owner, declarations }: OwnDeclarations): void {
    const redeclared = new Set([...declarations.nodes, ...declarations.hooks].map((declaration) => declaration.member));
    this.forget(redeclared);
    this.addHooks(owner, declarations.hooks);
    const own = new Set<string>();
    const hooked = new Set(declarations.hooks.map((hook) => hook.member));
    for (const node of declarations.nodes) {
      // A hook whose parameters are wrong comes with a node that only carries the issues.
      if (hooked.has(node.member) && (node.issues?.length ?? 0) > 0) {
        for (const message of node.issues ?? []) this.refuse(node.member, message);
        continue;
      }
      if (own.has(node.member)) this.refuse(node.member, 'it carries two node decorators: keep one of them');
      own.add(node.member);
      this.addNode(owner, node);
    }
    for (const [member, parameters] of declarations.parameters) {
      this.parameters.set(
        member,
        [...parameters].sort((a, b) => a.index - b.index),
      );
    }
    this.addCoordination(declarations.coordination);
    this.addBackground(declarations.background);
  }

  merged(): Merged {
    return {
      nodes: [...this.nodes.values()].map(({ declaration }) => declaration),
      hooks: this.hooks.map(({ declaration }) => declaration),
      parameters: this.parameters,
      coordination: this.coordination,
      background: this.background,
      issues: this.issues,
    };
  }

  /** Drops what parents said about members that are declared anew. Their nodes stay, to keep the place. */
  private forget(members: ReadonlySet<string>): void {
    for (const member of members) this.parameters.delete(member);
    const isKept = (declaration: { readonly member?: string }): boolean =>
      declaration.member === undefined || !members.has(declaration.member);
    this.coordination = this.coordination.filter(isKept);
    this.background = this.background.filter(isKept);
  }

  private addNode(owner: string, node: NodeDeclaration): void {
    const hook = this.hooks.find(({ declaration }) => declaration.member === node.member);
    if (hook !== undefined) this.refuseBoth(node.member, hook, owner);
    const inherited = this.nodes.get(node.member);
    if (inherited !== undefined && inherited.owner !== owner && inherited.declaration.form !== node.form) {
      const was = inherited.declaration.form;
      this.refuse(
        node.member,
        `it is a ${was} in ${inherited.owner} and a ${node.form} in ${owner}: a redeclared node keeps its form, so make it a ${was}`,
      );
    }
    for (const message of node.issues ?? []) this.refuse(node.member, message);
    this.nodes.set(node.member, { owner, declaration: node });
  }

  /** A hook replaces the parents' hooks under its own name, and those of the same kind for the same step. */
  private addHooks(owner: string, hooks: readonly HookDeclaration[]): void {
    const isReplaced = ({ declaration }: Owned<HookDeclaration>): boolean =>
      hooks.some((own) => own.member === declaration.member || hasSameRole(own, declaration));
    const replaced = this.hooks.filter(isReplaced);
    this.hooks = this.hooks.filter((hook) => !isReplaced(hook));
    for (const { declaration } of replaced) {
      if (!this.hooks.some((kept) => kept.declaration.member === declaration.member))
        this.parameters.delete(declaration.member);
    }
    for (const declaration of hooks) {
      const node = this.nodes.get(declaration.member);
      if (node !== undefined) this.refuseBoth(declaration.member, { owner, declaration }, node.owner);
      this.hooks.push({ owner, declaration });
    }
  }

  /** On a class, a primitive declared anew replaces the parents' of the same kind. */
  private addCoordination(own: readonly CoordinationDeclaration[]): void {
    const classLevel = new Set(own.filter((each) => each.member === undefined).map((each) => each.primitive));
    const isKept = (each: CoordinationDeclaration): boolean =>
      each.member !== undefined || !classLevel.has(each.primitive);
    this.coordination = [...this.coordination.filter(isKept), ...own];
  }

  /** A reactor has one hand-off point, so a subclass that names one replaces its parents'. */
  private addBackground(own: readonly BackgroundDeclaration[]): void {
    if (own.length > 0) this.background = [...own];
  }

  private refuseBoth(member: string, hook: Owned<HookDeclaration>, nodeOwner: string): void {
    const { kind, of } = hook.declaration;
    const decorator = kind === 'undo' ? '@Undo' : '@Compensate';
    this.refuse(
      member,
      `it is ${decorator}('${of}') in ${hook.owner} and a node in ${nodeOwner}: give one of the two another name`,
    );
  }

  private refuse(member: string, message: string): void {
    this.issues.push({ member, message });
  }
}

function hasSameRole(a: HookDeclaration, b: HookDeclaration): boolean {
  return a.kind === b.kind && a.of === b.of;
}
