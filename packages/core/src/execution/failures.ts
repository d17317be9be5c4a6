import type { FailureRecord } from '../checkpoint/failure-record.js';
import type { ValueCodec } from '../checkpoint/value-codec.js';
import { ContractViolationError } from '../contract/contract.errors.js';
import { Failure, isFailure, type RollbackFailure } from '../outcome/failure.js';
import { causeOf, describeCauses, describeThrown } from './describe-thrown.js';
import { ArgumentResolutionError } from './execution.errors.js';
import type { NodeProblem } from './node-problem.js';

/** Where a failure happened. */
export interface FailureSite {
  /** Name of the root reactor. */
  readonly reactor: string;
  /** Names from the root to the leaf; empty when no node is to blame. */
  readonly path: readonly string[];
  readonly attempts: number;
  /** Redacted. */
  readonly args: unknown;
  /** Takes secrets out of any text. */
  redact(text: string): string;
}

/** The stored form of a problem: bounded, redacted, and safe to make of anything that can be thrown. */
export function failureRecord(codec: ValueCodec, site: FailureSite, problem: NodeProblem): FailureRecord {
  const { thrown } = problem;
  const described = describeThrown(blamed(thrown));
  const name = isPlainFailureText(problem) ? 'Failure' : described.name;
  const message = messageOf(thrown, described.message);
  const code = problem.code ?? described.code;
  const step = site.path[0];
  const fieldErrors = fieldErrorsOf(thrown);
  const details = problem.details ?? (isFailure(thrown) ? thrown.details : undefined);
  return {
    message: site.redact(prefixed(message, site)),
    name,
    ...(code === undefined ? {} : { code }),
    ...(step === undefined ? {} : { step }),
    path: site.path,
    reactor: site.reactor,
    args: encodeSafely(codec, site.args, site),
    retryable: problem.retryable,
    attempts: site.attempts,
    ...(fieldErrors === undefined ? {} : { fieldErrors }),
    ...(details === undefined ? {} : { details: encodeSafely(codec, details, site) }),
    stack: site.redact(described.stack),
    causes: describeCauses(blamed(thrown)).map((cause) => ({
      ...cause,
      message: site.redact(cause.message),
      ...(cause.stack === undefined ? {} : { stack: site.redact(cause.stack) }),
    })),
    rollbackFailures: [],
  };
}

/** The failure as users read it; `thrown` is the original error, when it was thrown in this process. */
export function failureOf(
  codec: ValueCodec,
  record: FailureRecord,
  thrown: unknown,
  rollbackFailures: readonly RollbackFailure[] = record.rollbackFailures,
): Failure {
  const { causes: _causes, args, details, ...rest } = record;
  const cause = thrown === undefined ? rebuiltCauses(record) : blamed(thrown);
  return new Failure({
    ...rest,
    args: codec.decode(args),
    ...(details === undefined ? {} : { details: codec.decode(details) }),
    ...(cause === undefined ? {} : { cause }),
    rollbackFailures,
  });
}

/** An argument error stands for what made it: users look for their own error's class. */
function blamed(thrown: unknown): unknown {
  if (!(thrown instanceof ArgumentResolutionError)) return thrown;
  return causeOf(thrown) ?? thrown;
}

function messageOf(thrown: unknown, described: string): string {
  return thrown instanceof ArgumentResolutionError ? thrown.message : described;
}

function isPlainFailureText(problem: NodeProblem): boolean {
  return problem.answered === true && (typeof problem.thrown !== 'object' || problem.thrown === null);
}

function prefixed(message: string, site: FailureSite): string {
  const leaf = site.path.at(-1);
  return site.attempts > 1 && leaf !== undefined
    ? `step '${leaf}' failed after ${site.attempts} attempts: ${message}`
    : message;
}

function fieldErrorsOf(thrown: unknown): FailureRecord['fieldErrors'] {
  if (thrown instanceof ContractViolationError) return thrown.fieldErrors;
  return isFailure(thrown) ? thrown.fieldErrors : undefined;
}

/** A failure must be storable whatever its arguments or details are. */
function encodeSafely(codec: ValueCodec, value: unknown, site: FailureSite): string {
  try {
    return codec.encode(
      codec.rewrite(value, (text) => site.redact(text)),
      'the details of a failure',
    );
  } catch {
    return codec.encode('[NOT STORABLE]', 'the details of a failure');
  }
}

/** Read in another process, the error and its causes are plain Errors. */
function rebuiltCauses(record: FailureRecord): unknown {
  let cause: Error | undefined;
  for (const each of [record, ...record.causes].slice(0, 5).reverse()) {
    const error = new Error(each.message, cause === undefined ? undefined : { cause });
    error.name = each.name;
    if (each.stack !== undefined) error.stack = each.stack;
    if (each.code !== undefined) Object.assign(error, { code: each.code });
    cause = error;
  }
  return cause;
}
