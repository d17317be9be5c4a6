import { FORBIDDEN_KEYS } from '../kernel/json.js';
import { argumentName } from './argument-name.js';
import { isSourceBuilder, type ArgumentSource } from './argument-source.js';
import type { IssueScope } from './issue-scope.js';
import type { ParameterDeclaration } from './reactor-declaration.js';
import type { NamedSource, ParameterDefinition } from './reactor-definition.js';
import type { ReactorScope } from './reactor-scope.js';
import { showValue } from './show-value.js';
import { unavailable } from './unavailable.js';

/** Which method the parameters belong to; it decides what they may read. */
type MethodRole = 'body' | 'builder' | 'undo' | 'compensate';

export interface ParameterSite {
  readonly scope: ReactorScope;
  /** The node the method belongs to; for a hook, the step it is for. */
  readonly node: string;
  readonly role: MethodRole;
  readonly isMap: boolean;
  readonly issues: IssueScope;
}

/** The source a parameter reads, checked; null when it reads none, or is refused. */
export function parameterSource(parameter: ParameterDeclaration, site: ParameterSite): ArgumentSource | null {
  const source = sourceOf(parameter);
  if (source === null) return null;
  const self = site.role === 'undo' || site.role === 'compensate' ? null : site.node;
  site.scope.checkSource(source, decoratorText(parameter), self, site.issues);
  return source;
}

/** Adds an issue when a parameter has no meaning in the method it stands on. */
export function checkParameterPlace(parameter: ParameterDeclaration, site: ParameterSite): void {
  const where = decoratorText(parameter);
  if (parameter.kind === 'reason' && site.role !== 'compensate') {
    site.issues.add(`${where} exists in a @Compensate only: remove it here`);
  }
  if ((parameter.kind === 'element' || parameter.kind === 'index') && !site.isMap) {
    site.issues.add(`${where} exists in a @MapStep only: remove it here`);
  }
  if (parameter.kind === 'settled') {
    const refused = unavailable('parameter:settled');
    if (refused !== null) site.issues.add(refused);
  }
}

/** The sources of `@Args({…})` or of the option `args`, checked. What is not a source is reported and left out. */
export function namedSources(sources: unknown, where: string, site: ParameterSite): readonly NamedSource[] {
  if (typeof sources !== 'object' || sources === null || Array.isArray(sources)) {
    site.issues.add(`${where} is ${showValue(sources)}: give an object such as { email: from.input('email') }`);
    return [];
  }
  return Object.entries(sources).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    if (!isSourceBuilder(value)) {
      site.issues.add(`${where}: '${name}' is ${showValue(value)}, not a source; write from.value(…) for a constant`);
      return [];
    }
    const source = value.definition;
    if (source.kind === 'element' && !site.isMap) {
      site.issues.add(`${where}: '${name}' reads from.element(), which exists in a @MapStep only`);
      return [];
    }
    const self = site.role === 'undo' || site.role === 'compensate' ? null : site.node;
    site.scope.checkSource(source, `${where}: '${name}'`, self, site.issues);
    checkArgumentName(name, where, site.issues);
    return [{ name, source }];
  });
}

function checkArgumentName(name: string, where: string, issues: IssueScope): void {
  if (FORBIDDEN_KEYS.has(name))
    issues.add(`${where} makes an argument named '${name}': choose another name with { as: … }`);
}

/**
 * Parameters of a builder or hook: their sources are resolved when the method is called. Null when none of the
 * parameters is decorated. `read` collects every source, for the dependencies.
 */
export function compileCallParameters(
  parameters: readonly ParameterDeclaration[] | undefined,
  site: ParameterSite,
  read: ArgumentSource[],
): readonly ParameterDefinition[] | null {
  if (parameters === undefined || parameters.length === 0) return null;
  return parameters.map((parameter): ParameterDefinition => {
    checkParameterPlace(parameter, site);
    const source = parameterSource(parameter, site);
    if (source !== null) read.push(source);
    return callParameter(parameter, source, site, read);
  });
}

function callParameter(
  parameter: ParameterDeclaration,
  source: ArgumentSource | null,
  site: ParameterSite,
  read: ArgumentSource[],
): ParameterDefinition {
  if (source !== null) return { kind: 'source', source };
  switch (parameter.kind) {
    case 'ctx':
      return { kind: 'ctx' };
    case 'reason':
      return { kind: 'reason' };
    case 'args': {
      if (parameter.sources === undefined) {
        return site.role === 'builder' ? { kind: 'inputs' } : { kind: 'arguments', names: null };
      }
      const sources = namedSources(parameter.sources, '@Args', site);
      read.push(...sources.map((named) => named.source));
      return { kind: 'object', sources };
    }
    default:
      return { kind: 'inputs' };
  }
}

function sourceOf(parameter: ParameterDeclaration): ArgumentSource | null {
  const { name = '', path = [] } = parameter;
  switch (parameter.kind) {
    case 'input':
      return { kind: 'input', name, path };
    case 'result':
      return { kind: 'result', name, path };
    case 'settled':
      return { kind: 'settled', name };
    case 'element':
      return { kind: 'element', path };
    default:
      return null;
  }
}

const DECORATORS: Readonly<Record<ParameterDeclaration['kind'], string>> = {
  input: '@Input',
  inputs: '@Inputs',
  result: '@Result',
  settled: '@Settled',
  reason: '@Reason',
  args: '@Args',
  element: '@MapElement',
  index: '@MapIndex',
  ctx: '@Ctx',
};

/** The parameter as it was written: `@Result('order', 'total')`. */
export function decoratorText(parameter: ParameterDeclaration): string {
  const { name, path = [] } = parameter;
  const parts = [...(name === undefined ? [] : [`'${name}'`]), ...(path.length === 0 ? [] : [`'${path.join('.')}'`])];
  return `${DECORATORS[parameter.kind]}(${parts.join(', ')})`;
}

/** The named argument of a parameter of a body, and the text that a clash would be explained with. */
export function argumentOf(parameter: ParameterDeclaration, issues: IssueScope): string {
  const name = argumentName(parameter);
  checkArgumentName(name, decoratorText(parameter), issues);
  return name;
}
