import type { Redaction } from './redaction.js';

/** A class of inputs; made without arguments, so that its property initialisers give the defaults. */
export type DtoClass = new (...args: never[]) => object;

export interface ContractField {
  /** As a caller writes it: the name an `@Expose({ name })` gives, else the property's. */
  readonly name: string;
  /** False for optional fields, fields with a default, and fields without rules. */
  readonly required: boolean;
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** How a validation ended. Paths are dotted (`items.0.sku`); `''` is the value as a whole. Messages never hold redacted values. */
export type ContractVerdict =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fieldErrors: FieldErrors };

export interface ValidateOptions {
  /** Unknown properties of a DTO are dropped (inputs, payloads); otherwise they are kept. A schema decides for itself. */
  readonly dropUnknown: boolean;
}

/** A DTO class or a schema, with everything read from metadata once, at boot. */
export interface CompiledContract {
  /** The class's name, or the schema library's (`zod schema`). */
  readonly name: string;
  readonly kind: 'dto' | 'schema';
  /** Null when unknown: a class without class-validator rules, a schema that gives no JSON Schema of an object. */
  readonly fields: readonly ContractField[] | null;
  readonly redaction: Redaction;
  readonly dtoClass: DtoClass | null;
  /** Every class an accepted value may hold instances of: the DTO and those nested in it. */
  readonly classes: readonly DtoClass[];
  /**
   * Checks a value and answers what the body sees: a DTO instance with its defaults, or the schema's output.
   *
   * Never changes `value`. A promise only when a validator is, or may be, asynchronous. What a validator throws goes
   * through: it is a mistake in the validator, not in the value.
   */
  validate(value: unknown, options: ValidateOptions): ContractVerdict | Promise<ContractVerdict>;
  /** Instances again from the plain data an accepted value was stored as; nothing is validated or transformed twice. */
  revive(plain: unknown): unknown;
}
