import { Inject, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { ReactorDeclaration, StepClassDeclaration } from '../definition/collected-declaration.js';
import type { DefinitionIssue } from '../definition/definition.errors.js';
import type { AnyClass } from '../definition/reactor-declaration.js';
import type { InstanceSource } from '../definition/reactor-definition.js';
import { readProvidedClasses, type ProvidedClass } from './provided-classes.js';
import { ReactorMetadataAccessor } from './reactor-metadata.accessor.js';

export interface FoundMiddleware {
  readonly cls: AnyClass;
  readonly instance: InstanceSource;
}

/** What a scan of all providers found. */
export interface Exploration {
  /** Each reactor class once. */
  readonly reactors: readonly ReactorDeclaration[];
  /** Each step class once. */
  readonly stepClasses: readonly StepClassDeclaration[];
  /** Providers decorated `@ReactorMiddleware()`, each instance once. */
  readonly middlewares: readonly FoundMiddleware[];
  /** Mistakes in how the classes are provided. */
  readonly issues: readonly DefinitionIssue[];
  /** Things that are probably not meant but do no harm; to be logged. */
  readonly warnings: readonly string[];
  /** Where the instance of any provided class lives; null when no module provides it. */
  readonly instanceOf: (cls: AnyClass) => InstanceSource | null;
}

/** Finds reactors, step classes and middlewares among all providers, by metadata. It starts and creates nothing. */
@Injectable()
export class ReactorExplorer {
  private readonly accessor = new ReactorMetadataAccessor();

  // The type is not enough: the package must work when it was compiled without decorator metadata.
  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer) {}

  /** Scans everything that is loaded now; after a lazy load, a second scan finds what came with it. */
  explore(): Exploration {
    const provided = new Providers(readProvidedClasses(this.modules));
    const collected = new Collected();
    const steps = provided.classesWhere((cls) => this.accessor.isStepClass(cls));
    const stepClasses = steps.flatMap((cls) => {
      const declaration = this.accessor.readStepClass(cls);
      return declaration === null ? [] : { ...declaration, aliases: provided.aliasesOf(cls, steps) };
    });
    const reactorClasses = provided.classesWhere((cls) => this.accessor.isReactor(cls));
    const reactors = reactorClasses.flatMap((cls) => {
      const declaration = this.accessor.readReactor(cls);
      if (declaration === null) return [];
      collected.checkBodies(declaration, provided.find(cls));
      return { ...declaration, aliases: provided.aliasesOf(cls, reactorClasses) };
    });
    const undecorated = provided
      .classesWhere((cls) => this.accessor.hasNodes(cls))
      .filter((cls) => !reactorClasses.includes(cls) && !stepClasses.some(({ stepClass }) => stepClass === cls));
    for (const cls of undecorated)
      collected.add(cls, 'it has decorated steps but is no reactor: decorate the class with @Reactor()');
    const both = reactorClasses.filter((cls) => stepClasses.some(({ stepClass }) => stepClass === cls));
    for (const cls of both) collected.add(cls, 'it is a reactor and a step class: keep @Reactor() or @StepHandler()');
    for (const cls of new Set([...reactorClasses, ...stepClasses.map(({ stepClass }) => stepClass)])) {
      this.checkProvision(cls, provided, collected);
    }
    return {
      reactors,
      stepClasses,
      middlewares: this.middlewares(provided),
      issues: collected.issues,
      warnings: collected.warnings,
      instanceOf: (cls) => provided.find(cls)?.instance ?? null,
    };
  }

  private checkProvision(cls: AnyClass, provided: Providers, collected: Collected): void {
    const chosen = provided.find(cls);
    if (chosen === null) return;
    if (chosen.isConstructed && this.accessor.lacksConstructorTypes(cls)) collected.add(cls, CONSTRUCTOR_TYPES_MISSING);
    const others = provided.otherInstances(cls, chosen);
    if (others.length === 0) return;
    const places = [chosen, ...others].map(({ module }) => module).join(', ');
    if (chosen.token === cls) {
      collected.warnings.push(`${cls.name} is provided several times (in ${places}): the first one is used`);
    } else {
      collected.add(
        cls,
        `several instances of it are provided (in ${places}) and none under the class itself: add ${cls.name} to the providers of one module, and export it from there`,
      );
    }
  }

  private middlewares(provided: Providers): readonly FoundMiddleware[] {
    const found = new Map<unknown, FoundMiddleware>();
    for (const { cls, instance } of provided.all) {
      if (cls === null || !this.accessor.isMiddleware(cls)) continue;
      const identity = instance.singleton ?? cls;
      if (!found.has(identity)) found.set(identity, { cls, instance });
    }
    return [...found.values()];
  }
}

const CONSTRUCTOR_TYPES_MISSING =
  'the compiler wrote no types for its constructor, so Nest injects undefined: set "emitDecoratorMetadata": true beside ' +
  '"experimentalDecorators" in tsconfig.json (swc: jsc.transform.decoratorMetadata); esbuild and tsx cannot';

class Collected {
  readonly issues: DefinitionIssue[] = [];
  readonly warnings: string[] = [];

  add(cls: AnyClass, message: string, member: string | null = null): void {
    this.issues.push({ reactor: cls.name, member, message });
  }

  /** A value or factory may stand for a class without being one of its instances; it must have the same methods. */
  checkBodies({ reactor, nodes, hooks }: ReactorDeclaration, provided: ProvidedClass | null): void {
    const object = provided?.instance.singleton;
    if (object === undefined || object === null || object instanceof reactor) return;
    const methods = [...nodes.filter((node) => node.form === 'method'), ...hooks];
    for (const { member } of methods) {
      if (typeof (object as Readonly<Record<string, unknown>>)[member] === 'function') continue;
      this.add(
        reactor,
        `what is provided as ${reactor.name} has no method '${member}': provide an instance of ${reactor.name} or of a subclass`,
        member,
      );
    }
  }
}

/** The providers, asked by class: under its own token first, then by the class of the instance. */
class Providers {
  private readonly byToken = new Map<AnyClass, ProvidedClass>();
  private readonly byClass = new Map<AnyClass, ProvidedClass[]>();

  constructor(readonly all: readonly ProvidedClass[]) {
    for (const each of all) {
      if (each.token !== null && !this.byToken.has(each.token)) this.byToken.set(each.token, each);
      if (each.cls === null) continue;
      const same = this.byClass.get(each.cls);
      if (same === undefined) this.byClass.set(each.cls, [each]);
      else same.push(each);
    }
  }

  find(cls: AnyClass): ProvidedClass | null {
    return this.byToken.get(cls) ?? this.byClass.get(cls)?.[0] ?? null;
  }

  /** Classes that the predicate accepts, each once, in the order they are provided. The class of the instance goes before the token. */
  classesWhere(accepts: (cls: AnyClass) => boolean): readonly AnyClass[] {
    const found = new Set<AnyClass>();
    for (const { cls, token } of this.all) {
      if (cls !== null && accepts(cls)) found.add(cls);
      else if (token !== null && accepts(token)) found.add(token);
    }
    return [...found];
  }

  /** Class tokens under which instances of the class are provided, but for classes that stand for themselves. */
  aliasesOf(cls: AnyClass, known: readonly AnyClass[]): readonly AnyClass[] {
    const tokens = this.all.flatMap((each) => (each.cls === cls && each.token !== null ? [each.token] : []));
    return [...new Set(tokens)].filter((token) => token !== cls && !known.includes(token));
  }

  /** Instances of the class apart from the chosen one; a provider that merely points at it is none. */
  otherInstances(cls: AnyClass, chosen: ProvidedClass): readonly ProvidedClass[] {
    const { singleton } = chosen.instance;
    if (singleton === null) return [];
    const others = (this.byClass.get(cls) ?? []).filter(({ instance }) => instance.singleton !== singleton);
    return others.filter(
      (each, place) => others.findIndex((other) => other.instance.singleton === each.instance.singleton) === place,
    );
  }
}
