import type { CauseRecord } from '../checkpoint/failure-record.js';
import { boundedStack, ERROR_LIMITS } from '../checkpoint/error-value.js';
import { isFailure } from '../outcome/failure.js';
import { constructorName } from '../kernel/json.js';
import { ReactorError } from '../kernel/reactor-error.js';

const MAX_MESSAGE = 16_384;

/** What can be said of any thrown value, however hostile. */
export interface ThrownDescription {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
}

/**
 * Reads name, message, code and stack of a thrown value. Getters that throw, missing prototypes and primitives are
 * survived, since an error that breaks its own report would end the rollback it should start.
 */
export function describeThrown(thrown: unknown): ThrownDescription {
  if (typeof thrown !== 'object' && typeof thrown !== 'function') return primitive(thrown);
  if (thrown === null) return primitive(thrown);
  const name = isFailure(thrown) ? thrown.name : nameOf(thrown);
  const code = text(thrown, 'code');
  return {
    name,
    message: (text(thrown, 'message') ?? `a thrown ${name}`).slice(0, MAX_MESSAGE),
    ...(code === undefined ? {} : { code }),
    stack: boundedStack(text(thrown, 'stack') ?? ''),
  };
}

/** The causes below a thrown value, at most five; a circle ends it. */
export function describeCauses(thrown: unknown): readonly CauseRecord[] {
  const causes: CauseRecord[] = [];
  const seen = new Set<unknown>([thrown]);
  let current = causeOf(thrown);
  while (current !== undefined && current !== null && !seen.has(current) && causes.length < ERROR_LIMITS.causes) {
    seen.add(current);
    causes.push(describeThrown(current));
    current = causeOf(current);
  }
  return causes;
}

/** Whether the thrown value itself vetoes another attempt. */
export function allowsRetry(thrown: unknown): boolean {
  if (thrown instanceof ReactorError) return thrown.retryable;
  return !(isFailure(thrown) && !thrown.retryable);
}

export function causeOf(value: unknown): unknown {
  return read(value, 'cause');
}

function primitive(thrown: unknown): ThrownDescription {
  return { name: 'NonError', message: String(thrown).slice(0, MAX_MESSAGE), stack: '' };
}

function nameOf(thrown: object): string {
  return constructorName(thrown) ?? 'Object';
}

function text(value: unknown, key: string): string | undefined {
  const found = read(value, key);
  return typeof found === 'string' ? found : undefined;
}

function read(value: unknown, key: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[key];
  } catch {
    return undefined;
  }
}
