import { checkRedact } from './contract-book.js';
import type { IssueScope } from './issue-scope.js';
import { checkOptionNames, readConcurrency, readText, type Options } from './read-options.js';
import type { AnyClass } from './reactor-declaration.js';
import type { ReactorScope } from './reactor-scope.js';
import { showValue } from './show-value.js';
import type { Targets } from './targets.js';
import { unavailable } from './unavailable.js';

const KNOWN = [
  'name',
  'inputs',
  'redact',
  'returns',
  'concurrency',
  'queue',
  'priority',
  'checkpoint',
  'middlewares',
  'version',
  'description',
] as const;
const MAX_PRIORITY = 2_097_151;
const MAX_NAME = 200;

/** Options of `@Reactor` but for `name` and `inputs`, which are read before. */
export interface ReactorOptionsRead {
  readonly version: string | null;
  readonly description: string | null;
  readonly returns: string | null;
  readonly concurrency: number | null;
  readonly middlewares: readonly AnyClass[];
}

/** The reactor's name, or the class name; an issue and the class name when the option is unusable. */
export function reactorName(options: Options, className: string, issues: IssueScope): string {
  const { name } = options;
  if (name === undefined) {
    if (className === '')
      issues.add("the class has no name of its own: give the reactor one with @Reactor({ name: '…' })");
    return className;
  }
  if (typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME && !/\p{Cc}/u.test(name)) return name;
  issues.add(
    `name is ${showValue(name)}: it must be text of 1 to ${MAX_NAME} characters, not blank, without control characters`,
  );
  return className;
}

export function readReactorOptions(scope: ReactorScope, targets: Targets): ReactorOptionsRead {
  const { issues } = scope;
  const { options } = scope.declaration;
  checkOptionNames(options, KNOWN, '@Reactor', issues);
  checkRedact(options, ['inputs'], issues);
  checkUnbuilt(options, issues);
  return {
    version: readText(options, 'version', issues),
    description: readText(options, 'description', issues),
    returns: readReturns(scope),
    concurrency: readConcurrency(options, '', issues),
    middlewares: readMiddlewares(options, targets, issues),
  };
}

function readReturns(scope: ReactorScope): string | null {
  const { returns } = scope.declaration.options;
  if (returns === undefined || !scope.checkNode(returns, 'returns', scope.issues)) return null;
  const kind = scope.nodes.get(returns)?.kind;
  if (kind === 'async_step' || kind === 'async_reactor') {
    scope.issues.add(
      `returns names the async node '${returns}', whose result nobody waits for: name a step that reads it`,
    );
  }
  return returns;
}

function readMiddlewares(options: Options, targets: Targets, issues: IssueScope): readonly AnyClass[] {
  const { middlewares } = options;
  if (middlewares === undefined) return [];
  if (!Array.isArray(middlewares)) {
    issues.add(`middlewares is ${showValue(middlewares)}: it must be a list of provider classes`);
    return [];
  }
  return middlewares.flatMap((reference: unknown) => targets.middleware(reference, issues) ?? []);
}

/** Checks the values of options that do nothing yet, and says that they do nothing yet. */
function checkUnbuilt(options: Options, issues: IssueScope): void {
  const { queue, priority, checkpoint } = options;
  const isPriority = Number.isInteger(priority) && (priority as number) >= 1 && (priority as number) <= MAX_PRIORITY;
  if (priority !== undefined && !isPriority) {
    issues.add(`priority is ${showValue(priority)}: it must be a whole number from 1 (first) to ${MAX_PRIORITY}`);
  } else if (priority !== undefined) addUnavailable('option:priority', issues);
  if (queue !== undefined && (typeof queue !== 'string' || queue.trim() === '')) {
    issues.add(`queue is ${showValue(queue)}: it must be the name of a queue`);
  } else if (queue !== undefined) addUnavailable('option:queue', issues);
  if (checkpoint === 'handoff') addUnavailable('option:checkpoint', issues);
  else if (checkpoint !== undefined && checkpoint !== 'every-step') {
    issues.add(`checkpoint is ${showValue(checkpoint)}: it must be 'every-step' or 'handoff'`);
  }
}

function addUnavailable(feature: string, issues: IssueScope): void {
  const refused = unavailable(feature);
  if (refused !== null) issues.add(refused);
}
