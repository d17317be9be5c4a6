import type { CompiledContract } from '../contract/contract.js';
import { checkComposeCycles, checkNodeCycles, type Composition } from './check-graph.js';
import { checkMembers } from './check-members.js';
import type { ReactorDeclaration } from './collected-declaration.js';
import type { CompileEnvironment } from './compile-environment.js';
import { compileHooks } from './compile-hooks.js';
import { compileNode, type NodeCompiler } from './compile-node.js';
import { compileRetries } from './compile-retries.js';
import { compileStepClass } from './compile-step-class.js';
import { ContractBook } from './contract-book.js';
import { deepFreeze } from './deep-freeze.js';
import type { DefinitionIssue } from './definition.errors.js';
import { fingerprintOf } from './fingerprint.js';
import { IssueScope } from './issue-scope.js';
import { readConcurrency, readTimeout } from './read-options.js';
import { reactorName, readReactorOptions } from './reactor-options.js';
import type { NodeDefinition, ReactorDefinition, StepClassDefinition } from './reactor-definition.js';
import { ReactorScope } from './reactor-scope.js';
import { Targets } from './targets.js';

export interface Compilation {
  /** Frozen; to be used only when there are no issues. */
  readonly definitions: readonly ReactorDefinition[];
  readonly stepClasses: readonly StepClassDefinition[];
  /** Every mistake of every reactor and step class; empty when all is well. */
  readonly issues: readonly DefinitionIssue[];
}

/**
 * From declarations to frozen definitions. It throws for no mistake: all of them are answered together. The only thing
 * it waits for is the loading of class-validator by the contracts.
 */
export async function compileReactors(
  declarations: readonly ReactorDeclaration[],
  environment: CompileEnvironment,
): Promise<Compilation> {
  const issues: DefinitionIssue[] = [];
  const compiler = new ReactorCompiler(environment, issues);
  await compiler.addStepClasses();
  compiler.addReactors(declarations);
  await compiler.compileInputs();
  const definitions = await compiler.compileDefinitions();
  return {
    definitions: definitions.map(deepFreeze),
    stepClasses: compiler.compiledStepClasses().map(deepFreeze),
    issues,
  };
}

type Unsealed = Omit<ReactorDefinition, 'fingerprint'>;

class ReactorCompiler {
  private readonly book = new ContractBook();
  private readonly targets: Targets;
  private readonly scopes: ReactorScope[] = [];

  constructor(
    private readonly environment: CompileEnvironment,
    private readonly issues: DefinitionIssue[],
  ) {
    this.targets = new Targets(environment);
    for (const { reactor, aliases, name } of environment.registered) {
      for (const cls of [reactor, ...aliases]) this.targets.reactors.set(cls, name);
    }
  }

  async addStepClasses(): Promise<void> {
    for (const declaration of this.environment.stepClasses) {
      const compiled = await compileStepClass(declaration, this.environment, this.book, this.issues);
      for (const cls of [declaration.stepClass, ...declaration.aliases]) this.targets.stepClasses.set(cls, compiled);
    }
  }

  compiledStepClasses(): readonly StepClassDefinition[] {
    return [...new Set(this.targets.stepClasses.values())].filter((compiled) => compiled !== null);
  }

  /** Gives every reactor its name and scope; from here on they can refer to each other. */
  addReactors(declarations: readonly ReactorDeclaration[]): void {
    const owners = new Map(this.environment.registered.map(({ name, reactor }) => [name, reactor.name]));
    for (const declaration of declarations) {
      const { reactor, options } = declaration;
      const name = reactorName(options, reactor.name, new IssueScope(this.issues, reactor.name));
      const scoped = new IssueScope(this.issues, name === reactor.name ? name : `${name} (${reactor.name})`);
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, reactor.name);
      else
        scoped.add(
          `the name '${name}' is taken by the reactor class ${owner} already: give one of the two another @Reactor({ name: '…' })`,
        );
      for (const cls of [reactor, ...declaration.aliases]) this.targets.reactors.set(cls, name);
      const instance = this.environment.instanceOf(reactor);
      if (instance === null) scoped.add(`no module provides ${reactor.name}: add it to the providers of a module`);
      else this.scopes.push(new ReactorScope(declaration, name, instance, scoped));
    }
  }

  /** All inputs contracts come first: a composed child's are needed to wire it. */
  async compileInputs(): Promise<void> {
    for (const scope of this.scopes) {
      scope.inputs = await this.book.read(scope.declaration.options, 'inputs', ['inputs'], scope.issues);
    }
  }

  async compileDefinitions(): Promise<readonly ReactorDefinition[]> {
    const compiler = this.nodeCompiler();
    const concurrency = this.readDefaultConcurrency();
    const unsealed: Unsealed[] = [];
    for (const scope of this.scopes) unsealed.push(await this.compileReactor(scope, compiler, concurrency));
    checkComposeCycles(this.scopes, unsealed.flatMap(compositionsOf));
    return this.issues.length > 0 ? [] : this.seal(unsealed);
  }

  private async compileReactor(scope: ReactorScope, compiler: NodeCompiler, concurrency: number): Promise<Unsealed> {
    const { declaration, name, inputs } = scope;
    checkMembers(scope);
    const options = readReactorOptions(scope, this.targets);
    const hooks = compileHooks(scope);
    const nodes: NodeDefinition[] = [];
    for (const node of declaration.nodes) {
      if (node.issues !== undefined && node.issues.length > 0) continue;
      const own = hooks.get(node.member) ?? { undo: null, compensate: null };
      const compiled = await compileNode(node, own, scope, compiler);
      if (compiled !== null) nodes.push(compiled);
    }
    checkNodeCycles(scope);
    const { reactor, aliases } = declaration;
    return { name, reactor, aliases, inputs, nodes, ...options, concurrency: options.concurrency ?? concurrency };
  }

  private nodeCompiler(): NodeCompiler {
    const issues = this.moduleIssues();
    const { defaults } = this.environment;
    const inputs = new Map<string, CompiledContract | null>([
      ...this.environment.registered.map((definition) => [definition.name, definition.inputs] as const),
      ...this.scopes.map((scope) => [scope.name, scope.inputs] as const),
    ]);
    return {
      targets: this.targets,
      book: this.book,
      defaults: { retries: compileRetries(defaults, 'defaults.', issues), timeout: readTimeout(defaults, issues) },
      inputsOf: (reactor) => inputs.get(reactor) ?? null,
    };
  }

  private readDefaultConcurrency(): number {
    return readConcurrency(this.environment.defaults, 'defaults.', this.moduleIssues()) ?? 1;
  }

  private moduleIssues(): IssueScope {
    return new IssueScope(this.issues, 'ReactorModule');
  }

  /** Adds the fingerprints, children first; without issues there is no cycle among them. */
  private seal(unsealed: readonly Unsealed[]): readonly ReactorDefinition[] {
    const known = new Map(this.environment.registered.map(({ name, fingerprint }) => [name, fingerprint]));
    const byName = new Map(unsealed.map((definition) => [definition.name, definition]));
    const instances = new Map(this.scopes.map((scope) => [scope.name, scope.instance]));
    for (const start of unsealed) {
      const pending = [start];
      for (let next = pending.at(-1); next !== undefined; next = pending.at(-1)) {
        const missing = compositionsOf(next).filter(({ child }) => !known.has(child));
        const children = missing.flatMap(({ child }) => byName.get(child) ?? []);
        if (children.length > 0) pending.push(...children);
        else {
          pending.pop();
          const instance = instances.get(next.name);
          if (instance !== undefined)
            known.set(
              next.name,
              fingerprintOf(next.nodes, instance, (child) => known.get(child) ?? ''),
            );
        }
      }
    }
    return unsealed.map((definition) => ({ ...definition, fingerprint: known.get(definition.name) ?? '' }));
  }
}

function compositionsOf({ name, nodes }: Pick<ReactorDefinition, 'name' | 'nodes'>): readonly Composition[] {
  return nodes.flatMap((node) =>
    node.kind === 'compose' ? [{ parent: name, member: node.name, child: node.child }] : [],
  );
}
