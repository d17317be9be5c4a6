import { pathSteps, type PathArg } from '../definition/argument-source.js';
import type { ParameterDeclaration } from '../definition/reactor-declaration.js';
import { addIssue, addParameter, memberOf } from './declarations.js';

/** What may follow the name in `@Input`, `@Result` and `@Settled`. */
export interface ArgumentOptions {
  /** Name of the argument in coordination keys, traces and the dashboard. Default: the last name of the path, else the first argument. */
  readonly as?: string;
  /** A path into the value, instead of the second argument. */
  readonly path?: PathArg;
  /**
   * Turns the compiler's check off, for a generic base class where it cannot decide. Boot still checks the name.
   * Default false.
   */
  readonly unchecked?: boolean;
}

/** The decorator that writes one parameter. It throws nothing; issues are kept for boot. */
export function parameterDecorator(
  decorator: string,
  parameter: Omit<ParameterDeclaration, 'index'>,
  issue?: string,
): never {
  const decorate = (target: object, key: string | symbol | undefined, index: number): void => {
    // Parameter decorators get no descriptor; what stands here is a method in any case.
    const method: PropertyDescriptor = { value: decorate };
    const member = memberOf(decorator, target, key, method);
    if (member.issue !== null) addIssue(member, member.issue);
    else if (issue !== undefined) addIssue(member, `parameter ${index} of '${member.name}': ${issue}`);
    if (member.issue === null) addParameter(member, { index, ...parameter });
  };
  return decorate as never;
}

/** The part of a declaration that name, path and options give; `second` is a path or options. */
export function namedParameter(
  name: string,
  second: PathArg | ArgumentOptions | undefined,
  third?: ArgumentOptions,
): Pick<ParameterDeclaration, 'name' | 'path' | 'as'> {
  const isPath = typeof second === 'string' || Array.isArray(second);
  const options = (isPath ? third : ((second ?? third) as ArgumentOptions | undefined)) ?? {};
  const path = isPath ? (second as PathArg) : options.path;
  return { name, path: pathSteps(path), ...(options.as === undefined ? {} : { as: options.as }) };
}
