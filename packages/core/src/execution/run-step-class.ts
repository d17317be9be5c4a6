import { ContractViolationError } from '../contract/contract.errors.js';
import type { AnyClass } from '../definition/reactor-declaration.js';
import type { InjectionScope, StepClassDefinition } from '../definition/reactor-definition.js';
import type { StepContext } from '../definition/step-context.js';
import { createOutcome, ReactorOutcomeError } from '../outcome/outcome.js';
import { isSignal, type StepResult } from '../outcome/step-result.js';
import type { AttemptContext } from './attempt-context.js';
import { callMethod } from './call-method.js';
import { withCurrentStep } from './current-step.js';
import type { Engine } from './engine.js';
import { NestedContext } from './nested-context.js';
import type { NamedArguments } from './resolve-arguments.js';

/**
 * Runs a step class once, without retries, protected by its contract. Answers its value (skipped: that value); throws what
 * was thrown, the error of a `failure()`, and `ReactorOutcomeError` for a halt.
 */
export async function runStepClass(
  engine: Engine,
  stepClass: AnyClass,
  args: unknown,
  outer: AttemptContext,
  injection: InjectionScope,
): Promise<unknown> {
  const definition = engine.catalog.stepClass(stepClass);
  const valid = (await accepted(definition, args)) as NamedArguments;
  const context = new NestedContext(outer, definition.name);
  const positional = (): unknown[] => [valid, context];
  const call = { args: valid, ctx: context, scope: null, positional, injection: () => injection };
  const answer = await answered(context, () => callMethod(definition.body, call));
  const value = isSignal(answer) ? valueOf(answer, definition, context) : answer;
  const { output } = definition;
  if (output === null) return value;
  const verdict = await output.validate(value, { dropUnknown: false });
  if (!verdict.ok)
    throw new ContractViolationError(output.name, `the result of step class '${definition.name}'`, verdict.fieldErrors);
  return verdict.value;
}

/** What the body answered; what a helper of its context said holds, whatever the body did then. */
async function answered(context: NestedContext, body: () => unknown): Promise<unknown> {
  try {
    const answer = await withCurrentStep(context, body);
    return context.said ?? answer;
  } catch (thrown) {
    if (context.said !== null) return context.said;
    throw thrown;
  }
}

async function accepted(definition: StepClassDefinition, args: unknown): Promise<unknown> {
  const { contract } = definition;
  if (contract === null) return args;
  const verdict = await contract.validate(args, { dropUnknown: false });
  if (!verdict.ok)
    throw new ContractViolationError(
      contract.name,
      `the arguments of step class '${definition.name}'`,
      verdict.fieldErrors,
    );
  return verdict.value;
}

/** The value of a signal; throws for a failure and a halt. */
export function valueOf(signal: StepResult<unknown>, definition: StepClassDefinition, context: StepContext): unknown {
  switch (signal.signal) {
    case 'success':
    case 'skipped':
      return signal.value;
    case 'failure':
      throw signal.error;
    case 'halt':
      throw new ReactorOutcomeError(
        createOutcome(
          {
            executionId: context.executionId,
            results: {},
            status: 'halted',
            ok: false,
            reason: signal.reason,
            step: definition.name,
          },
          definition.name,
        ),
        definition.name,
      );
  }
}
