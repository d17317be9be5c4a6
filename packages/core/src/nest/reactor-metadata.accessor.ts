import 'reflect-metadata';
import type { MemberFacts, ReactorDeclaration, StepClassDeclaration } from '../definition/collected-declaration.js';
import { METADATA, type AnyClass, type ClassDeclarations } from '../definition/reactor-declaration.js';
import { mergeDeclarations, type OwnDeclarations } from './merge-declarations.js';

type Options = Readonly<Record<string, unknown>>;

/** Where Nest's own parameter decorators (HTTP, microservices, GraphQL, websockets) write, on (constructor, method). */
const FOREIGN_PARAMETERS = '__routeArguments__';
const STEP_METHODS = ['run', 'undo', 'compensate'] as const;

/**
 * The only reader of metadata: what decorators and the compiler wrote becomes plain data here. It checks nothing but
 * what only it can see; nothing is cached and no class is changed.
 */
export class ReactorMetadataAccessor {
  /** True for a class that carries `@Reactor`, or has a parent that does. */
  isReactor(cls: AnyClass): boolean {
    return Reflect.getMetadata(METADATA.reactor, cls) !== undefined;
  }

  /** True for a class that carries `@StepHandler`, or has a parent that does. */
  isStepClass(cls: AnyClass): boolean {
    return Reflect.getMetadata(METADATA.stepHandler, cls) !== undefined;
  }

  /** Everything written on a reactor class and its parents; null when neither it nor a parent carries `@Reactor`. */
  readReactor(cls: AnyClass): ReactorDeclaration | null {
    const options = readOptions(METADATA.reactor, cls, ['name']);
    if (options === null) return null;
    const merged = mergeDeclarations(readChain(cls));
    const members = new Map<string, MemberFacts>();
    const names = [
      ...merged.nodes.map((node) => node.member),
      ...merged.hooks.map((hook) => hook.member),
      ...merged.parameters.keys(),
    ];
    for (const member of names) if (!members.has(member)) members.set(member, readFacts(cls, member));
    return { reactor: cls, aliases: [], options, ...merged, members, typesMissing: lacksTypes(merged, members) };
  }

  /** Everything written on a step class and its parents; null when neither it nor a parent carries `@StepHandler`. */
  readStepClass(cls: AnyClass): StepClassDeclaration | null {
    const options = readOptions(METADATA.stepHandler, cls, []);
    if (options === null) return null;
    const { nodes, hooks, parameters, coordination, issues } = mergeDeclarations(readChain(cls));
    const members = new Map(STEP_METHODS.map((method) => [method as string, readFacts(cls, method)]));
    const misplaced = [...parameters.keys()].map((member) => ({
      member,
      message:
        'a step class takes no parameter decorators: its methods get (args, ctx); wire the arguments in the reactor',
    }));
    const nested = [...nodes, ...hooks].map(({ member }) => ({
      member,
      message:
        'a step class has no nodes or hooks of its own: name the methods run, undo and compensate, without decorators',
    }));
    return {
      stepClass: cls,
      aliases: [],
      options,
      coordination,
      members,
      issues: [...issues, ...misplaced, ...nested],
    };
  }

  /** True when members are decorated as nodes or hooks, on the class or a parent, whatever the class itself is. */
  hasNodes(cls: AnyClass): boolean {
    return readChain(cls).some(({ declarations }) => declarations.nodes.length + declarations.hooks.length > 0);
  }

  /** True for a class decorated with `@ReactorMiddleware()`, or a subclass of one. */
  isMiddleware(cls: AnyClass): boolean {
    return Reflect.getMetadata(METADATA.middleware, cls) !== undefined;
  }

  /**
   * True when the constructor takes parameters but the compiler wrote no types for them, so that Nest injects
   * `undefined` without a word.
   */
  lacksConstructorTypes(cls: AnyClass): boolean {
    if (cls.length === 0 || Reflect.getMetadata('design:paramtypes', cls) !== undefined) return false;
    const injected: unknown = Reflect.getMetadata('self:paramtypes', cls);
    return !Array.isArray(injected) || injected.length < cls.length;
  }
}

/** From the topmost parent down to the class itself. */
function chainOf(cls: AnyClass): AnyClass[] {
  const chain: AnyClass[] = [];
  for (let at: unknown = cls; typeof at === 'function' && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    chain.unshift(at as AnyClass);
  }
  return chain;
}

/** Options of a class decorator: a subclass wins option by option; those in `own` are never inherited. */
function readOptions(key: string, cls: AnyClass, own: readonly string[]): Options | null {
  let merged: Record<string, unknown> | undefined;
  for (const at of chainOf(cls)) {
    const options = Reflect.getOwnMetadata(key, at) as Options | undefined;
    for (const name of own) delete merged?.[name];
    if (options !== undefined) merged = { ...merged, ...options };
  }
  return merged ?? null;
}

function readChain(cls: AnyClass): OwnDeclarations[] {
  return chainOf(cls).flatMap((at) => {
    const prototype: unknown = at.prototype;
    if (typeof prototype !== 'object' || prototype === null) return [];
    const own = Reflect.getOwnMetadata(METADATA.declarations, prototype) as ClassDeclarations | undefined;
    return own === undefined ? [] : [{ owner: at.name, declarations: own }];
  });
}

function readFacts(cls: AnyClass, member: string): MemberFacts {
  const prototype = cls.prototype as object;
  const descriptor = findDescriptor(prototype, member);
  const types: unknown = Reflect.getMetadata('design:paramtypes', prototype, member);
  const value: unknown = descriptor?.value;
  return {
    form: formOf(descriptor),
    parameterTypes: Array.isArray(types) ? (types as unknown[]) : null,
    parameterCount: typeof value === 'function' ? value.length : 0,
    foreignParameters: Reflect.getMetadata(FOREIGN_PARAMETERS, cls, member) !== undefined,
  };
}

function findDescriptor(prototype: object, member: string): PropertyDescriptor | undefined {
  for (
    let at: object | null = prototype;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    const descriptor = Object.getOwnPropertyDescriptor(at, member);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

function formOf(descriptor: PropertyDescriptor | undefined): MemberFacts['form'] {
  if (descriptor === undefined) return 'missing';
  if (descriptor.get !== undefined || descriptor.set !== undefined) return 'accessor';
  if (typeof descriptor.value !== 'function') return 'value';
  switch (Object.prototype.toString.call(descriptor.value)) {
    case '[object AsyncGeneratorFunction]':
      return 'async_generator';
    case '[object GeneratorFunction]':
      return 'generator';
    default:
      return 'function';
  }
}

/** A compiler that emits decorator metadata writes parameter types for every decorated method, also for one without parameters. */
function lacksTypes(
  merged: Pick<ReactorDeclaration, 'nodes' | 'hooks'>,
  members: ReadonlyMap<string, MemberFacts>,
): boolean {
  const decorated = [
    ...merged.nodes.filter((node) => node.form === 'method').map((node) => node.member),
    ...merged.hooks.map((hook) => hook.member),
  ];
  return decorated.some((member) => {
    const facts = members.get(member);
    return facts !== undefined && facts.form !== 'missing' && facts.parameterTypes === null;
  });
}
