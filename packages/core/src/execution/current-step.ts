import { AsyncLocalStorage } from 'node:async_hooks';
import type { StepContext } from '../definition/step-context.js';
import { NoCurrentStepError } from './execution.errors.js';

const KEY = Symbol.for('nest-reactor:current-step');

// On the global object, so that a step library with its own copy of the package sees the engine's context.
const shared = globalThis as { [KEY]?: AsyncLocalStorage<StepContext> };
const storage = (shared[KEY] ??= new AsyncLocalStorage<StepContext>());

/** Runs `body` so that `currentStep()` gives `context` anywhere below it. */
export function withCurrentStep<T, A extends unknown[]>(context: StepContext, body: (...args: A) => T, ...args: A): T {
  return storage.run(context, body, ...args);
}

/** The context of the step whose body, undo or compensate is running, from any depth below it. */
export function currentStep(): StepContext {
  const context = storage.getStore();
  if (context === undefined) throw new NoCurrentStepError();
  return context;
}

/** Like `currentStep()`, but `undefined` outside a step. */
export function currentStepOrNone(): StepContext | undefined {
  return storage.getStore();
}
