import { ReactorError } from '../kernel/reactor-error.js';

/** One mistake in a reactor or step class. The message names the value and the fix. */
export interface DefinitionIssue {
  /** Name of the reactor, or of the step class; its class name beside it when the two differ. */
  readonly reactor: string;
  /** The decorated member; null when the class itself is meant. */
  readonly member: string | null;
  readonly message: string;
}

/**
 * Every mistake of every reactor of the application, found at boot and reported together.
 *
 * Never retryable: it needs a change of code.
 */
export class ReactorDefinitionError extends ReactorError {
  /** In the order of the reactors and, in each, of the checks. */
  readonly issues: readonly DefinitionIssue[];

  constructor(issues: readonly DefinitionIssue[]) {
    super(describeIssues(issues));
    this.issues = Object.freeze([...issues]);
  }
}

function describeIssues(issues: readonly DefinitionIssue[]): string {
  const count = issues.length === 1 ? '1 mistake' : `${issues.length} mistakes`;
  const lines = issues.map((issue) => `  - ${placeOf(issue)}: ${issue.message}`);
  return [`${count} in the reactors of this application:`, ...lines].join('\n');
}

function placeOf(issue: DefinitionIssue): string {
  return issue.member === null ? issue.reactor : `${issue.reactor}.${issue.member}`;
}
