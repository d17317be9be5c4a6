import type { NodeKind } from '../kernel/node-kind.js';
import type { SourceBuilder } from './argument-source.js';

/** Any class, as a value. */
export type AnyClass = abstract new (...args: never[]) => object;
/** A class, or a thunk where two decorated classes import each other. */
export type ClassRef = AnyClass | (() => AnyClass);

/** What a node decorator wrote: raw and unchecked. */
export interface NodeDeclaration {
  readonly member: string;
  readonly kind: NodeKind;
  readonly form: 'method' | 'property';
  /** The target class, when there is one: the member then only builds its arguments. */
  readonly target?: ClassRef;
  readonly options: Readonly<Record<string, unknown>>;
  /** Problems the decorator itself saw (static, symbol or accessor member …), reported at boot. */
  readonly issues?: readonly string[];
}

/** What `@Undo('step')` or `@Compensate('step')` wrote. */
export interface HookDeclaration {
  readonly member: string;
  readonly kind: 'undo' | 'compensate';
  readonly of: string;
}

type ParameterKind = 'input' | 'inputs' | 'result' | 'settled' | 'reason' | 'args' | 'element' | 'index' | 'ctx';

/** What a parameter decorator wrote. A selector was already turned into `name` and `path`. */
export interface ParameterDeclaration {
  readonly index: number;
  readonly kind: ParameterKind;
  /** Input or step name. */
  readonly name?: string;
  readonly path?: readonly string[];
  readonly as?: string;
  /** Of `@Args({…})`. */
  readonly sources?: Readonly<Record<string, SourceBuilder>>;
}

/** What one coordination decorator wrote; `member` is absent on a class. */
export interface CoordinationDeclaration {
  readonly primitive: 'lock' | 'semaphore' | 'rate_limit' | 'period' | 'ordered_lock';
  readonly member?: string;
  readonly options: unknown;
}

/** What `@Background` wrote: on a class the point itself, on a member that member's place. */
export interface BackgroundDeclaration {
  readonly member?: string;
  readonly point: unknown;
}

/** Everything the decorators of one class (not of its parents) wrote on it. */
export interface ClassDeclarations {
  readonly nodes: NodeDeclaration[];
  readonly hooks: HookDeclaration[];
  readonly parameters: Map<string, ParameterDeclaration[]>;
  readonly coordination: CoordinationDeclaration[];
  readonly background: BackgroundDeclaration[];
}

/** Fixed metadata keys, the same in every copy of the package. Only authoring writes them, only the accessor reads them. */
export const METADATA = {
  /** Options of `@Reactor`, own metadata of the class. */
  reactor: 'nest-reactor:reactor',
  /** Options of `@StepHandler`, own metadata of the class. */
  stepHandler: 'nest-reactor:step-handler',
  /** `ClassDeclarations`, own metadata of the prototype. */
  declarations: 'nest-reactor:declarations',
  /** Set by `@ReactorMiddleware()`. */
  middleware: 'nest-reactor:middleware',
} as const;
