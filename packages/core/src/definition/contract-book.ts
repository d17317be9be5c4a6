import type { CompiledContract } from '../contract/contract.js';
import { compileContract } from '../contract/compile-contract.js';
import type { IssueScope } from './issue-scope.js';
import type { Options } from './read-options.js';
import { showValue } from './show-value.js';

/** Compiles each contract once, however many reactors share it, and reports its mistakes at its first use only. */
export class ContractBook {
  private readonly compiled = new Map<unknown, Map<string, CompiledContract | null>>();

  /**
   * The contract in `options[field]`; null when there is none or it was refused. `redact` beside it goes with the first
   * contract that is given, in the order of `fields`.
   */
  async read(
    options: Options,
    field: string,
    fields: readonly string[],
    issues: IssueScope,
  ): Promise<CompiledContract | null> {
    const contract = options[field];
    if (contract === undefined) return null;
    const isFirst = fields.find((name) => options[name] !== undefined) === field;
    return this.compile(contract, isFirst ? options['redact'] : undefined, field, issues);
  }

  /** `what` names the contract's place in messages: `inputs`, `contract`, `the type of @Args()`. */
  async compile(
    contract: unknown,
    redact: unknown,
    what: string,
    issues: IssueScope,
  ): Promise<CompiledContract | null> {
    const key = redact === undefined ? '' : JSON.stringify(redact);
    const known = this.compiled.get(contract) ?? new Map<string, CompiledContract | null>();
    this.compiled.set(contract, known);
    const before = known.get(key);
    if (before !== undefined) return before;
    const paths = Array.isArray(redact) ? { redact: redact as readonly string[] } : {};
    const answer = await compileContract(contract, { ...paths, where: what });
    if ('issues' in answer) for (const issue of answer.issues) issues.add(issue);
    const compiled = 'contract' in answer ? answer.contract : null;
    known.set(key, compiled);
    return compiled;
  }
}

/** Reports a `redact` that is no list, or that has no contract to belong to. */
export function checkRedact(options: Options, fields: readonly string[], issues: IssueScope): void {
  const { redact } = options;
  if (redact === undefined) return;
  if (!Array.isArray(redact))
    issues.add(`redact is ${showValue(redact)}: it must be a list of fields, such as ['password']`);
  if (fields.some((field) => options[field] !== undefined)) return;
  issues.add(`redact names fields of a contract, but there is none: add ${fields.join(' or ')}, or remove redact`);
}
