import type { DefinitionIssue } from './definition.errors.js';

/** Collects issues for one place: a reactor or step class, or one member of it. All scopes write into one list. */
export class IssueScope {
  constructor(
    private readonly issues: DefinitionIssue[],
    readonly reactor: string,
    readonly member: string | null = null,
  ) {}

  /** The same reactor, seen from one of its members. */
  at(member: string | null): IssueScope {
    return new IssueScope(this.issues, this.reactor, member);
  }

  add(message: string): void {
    this.issues.push({ reactor: this.reactor, member: this.member, message });
  }
}
