import type { ClassRef, NodeDeclaration } from '../definition/reactor-declaration.js';
import { addNode, memberOf } from './declarations.js';

/** What a node decorator may stand on. */
export interface NodeRules {
  readonly kind: NodeDeclaration['kind'];
  /** As written by the user: `@Step`. */
  readonly decorator: string;
  /** Whether there is a body form: a method without a target. */
  readonly target: 'optional' | 'required' | 'none';
  /** What a target is called in messages. */
  readonly targetNoun: 'step class' | 'reactor class';
}

/**
 * The decorator that writes one node. `args` is what the user gave: `(options?)` or `(Class, options?)`. It throws
 * nothing; what is wrong is kept in the declaration's issues for boot.
 */
export function nodeDecorator(rules: NodeRules, args: readonly unknown[]): never {
  const { target, options, issues } = readArguments(rules, args);
  const decorate = (on: object, key: string | symbol, descriptor?: PropertyDescriptor): void => {
    const member = memberOf(rules.decorator, on, key, descriptor);
    const needsTarget = member.form === 'property' && target === undefined && rules.target === 'optional';
    const all = needsTarget && issues.length === 0 ? [propertyIssue(rules, member.name)] : issues;
    addNode(member, { kind: rules.kind, ...(target === undefined ? {} : { target }), options, issues: all });
  };
  return decorate as never;
}

function propertyIssue(rules: NodeRules, name: string): string {
  return `${rules.decorator} stands on the property '${name}' without a ${rules.targetNoun}: write a method, or name the class that is undefined here because of a circular import as () => Class`;
}

interface NodeArguments {
  readonly target: ClassRef | undefined;
  readonly options: NodeDeclaration['options'];
  readonly issues: readonly string[];
}

function readArguments(rules: NodeRules, args: readonly unknown[]): NodeArguments {
  const [first, second] = args;
  const hasTarget = typeof first === 'function';
  const issues: string[] = [];
  const options = hasTarget || args.length > 1 ? second : first;
  const meantTarget = !hasTarget && (args.length > 1 || rules.target === 'required');
  if (meantTarget)
    issues.push(
      `${rules.decorator} was given ${shown(first)} as its ${rules.targetNoun}: import the class, or write () => Class where two files import each other`,
    );
  if (hasTarget && rules.target === 'none') issues.push(`${rules.decorator} takes options only, no class`);
  const isOptions =
    options === undefined || (typeof options === 'object' && options !== null && !Array.isArray(options));
  if (!isOptions && !(meantTarget && options === first)) {
    issues.push(`the options of ${rules.decorator} are ${shown(options)}: give an object`);
  }
  return {
    target: hasTarget ? (first as ClassRef) : undefined,
    options: isOptions ? ((options ?? {}) as NodeDeclaration['options']) : {},
    issues,
  };
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? `'${value}'`
    : String(value === null || typeof value !== 'object' ? value : 'an object');
}
