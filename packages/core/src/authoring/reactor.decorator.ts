import 'reflect-metadata';
import type { ClassOf, Contract, ContractOut } from '../definition/contract-type.js';
import { METADATA, type ClassDeclarations } from '../definition/reactor-declaration.js';
import type { AllResults, InputsOf, IsTyped, OutputOf, TypesOf } from '../definition/reactor-types.js';
import { makeInjectable } from './injectable.js';
import type { Returned } from './reading.js';
import type { Exact, Verdict } from './type-error.js';

export interface ReactorOptions {
  /** Stable name in storage, unique in the app. Default: the class name, which minifiers change. */
  readonly name?: string;
  /** Checks the inputs before anything starts. Default: none. */
  readonly inputs?: Contract;
  /** Input names whose values are shown as `[REDACTED]`, beside a schema contract; DTO classes use `@Redact()`. */
  readonly redact?: readonly string[];
  /** The step whose result is the run's value. Default: all results by step name. */
  readonly returns?: string;
  /** How many ready nodes of one execution run at once. Default 1: top to bottom. */
  readonly concurrency?: number;
  /** A declared queue for the jobs of this reactor. Default: the queue's default. */
  readonly queue?: string;
  /** Of its jobs, from 1 (first) to 2,097,151. Default: none. */
  readonly priority?: number;
  /** When state is saved: after `'every-step'` (default), or at the `'handoff'` only, when a crash may repeat steps. */
  readonly checkpoint?: 'every-step' | 'handoff';
  /** Provider classes decorated `@ReactorMiddleware()` or plain, that watch this reactor only. */
  readonly middlewares?: readonly ClassOf[];
  /** Free text, stored with each execution. */
  readonly version?: string;
  /** Free text for `describe()` and the dashboard. */
  readonly description?: string;
}

type ReactorIssue<R, Options> =
  | (Options extends { readonly returns: infer Name extends string } ? ReturnsIssue<R, Name> : never)
  | (Options extends { readonly inputs: infer C } ? InputsIssue<R, C> : never);

type ReturnsIssue<R, Name extends string> = Name extends keyof R
  ? IsTyped<R> extends false
    ? never
    : [TypesOf<R>] extends [{ readonly output: AllResults }]
      ? `'returns' needs the Output: TypedReactor<Inputs, Output>`
      : Returned<R, Name> extends infer Value
        ? true extends (Value extends [OutputOf<R>] ? true : false)
          ? never
          : `'${Name}' does not return the declared Output`
        : never
  : `the reactor has no public member '${Name}'`;

type InputsIssue<R, C> =
  IsTyped<R> extends false
    ? never
    : [ContractOut<C>] extends [InputsOf<R>]
      ? never
      : `the inputs contract does not give the declared Inputs`;

export interface ReactorDecorator<Options> {
  <C extends abstract new (...args: any[]) => object>(
    target: C & Verdict<ReactorIssue<InstanceType<C>, Options>>,
  ): void;
}

/**
 * Makes a class a reactor, and an injectable singleton. It is found wherever a module provides it. Subclasses inherit
 * steps and options, but not `name`.
 *
 * @example
 * ```ts
 * @Reactor({ inputs: SignupInput, returns: 'createUser' })
 * export class SignupReactor extends TypedReactor<SignupInput, User> {
 *   @Step() createUser(@Input('email') email: string) { return this.users.create({ email }); }
 * }
 * ```
 */
export function Reactor<const Options extends ReactorOptions = Record<never, never>>(
  options?: Exact<Options, ReactorOptions>,
): ReactorDecorator<Options> {
  return (target: object): void => {
    makeInjectable(target);
    Reflect.defineMetadata(METADATA.reactor, options ?? {}, target);
    hideThen((target as { prototype: object }).prototype);
  };
}

/** Nest awaits what it makes: a node named `then` would stop it for ever, before boot could refuse the name. */
function hideThen(prototype: object): void {
  for (let owner: object | null = prototype; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
    const own = Reflect.getOwnMetadata(METADATA.declarations, owner) as ClassDeclarations | undefined;
    const members = [...(own?.nodes ?? []), ...(own?.hooks ?? [])];
    if (members.some(({ member }) => member === 'then')) {
      // oxlint-disable-next-line unicorn/no-thenable -- it takes a `then` away
      Object.defineProperty(prototype, 'then', { value: undefined, configurable: true });
    }
  }
}
