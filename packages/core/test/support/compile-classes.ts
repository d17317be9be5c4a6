import { compileReactors, type Compilation } from '../../src/definition/compile-reactors.js';
import type { AnyClass } from '../../src/definition/reactor-declaration.js';
import type { InstanceSource, NodeDefinition, ReactorDefinition } from '../../src/definition/reactor-definition.js';
import { ReactorMetadataAccessor } from '../../src/nest/reactor-metadata.accessor.js';

export interface CompileOptions {
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Provided classes that are neither reactors nor step classes. */
  readonly others?: readonly AnyClass[];
  readonly registered?: readonly ReactorDefinition[];
}

/** Compiles reactors and step classes as if one module provided all of them, without Nest. */
export function compileClasses(classes: readonly AnyClass[], options: CompileOptions = {}): Promise<Compilation> {
  const accessor = new ReactorMetadataAccessor();
  const provided = [...classes, ...(options.others ?? [])];
  const instances = new Map<AnyClass, InstanceSource>(provided.map((cls) => [cls, singletonOf(cls)]));
  return compileReactors(
    classes.flatMap((cls) => accessor.readReactor(cls) ?? []),
    {
      instanceOf: (cls) => instances.get(cls) ?? null,
      stepClasses: classes.flatMap((cls) => accessor.readStepClass(cls) ?? []),
      defaults: options.defaults ?? {},
      registered: options.registered ?? [],
    },
  );
}

/** The definition of the last of the classes; fails with the issues when there are any. */
export async function definitionOf(classes: readonly AnyClass[], options?: CompileOptions): Promise<ReactorDefinition> {
  const { definitions, issues } = await compileClasses(classes, options);
  if (issues.length > 0) throw new Error(issues.map((issue) => issue.message).join('\n'));
  return definitions.at(-1) as ReactorDefinition;
}

/** `Reactor.member: message` of every issue. */
export async function issuesOf(classes: readonly AnyClass[], options?: CompileOptions): Promise<string[]> {
  const { issues } = await compileClasses(classes, options);
  return issues.map(({ reactor, member, message }) => `${reactor}${member === null ? '' : `.${member}`}: ${message}`);
}

export function nodeOf(definition: ReactorDefinition, name: string): NodeDefinition {
  const node = definition.nodes.find((each) => each.name === name);
  if (node === undefined) throw new Error(`no node '${name}'`);
  return node;
}

function singletonOf(cls: AnyClass): InstanceSource {
  const singleton = Object.create(cls.prototype as object) as object;
  return { className: cls.name, singleton, resolve: () => singleton };
}
