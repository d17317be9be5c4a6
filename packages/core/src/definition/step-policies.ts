import { compileRetries } from './compile-retries.js';
import type { IssueScope } from './issue-scope.js';
import type { Options } from './read-options.js';
import type { RetrySource, StepClassDefinition } from './reactor-definition.js';
import { NO_RETRIES, type RetryPolicy } from './retry-policy.js';

/** What the module's `defaults` give a step that says nothing itself. */
export interface RetryDefaults {
  readonly retries: RetryPolicy | null;
  readonly timeout: number | null;
}

/** The step's retries and where they come from: its class, the reactor's step, the module, or nowhere (C-050). */
export function chooseRetries(
  options: Options,
  stepClass: StepClassDefinition | null,
  defaults: RetryDefaults,
  issues: IssueScope,
): { readonly retries: RetryPolicy; readonly retrySource: RetrySource } {
  const own = compileRetries(options, '', issues);
  const inherited = stepClass?.retries ?? null;
  if (stepClass !== null) refuseTwice('retries', options, inherited !== null, stepClass.name, issues);
  if (inherited !== null) return { retries: inherited, retrySource: 'step_class' };
  if (own !== null) return { retries: own, retrySource: 'reactor_step' };
  if (defaults.retries !== null) return { retries: defaults.retries, retrySource: 'module' };
  return { retries: NO_RETRIES, retrySource: 'none' };
}

/** A policy has one owner: it is a mistake to give it on the step class and on the reactor's step. */
export function refuseTwice(
  field: 'retries' | 'contract',
  options: Options,
  isOnClass: boolean,
  className: string,
  issues: IssueScope,
): void {
  if (!isOnClass || options[field] === undefined) return;
  issues.add(`${field} is given here and on the step class ${className}: keep it on one of the two`);
}
