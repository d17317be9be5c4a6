import 'reflect-metadata';
import {
  METADATA,
  type BackgroundDeclaration,
  type ClassDeclarations,
  type CoordinationDeclaration,
  type HookDeclaration,
  type NodeDeclaration,
  type ParameterDeclaration,
} from '../definition/reactor-declaration.js';

/** A declaration that exists only to carry an issue of a member that has no declaration of its own. */
const CARRIERS = new WeakSet<NodeDeclaration>();

/** The declarations of exactly this class, made at first use; a parent's are never touched. */
function declarationsOf(prototype: object): ClassDeclarations {
  const own = Reflect.getOwnMetadata(METADATA.declarations, prototype) as ClassDeclarations | undefined;
  if (own !== undefined) return own;
  const made: ClassDeclarations = { nodes: [], hooks: [], parameters: new Map(), coordination: [], background: [] };
  Reflect.defineMetadata(METADATA.declarations, made, prototype);
  return made;
}

/** What a member decorator was given by the compiler. */
export interface Member {
  readonly prototype: object;
  readonly name: string;
  readonly form: 'method' | 'property';
  /** Why this member can carry none of our decorators; null when it can. */
  readonly issue: string | null;
}

/** Reads the arguments of a member decorator; `decorator` is named in the issue. */
export function memberOf(
  decorator: string,
  target: object,
  key: string | symbol | undefined,
  descriptor: PropertyDescriptor | undefined,
): Member {
  const isStatic = typeof target === 'function';
  const prototype = isStatic ? ((target as { prototype?: object }).prototype ?? target) : target;
  const name = key === undefined ? 'constructor' : String(key);
  const form = descriptor === undefined ? 'property' : 'method';
  return { prototype, name, form, issue: memberIssue(decorator, isStatic, key, descriptor) };
}

function memberIssue(
  decorator: string,
  isStatic: boolean,
  key: string | symbol | undefined,
  descriptor: PropertyDescriptor | undefined,
): string | null {
  if (key === undefined)
    return `${decorator} stands on a constructor parameter: put it on a parameter of a step method`;
  if (typeof key === 'symbol')
    return `${decorator} stands on the symbol member ${String(key)}: give the member a plain name`;
  if (isStatic) return `${decorator} stands on the static member '${key}': make it an instance member`;
  if (descriptor !== undefined && typeof descriptor.value !== 'function') {
    return `${decorator} stands on the accessor '${key}': make it a method`;
  }
  return null;
}

/** Records an issue of a member that a node declaration must carry to boot. */
export function addIssue(member: Member, issue: string): void {
  const { nodes } = declarationsOf(member.prototype);
  const index = nodes.findIndex((node) => node.member === member.name && CARRIERS.has(node));
  const issues = [...(nodes[index]?.issues ?? []), issue];
  const carrier: NodeDeclaration = { member: member.name, kind: 'step', form: member.form, options: {}, issues };
  CARRIERS.add(carrier);
  if (index === -1) nodes.push(carrier);
  else nodes[index] = carrier;
}

export interface NodeWriting {
  readonly kind: NodeDeclaration['kind'];
  readonly target?: NodeDeclaration['target'];
  readonly options: NodeDeclaration['options'];
  readonly issues: readonly string[];
}

/** Writes a node; takes over issues that a decorator on the same member left before. */
export function addNode(member: Member, { kind, target, options, issues }: NodeWriting): void {
  const { nodes } = declarationsOf(member.prototype);
  const index = nodes.findIndex((node) => node.member === member.name && CARRIERS.has(node));
  const all = [...(nodes[index]?.issues ?? []), ...(member.issue === null ? [] : [member.issue]), ...issues];
  const declaration: NodeDeclaration = {
    member: member.name,
    kind,
    form: member.form,
    ...(target === undefined ? {} : { target }),
    options,
    ...(all.length === 0 ? {} : { issues: all }),
  };
  if (index === -1) nodes.push(declaration);
  else nodes[index] = declaration;
}

/** Writes an undo or compensate. A hook that can never be called only leaves its issue. */
export function addHook(member: Member, hook: Omit<HookDeclaration, 'member'>, decorator: string): void {
  const issue =
    member.issue ??
    (member.form === 'property'
      ? `${decorator}('${hook.of}') stands on the property '${member.name}': make it a method`
      : null);
  if (issue === null) declarationsOf(member.prototype).hooks.push({ member: member.name, ...hook });
  else addIssue(member, issue);
}

/** Writes one parameter; a method's parameters are kept in order of their index. */
export function addParameter(member: Member, parameter: ParameterDeclaration): void {
  const { parameters } = declarationsOf(member.prototype);
  const list = parameters.get(member.name) ?? [];
  const place = list.findIndex((other) => other.index > parameter.index);
  list.splice(place === -1 ? list.length : place, 0, parameter);
  parameters.set(member.name, list);
}

/** Writes a coordination rule of a member, or of the class when `member` is null. */
export function addCoordination(
  prototype: object,
  member: string | null,
  rule: Omit<CoordinationDeclaration, 'member'>,
): void {
  declarationsOf(prototype).coordination.push(member === null ? rule : { ...rule, member });
}

/** Writes a hand-off point of a member, or of the class when `member` is null. */
export function addBackground(prototype: object, member: string | null, point: unknown): void {
  const declaration: BackgroundDeclaration = member === null ? { point } : { member, point };
  declarationsOf(prototype).background.push(declaration);
}
