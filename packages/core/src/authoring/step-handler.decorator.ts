import 'reflect-metadata';
import type { ContractOut } from '../definition/contract-type.js';
import { METADATA } from '../definition/reactor-declaration.js';
import type { StepClass } from '../definition/reactor-step.js';
import { makeInjectable } from './injectable.js';
import type { StepHandlerOptions } from './step-options.js';
import type { Exact, Verdict } from './type-error.js';

type HandlerIssue<S, Options> = Options extends { readonly contract: infer C }
  ? S extends { run(args: infer A, ...rest: any[]): unknown }
    ? [ContractOut<C>] extends [A]
      ? never
      : `run() does not take what the contract gives`
    : never
  : never;

export interface StepHandlerDecorator<Options> {
  <C extends StepClass>(target: C & Verdict<HandlerIssue<InstanceType<C>, Options>>): void;
}

/**
 * Makes a class a reusable step, and injectable; it implements {@link ReactorStep}. A policy (`retries`, `contract`)
 * given here and on a reactor's step is a definition error.
 */
export function StepHandler<const Options extends StepHandlerOptions = Record<never, never>>(
  options?: Exact<Options, StepHandlerOptions>,
): StepHandlerDecorator<Options> {
  return (target: object): void => {
    makeInjectable(target);
    Reflect.defineMetadata(METADATA.stepHandler, options ?? {}, target);
  };
}
