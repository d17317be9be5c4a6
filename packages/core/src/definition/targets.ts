import type { CompileEnvironment } from './compile-environment.js';
import type { IssueScope } from './issue-scope.js';
import type { AnyClass } from './reactor-declaration.js';
import type { StepClassDefinition } from './reactor-definition.js';
import { resolveClass } from './resolve-class.js';

/** The step classes and reactors that nodes may name, by class. */
export class Targets {
  /** Filled before any node is compiled. A step class that was refused is null: its mistakes are reported already. */
  readonly stepClasses = new Map<AnyClass, StepClassDefinition | null>();
  /** Names of the reactors by class, aliases included. */
  readonly reactors = new Map<AnyClass, string>();

  constructor(private readonly environment: CompileEnvironment) {}

  /** The step class of `@Step(Class)`; null when it was refused, which is reported. */
  stepClass(reference: unknown, issues: IssueScope): StepClassDefinition | null {
    const cls = this.resolve(reference, 'the step class', issues);
    if (cls === null) return null;
    const found = this.stepClasses.get(cls);
    if (found !== undefined) return found;
    if (this.reactors.has(cls)) issues.add(`${cls.name} is a reactor, not a step class: use @Compose(${cls.name})`);
    else if (this.environment.instanceOf(cls) === null) issues.add(this.notProvided('step class', cls));
    else
      issues.add(
        `${cls.name} is not a step class: decorate it with @StepHandler() and give it a method run(args, ctx)`,
      );
    return null;
  }

  /** Name of the reactor behind `@Compose(Class)`; null when it was refused, which is reported. */
  reactor(reference: unknown, issues: IssueScope): string | null {
    const cls = this.resolve(reference, 'the child reactor', issues);
    if (cls === null) return null;
    const found = this.reactors.get(cls);
    if (found !== undefined) return found;
    if (this.stepClasses.has(cls)) issues.add(`${cls.name} is a step class, not a reactor: use @Step(${cls.name})`);
    else if (this.environment.instanceOf(cls) === null) issues.add(this.notProvided('child reactor', cls));
    else issues.add(`${cls.name} is not a reactor: decorate it with @Reactor()`);
    return null;
  }

  /** A class named in `middlewares`. */
  middleware(reference: unknown, issues: IssueScope): AnyClass | null {
    const cls = this.resolve(reference, 'an entry of middlewares', issues);
    if (cls === null || this.environment.instanceOf(cls) !== null) return cls;
    issues.add(this.notProvided('middleware', cls));
    return null;
  }

  private resolve(reference: unknown, what: string, issues: IssueScope): AnyClass | null {
    const isKnown = (cls: AnyClass): boolean => this.stepClasses.has(cls) || this.reactors.has(cls);
    return resolveClass(reference, what, isKnown, issues);
  }

  private notProvided(what: string, cls: AnyClass): string {
    return `no module provides the ${what} ${cls.name}: add ${cls.name} to the providers of a module that the application imports`;
  }
}
