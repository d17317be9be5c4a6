import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CompiledContract, ContractField, ContractVerdict } from './contract.js';
import { FieldErrorList, wholeValueViolation } from './field-errors.js';
import { MAX_INPUT_DEPTH, stripForbiddenKeys } from './forbidden-keys.js';
import { NO_REDACTION, redactionOfPlace, redactionPlaceOf, type Redaction } from './redaction.js';

/** True for what implements Standard Schema v1; arktype's schemas are functions. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as { '~standard'?: unknown })['~standard'] as
    | Partial<StandardSchemaV1.Props>
    | null
    | undefined;
  return (
    typeof standard === 'object' &&
    standard !== null &&
    standard.version === 1 &&
    typeof standard.validate === 'function'
  );
}

/** A schema as a contract, with what is wrong with it. */
export function compileSchema(
  schema: StandardSchemaV1,
  redact: readonly string[],
): { contract: CompiledContract; issues: readonly string[] } {
  const redaction = redact.length === 0 ? NO_REDACTION : redactionOfPlace(redactionPlaceOf(redact));
  const contract: CompiledContract = {
    name: `${schema['~standard'].vendor} schema`,
    kind: 'schema',
    fields: fieldsOf(schema),
    redaction,
    dtoClass: null,
    classes: [],
    validate: (value) => validate(schema, value, redaction),
    revive: (plain) => plain,
  };
  return { contract, issues: [] };
}

function validate(
  schema: StandardSchemaV1,
  value: unknown,
  redaction: Redaction,
): ContractVerdict | Promise<ContractVerdict> {
  const stripped = stripForbiddenKeys(value);
  if (!stripped.ok) return tooDeep();
  try {
    const result = schema['~standard'].validate(stripped.value);
    if (isPromiseLike(result)) return Promise.resolve(result).then((settled) => verdictOf(settled, redaction, value));
    return verdictOf(result, redaction, value);
  } catch (thrown) {
    // A recursive schema walks the value recursively.
    if (thrown instanceof RangeError && /call stack/i.test(thrown.message)) return tooDeep();
    throw thrown;
  }
}

function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function tooDeep(): ContractVerdict {
  return wholeValueViolation(`must not be nested deeper than ${MAX_INPUT_DEPTH} levels`);
}

function verdictOf(result: StandardSchemaV1.Result<unknown>, redaction: Redaction, value: unknown): ContractVerdict {
  if (!result.issues) return { ok: true, value: result.value };
  const list = new FieldErrorList();
  // Not `path.map`: arktype's path is a subclass of Array whose constructor takes segments, not a length.
  for (const issue of result.issues) list.add(Array.from(issue.path ?? [], segmentText), [issue.message]);
  return { ok: false, fieldErrors: list.toFieldErrors(redaction, value) };
}

function segmentText(segment: PropertyKey | StandardSchemaV1.PathSegment): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** The fields of the schema's input, where it can say them as the JSON Schema of an object. */
function fieldsOf(schema: StandardSchemaV1): readonly ContractField[] | null {
  const converter = (schema['~standard'] as { jsonSchema?: { input?: (options: { target: string }) => unknown } })
    .jsonSchema;
  try {
    const json = converter?.input?.({ target: 'draft-2020-12' });
    return isRecord(json) ? fieldsOfJson(resolved(json, json)) : null;
  } catch {
    // A schema with transforms or custom types may have no JSON Schema.
    return null;
  }
}

function fieldsOfJson(json: JsonSchema): readonly ContractField[] | null {
  const { properties, required } = json;
  if (!isRecord(properties)) return null;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.keys(properties).map((name) => ({ name, required: names.includes(name) }));
}

/** A recursive schema is a reference to one of its own definitions. */
function resolved(json: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof json['$ref'] === 'string' ? /^#\/(\$defs|definitions)\/([^/]+)$/.exec(json['$ref']) : null;
  const definitions = name?.[1] ? root[name[1]] : undefined;
  const definition = isRecord(definitions) && name?.[2] ? definitions[name[2]] : undefined;
  return isRecord(definition) ? definition : json;
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
