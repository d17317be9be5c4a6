import { pathSteps, type PathArg } from '../definition/argument-source.js';
import type { StepContext } from '../definition/step-context.js';
import type { Failure } from '../outcome/failure.js';
import type { FixedParameter, UncheckedParameter } from './parameter-check.js';
import { parameterDecorator } from './parameter-declaration.js';

/** Parameter: the {@link StepContext}. */
export function Ctx(): FixedParameter<StepContext, '@Ctx() gives a StepContext'> {
  return parameterDecorator('@Ctx', { kind: 'ctx' });
}

/** Parameter of a `@Compensate` method: the {@link Failure}; the thrown value is its `cause`. */
export function Reason(): FixedParameter<Failure, '@Reason() gives a Failure'> {
  return parameterDecorator('@Reason', { kind: 'reason' });
}

/** Parameter in a `@MapStep`: the present element, or a path into it. */
export function MapElement(path?: PathArg): UncheckedParameter {
  return parameterDecorator('@MapElement', { kind: 'element', path: pathSteps(path) });
}

/** Parameter in a `@MapStep`: the index of the present element, from 0. */
export function MapIndex(): FixedParameter<number, '@MapIndex() gives a number'> {
  return parameterDecorator('@MapIndex', { kind: 'index' });
}
