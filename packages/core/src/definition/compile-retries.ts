import { isPlainObject } from '../kernel/json.js';
import type { IssueScope } from './issue-scope.js';
import { checkOptionNames, readDuration, type Options } from './read-options.js';
import { DEFAULT_RETRIES, type RetryPolicy } from './retry-policy.js';
import { showValue } from './show-value.js';

const KNOWN = ['maxAttempts', 'backoff', 'baseDelay', 'maxDelay', 'jitter', 'retryIf'] as const;
const BACKOFFS: readonly unknown[] = ['exponential', 'linear', 'fixed'];

/**
 * A `retries` option as a policy; what is left out keeps its default. Null when the option is absent; a policy that
 * was refused is null as well, with its issues added.
 */
export function compileRetries(options: Options, where: string, issues: IssueScope): RetryPolicy | null {
  const value = options['retries'];
  if (value === undefined) return null;
  if (!isPlainObject(value)) {
    issues.add(`${where}retries is ${showValue(value)}: give an object such as { maxAttempts: 3, baseDelay: '1s' }`);
    return null;
  }
  const prefix = `${where}retries.`;
  checkOptionNames(value, KNOWN, `${where}retries`, issues);
  return Object.freeze({
    maxAttempts: readMaxAttempts(value['maxAttempts'], prefix, issues),
    backoff: readBackoff(value['backoff'], prefix, issues),
    baseDelay: readDuration(value, 'baseDelay', prefix, issues) ?? DEFAULT_RETRIES.baseDelay,
    maxDelay: readDuration(value, 'maxDelay', prefix, issues) ?? DEFAULT_RETRIES.maxDelay,
    jitter: readJitter(value['jitter'], prefix, issues),
    retryIf: readRetryIf(value['retryIf'], prefix, issues),
  });
}

function readMaxAttempts(value: unknown, prefix: string, issues: IssueScope): number {
  if (value === undefined) return DEFAULT_RETRIES.maxAttempts;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  issues.add(
    `${prefix}maxAttempts is ${showValue(value)}: it must be a whole number from 1; it counts the first try, so 1 never retries`,
  );
  return DEFAULT_RETRIES.maxAttempts;
}

function readBackoff(value: unknown, prefix: string, issues: IssueScope): RetryPolicy['backoff'] {
  if (value === undefined) return DEFAULT_RETRIES.backoff;
  if (BACKOFFS.includes(value)) return value as RetryPolicy['backoff'];
  issues.add(`${prefix}backoff is ${showValue(value)}: it must be 'exponential', 'linear' or 'fixed'`);
  return DEFAULT_RETRIES.backoff;
}

function readJitter(value: unknown, prefix: string, issues: IssueScope): number {
  if (value === undefined) return DEFAULT_RETRIES.jitter;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  issues.add(`${prefix}jitter is ${showValue(value)}: it must be a number from 0 to 1, the share of the delay to draw`);
  return DEFAULT_RETRIES.jitter;
}

function readRetryIf(value: unknown, prefix: string, issues: IssueScope): RetryPolicy['retryIf'] {
  if (value === undefined) return DEFAULT_RETRIES.retryIf;
  if (typeof value === 'function') return value as (thrown: unknown) => boolean;
  issues.add(
    `${prefix}retryIf is ${showValue(value)}: it must be a function of what was thrown that answers a boolean`,
  );
  return DEFAULT_RETRIES.retryIf;
}
