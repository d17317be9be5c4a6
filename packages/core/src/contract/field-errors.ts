import type { ContractVerdict, FieldErrors } from './contract.js';
import type { PropertyError } from './contract-peers.js';
import { redactMessage } from './redact-text.js';
import type { Redaction } from './redaction.js';

/** Messages by path, in the order in which they came. */
export class FieldErrorList {
  private readonly byPath = new Map<string, string[]>();

  add(path: readonly string[], messages: readonly string[]): void {
    const key = path.join('.');
    const known = this.byPath.get(key);
    if (known) known.push(...messages);
    else this.byPath.set(key, [...messages]);
  }

  /** A validator's message may quote the value (valibot and arktype do), which must not show what is hidden. */
  toFieldErrors(redaction: Redaction, value: unknown): FieldErrors {
    if (redaction.isEmpty) return Object.fromEntries(this.byPath);
    const all = redaction.secrets(value, 1);
    const long = redaction.secrets(value);
    // A short secret is hidden in messages about itself only: elsewhere its text is mostly something else.
    const secretsAt = (path: string): readonly string[] =>
      path === '' || redaction.at(path.split('.')).hidesAll ? all : long;
    return Object.fromEntries(
      [...this.byPath].map(([path, messages]) => [
        path,
        messages.map((message) => redactMessage(message, secretsAt(path))),
      ]),
    );
  }
}

/** What class-validator found, nested errors under their full path. */
export function collectFieldErrors(
  errors: readonly PropertyError[],
  redaction: Redaction,
  value: unknown,
): FieldErrors {
  const list = new FieldErrorList();
  const visit = (level: readonly PropertyError[], parent: readonly string[]): void => {
    for (const error of level) {
      const path = error.property === undefined ? parent : [...parent, error.property];
      if (error.constraints) list.add(path, Object.values(error.constraints));
      if (error.children) visit(error.children, path);
    }
  };
  visit(errors, []);
  return list.toFieldErrors(redaction, value);
}

/** A violation of the value as a whole. */
export function wholeValueViolation(message: string): ContractVerdict {
  return { ok: false, fieldErrors: { '': [message] } };
}
