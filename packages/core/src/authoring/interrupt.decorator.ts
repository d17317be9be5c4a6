import type { Contract, ContractOut } from '../definition/contract-type.js';
import type { IsAny } from '../definition/reactor-types.js';
import type { Duration } from '../kernel/duration.js';
import type { NamesCheck, PropertyIssue, WaitedFor } from './node-check.js';
import { nodeDecorator } from './node-declaration.js';
import type { NodeOptions } from './step-options.js';
import type { Exact, ReactorTypeError, Verdict } from './type-error.js';

export interface InterruptOptions extends NodeOptions {
  /** Checks the payload a resume brings. A violation refuses that resume and counts one attempt. Default: anything. */
  readonly payload?: Contract;
  /** How long it may stay open. Default: for ever. */
  readonly timeout?: Duration;
  /** `'lazy'` (default): noticed when somebody resumes; `'active'`: the run fails by itself. */
  readonly onTimeout?: 'lazy' | 'active';
  /** Resumes with an invalid payload until the run fails. Default 1. */
  readonly maxAttempts?: number;
  /** Where the run goes on: in the resuming process (`'inline'`, default) or in a worker. */
  readonly resume?: 'inline' | 'background';
  /** A resume before the interrupt is reached: `'refuse'` (default, retryable error) or `'keep'` it. */
  readonly early?: 'refuse' | 'keep';
  /** Payload names whose values are shown as `[REDACTED]`, beside a schema contract. */
  readonly redact?: readonly string[];
}

/** On a method, which answers the correlation id, or on a property of type `Yields<Payload>`. */
export interface InterruptDecorator<Options> {
  <T extends object, Key extends string, F extends (...args: any[]) => unknown>(
    target: T & NamesCheck<T, WaitedFor<Options>> & PayloadCheck<Options, Key extends keyof T ? T[Key] : unknown>,
    key: Key,
    descriptor?: TypedPropertyDescriptor<F>,
  ): void;
}

type PayloadCheck<Options, Member> = Member extends (...args: any[]) => unknown
  ? CorrelationCheck<Options, Member>
  : Options extends { readonly payload: infer C }
    ? Verdict<PropertyIssue<Member, ContractOut<C>>>
    : unknown;

type CorrelationCheck<Options, F> = Options extends { readonly payload: infer C }
  ? F extends (...args: any[]) => infer R
    ? IsAny<R> extends true
      ? unknown
      : Extract<Awaited<R>, { readonly '~node': 'interrupt' }> extends { readonly '~value': infer Payload }
        ? [ContractOut<C>] extends [Payload]
          ? unknown
          : ReactorTypeError<`the payload contract does not give what CorrelationFor<…> says`>
        : unknown
    : unknown
  : unknown;

/**
 * A pause for outside input: the run is `paused` until `runner.resume` brings the payload, which is the node's result.
 * A method answers the correlation id by which `resumeByCorrelationId` finds it; without one use a property.
 *
 * @example
 * ```ts
 * @Interrupt({ payload: Approval, timeout: '2d' })
 * approval(@Result('submit') request: Request): CorrelationFor<Approval> { return `req-${request.id}`; }
 * ```
 */
export function Interrupt<const Options extends InterruptOptions = Record<never, never>>(
  options?: Exact<Options, InterruptOptions>,
): InterruptDecorator<Options>;
export function Interrupt(...args: readonly unknown[]): never {
  return nodeDecorator(
    { kind: 'interrupt', decorator: '@Interrupt', target: 'none', targetNoun: 'reactor class' },
    args,
  );
}
