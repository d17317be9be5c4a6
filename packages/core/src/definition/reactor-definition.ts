import type { CompiledContract } from '../contract/contract.js';
import type { ArgumentSource } from './argument-source.js';
import type { RetryPolicy } from './retry-policy.js';

/** What dependency injection keeps for one execution. Opaque here; made and read by `nest/`. */
export interface InjectionScope {
  readonly '~injection': true;
}

/** Where the object with the body lives: a singleton, or something to be made once an execution. */
export interface InstanceSource {
  readonly className: string;
  /** Null when the instance must be resolved in each execution's injection scope. */
  readonly singleton: object | null;
  resolve(scope: InjectionScope): object | Promise<object>;
}

/** One parameter of a decorated method, as the engine fills it. */
export type ParameterDefinition =
  /** One of the node's named arguments. */
  | { readonly kind: 'argument'; readonly name: string }
  /** The named arguments as one object: those listed, or all. After the contract, so a DTO is an instance. */
  | { readonly kind: 'arguments'; readonly names: readonly string[] | null }
  /** Resolved when the method is called: in builders and hooks. A result that is not there is `undefined`. */
  | { readonly kind: 'source'; readonly source: ArgumentSource }
  /** `@Args({…})` in a builder or hook: one object, its sources resolved when the method is called. */
  | { readonly kind: 'object'; readonly sources: readonly NamedSource[] }
  | { readonly kind: 'inputs' }
  | { readonly kind: 'reason' }
  | { readonly kind: 'ctx' };

/** A method of a provider. `parameters: null` is the undecorated form with its fixed order of parameters. */
export interface MethodDefinition {
  readonly instance: InstanceSource;
  readonly method: string;
  readonly parameters: readonly ParameterDefinition[] | null;
}

export interface NamedSource {
  readonly name: string;
  readonly source: ArgumentSource;
}

/** How a node's named arguments come about. */
export type ArgumentsDefinition =
  /** Nothing declared: the reactor's inputs. */
  | { readonly kind: 'inputs' }
  | { readonly kind: 'sources'; readonly sources: readonly NamedSource[] }
  /** What the builder method answers; it runs once, before the contract. */
  | { readonly kind: 'builder'; readonly builder: MethodDefinition };

export interface ContractUse {
  readonly contract: CompiledContract;
  /** The named arguments it is about; null: all of them. */
  readonly names: readonly string[] | null;
}

interface NodeBase {
  readonly name: string;
  readonly description: string | null;
  readonly args: ArgumentsDefinition;
  /** False when the arguments can be derived again from inputs and results, so that they need not be stored. */
  readonly storesArgs: boolean;
  readonly waitFor: readonly string[];
  /** Names of all nodes whose results this one reads or waits for; each once, in order of appearance. */
  readonly dependsOn: readonly string[];
}

export type RetrySource = 'step_class' | 'reactor_step' | 'module' | 'none';

export interface StepDefinition extends NodeBase {
  readonly kind: 'step';
  readonly body: MethodDefinition;
  /** Null: none declared. */
  readonly undo: MethodDefinition | null;
  readonly compensate: MethodDefinition | null;
  readonly contract: ContractUse | null;
  readonly output: CompiledContract | null;
  readonly retries: RetryPolicy;
  readonly retrySource: RetrySource;
  /** Milliseconds for one attempt; null: no limit. */
  readonly timeout: number | null;
}

export interface ComposeDefinition extends NodeBase {
  readonly kind: 'compose';
  /** Name of the child; the catalog has its definition. */
  readonly child: string;
}

export type NodeDefinition = StepDefinition | ComposeDefinition;

/** A reactor class as frozen, validated data. No metadata beyond this point. */
export interface ReactorDefinition {
  readonly name: string;
  readonly reactor: abstract new (...args: never[]) => object;
  /** Provider tokens that stand for the class: a parent it is provided as (`{ provide: Parent, useClass: Child }`). */
  readonly aliases: readonly (abstract new (...args: never[]) => object)[];
  readonly version: string | null;
  readonly description: string | null;
  readonly inputs: CompiledContract | null;
  readonly returns: string | null;
  readonly concurrency: number;
  /** Declaration order. */
  readonly nodes: readonly NodeDefinition[];
  /** Classes named in `middlewares`. */
  readonly middlewares: readonly (abstract new (...args: never[]) => object)[];
  /** Changes with anything that decides which nodes run. */
  readonly fingerprint: string;
}

/** A reusable step class on its own, for `runStep`. */
export interface StepClassDefinition {
  readonly name: string;
  readonly stepClass: abstract new (...args: never[]) => object;
  /** Provider tokens that stand for the class, such as an abstract class it is provided as. */
  readonly aliases: readonly (abstract new (...args: never[]) => object)[];
  readonly body: MethodDefinition;
  readonly undo: MethodDefinition | null;
  readonly compensate: MethodDefinition | null;
  readonly contract: CompiledContract | null;
  readonly output: CompiledContract | null;
  readonly retries: RetryPolicy | null;
  readonly timeout: number | null;
}
