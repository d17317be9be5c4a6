import type {
  AnyClass,
  BackgroundDeclaration,
  CoordinationDeclaration,
  HookDeclaration,
  NodeDeclaration,
  ParameterDeclaration,
} from './reactor-declaration.js';

/** What the language knows of a decorated member, read once so that nothing below needs reflection. */
export interface MemberFacts {
  /** What the class (or a parent) has under this name. `missing`: nothing, as for a property. */
  readonly form: 'function' | 'generator' | 'async_generator' | 'accessor' | 'value' | 'missing';
  /** Types of the parameters as the compiler wrote them; null when it wrote none. */
  readonly parameterTypes: readonly unknown[] | null;
  /** Parameters without default, counted by the language; used when there are no types. */
  readonly parameterCount: number;
  /** True when a parameter carries a decorator of another library. */
  readonly foreignParameters: boolean;
}

/** A mistake seen while decorators were read, before anything was compiled. */
export interface DeclarationIssue {
  readonly member: string | null;
  readonly message: string;
}

/** All that was written on a reactor class and its parents, merged: plain data, unchecked. */
export interface ReactorDeclaration {
  readonly reactor: AnyClass;
  /** Provider tokens that stand for the class: a parent it is provided as (`{ provide: Parent, useClass: Child }`). */
  readonly aliases: readonly AnyClass[];
  /** Options of `@Reactor`, a parent's included, but never a parent's `name`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Declaration order; a parent's first, a redeclared one in its parent's place. */
  readonly nodes: readonly NodeDeclaration[];
  readonly hooks: readonly HookDeclaration[];
  /** By member, sorted by index. */
  readonly parameters: ReadonlyMap<string, readonly ParameterDeclaration[]>;
  readonly coordination: readonly CoordinationDeclaration[];
  readonly background: readonly BackgroundDeclaration[];
  readonly members: ReadonlyMap<string, MemberFacts>;
  /** True when the compiler wrote no parameter types for a decorated method. */
  readonly typesMissing: boolean;
  readonly issues: readonly DeclarationIssue[];
}

/** All that was written on a step class and its parents. */
export interface StepClassDeclaration {
  readonly stepClass: AnyClass;
  /** Provider tokens that stand for the class, such as an abstract class it is provided as. */
  readonly aliases: readonly AnyClass[];
  /** Options of `@StepHandler`, a parent's included. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly coordination: readonly CoordinationDeclaration[];
  /** Facts of `run`, `undo` and `compensate`. */
  readonly members: ReadonlyMap<string, MemberFacts>;
  readonly issues: readonly DeclarationIssue[];
}
