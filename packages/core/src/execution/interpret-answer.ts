import { isFailure } from '../outcome/failure.js';
import { isOutcome } from '../outcome/outcome.js';
import { isSignal, type Failed, type StepResult } from '../outcome/step-result.js';
import { allowsRetry } from './describe-thrown.js';
import type { NodeProblem } from './node-problem.js';
import type { AttemptContext } from './attempt-context.js';

/** What one attempt of a body came to, before contract and storage. */
export type AttemptEnd =
  | { readonly kind: 'completed' | 'skipped'; readonly value: unknown }
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'failed'; readonly problem: NodeProblem };

/** Reads a body's answer. What a helper said holds, whatever came back (a `catch` may have swallowed its unwinding). */
export function interpretAnswer(answer: unknown, context: AttemptContext): AttemptEnd {
  if (context.said !== null) return ofSignal(context.said);
  if (typeof answer !== 'object' || answer === null) return { kind: 'completed', value: answer };
  if (isSignal(answer)) return ofSignal(answer);
  if (isFailure(answer)) return { kind: 'failed', problem: problemOf(answer) };
  return { kind: 'completed', value: answer };
}

/** Reads what a body threw; a thrown `failure()` keeps its options. */
export function interpretThrown(thrown: unknown, context: AttemptContext): AttemptEnd {
  if (context.said !== null) return ofSignal(context.said);
  if (isThrownFailure(thrown)) return ofSignal(thrown);
  return { kind: 'failed', problem: problemOf(thrown) };
}

export function problemOf(thrown: unknown, started = true): NodeProblem {
  return { thrown, retryable: allowsRetry(thrown), started };
}

/** True when a body hands on the outcome of another run as if it were plain data, which is rarely meant. */
export function answersOutcome(end: AttemptEnd): boolean {
  return 'value' in end && isOutcome(end.value);
}

function isThrownFailure(thrown: unknown): thrown is Failed {
  try {
    return isSignal(thrown) && thrown.signal === 'failure';
  } catch {
    return false;
  }
}

function ofSignal(signal: StepResult<unknown>): AttemptEnd {
  switch (signal.signal) {
    case 'success':
      return { kind: 'completed', value: signal.value };
    case 'skipped':
      return { kind: 'skipped', value: signal.value };
    case 'halt':
      return { kind: 'halted', reason: String(signal.reason) };
    case 'failure':
      return { kind: 'failed', problem: ofFailed(signal) };
  }
}

function ofFailed(signal: Failed): NodeProblem {
  return {
    thrown: signal.error,
    retryable: (signal.retryable ?? true) && allowsRetry(signal.error),
    started: true,
    answered: true,
    ...(signal.code === undefined ? {} : { code: signal.code }),
    ...(signal.details === undefined ? {} : { details: signal.details }),
  };
}
