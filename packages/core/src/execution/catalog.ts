import type { AnyClass } from '../definition/reactor-declaration.js';
import type { ReactorDefinition, StepClassDefinition } from '../definition/reactor-definition.js';
import { ReactorError } from '../kernel/reactor-error.js';
import type { Plan } from '../plan/plan.js';

/** The class or name is no reactor of this application. */
export class ReactorNotRegisteredError extends ReactorError {
  constructor(what: string, known: readonly string[], kind: 'reactor' | 'step class' = 'reactor') {
    const list = known.length === 0 ? 'none is registered' : `known: ${known.join(', ')}`;
    super(
      `${kind} '${what}' is not registered: decorate it with ${kind === 'reactor' ? '@Reactor()' : '@StepHandler()'} and add it to the providers of a module that the application imports (${list})`,
    );
  }
}

/** All definitions and plans of the application, by name and by class. Filled at boot; a lazily loaded module adds its own. */
export class Catalog {
  private readonly byName = new Map<string, Plan>();
  private readonly byClass = new Map<unknown, Plan>();
  private readonly stepClasses = new Map<unknown, StepClassDefinition>();

  constructor(plans: readonly Plan[], stepClasses: readonly StepClassDefinition[]) {
    this.add(plans, stepClasses);
  }

  add(plans: readonly Plan[], stepClasses: readonly StepClassDefinition[]): void {
    for (const plan of plans) {
      const { name, reactor, aliases } = plan.definition;
      this.byName.set(name, plan);
      for (const cls of [...aliases, reactor]) this.byClass.set(cls, plan);
    }
    for (const definition of stepClasses) {
      for (const cls of [...definition.aliases, definition.stepClass]) this.stepClasses.set(cls, definition);
    }
  }

  get definitions(): readonly ReactorDefinition[] {
    return [...this.byName.values()].map((plan) => plan.definition);
  }

  /** By class or by name. Throws `ReactorNotRegisteredError`. */
  plan(reactor: AnyClass | string): Plan {
    const plan = typeof reactor === 'string' ? this.byName.get(reactor) : this.byClass.get(reactor);
    if (plan === undefined) throw new ReactorNotRegisteredError(nameOf(reactor), [...this.byName.keys()]);
    return plan;
  }

  knows(cls: AnyClass | string): boolean {
    return typeof cls === 'string' ? this.byName.has(cls) : this.byClass.has(cls) || this.stepClasses.has(cls);
  }

  find(name: string): Plan | undefined {
    return this.byName.get(name);
  }

  stepClass(stepClass: AnyClass): StepClassDefinition {
    const found = this.stepClasses.get(stepClass);
    if (found !== undefined) return found;
    const known = [...new Set(this.stepClasses.values())].map(({ name }) => name);
    throw new ReactorNotRegisteredError(nameOf(stepClass), known, 'step class');
  }
}

function nameOf(reactor: unknown): string {
  if (typeof reactor === 'string') return reactor;
  return typeof reactor === 'function' && reactor.name !== '' ? reactor.name : String(reactor);
}
