import { types } from 'node:util';
import type { CompiledContract, ContractVerdict, DtoClass, ValidateOptions } from './contract.js';
import type { ContractPeers, PropertyError } from './contract-peers.js';
import { fillDto, MAX_DTO_DEPTH, NestedTooDeeplyError } from './dto-instance.js';
import { DtoShapes, type DtoShape } from './dto-shape.js';
import { collectFieldErrors, wholeValueViolation } from './field-errors.js';
import { stripForbiddenKeys } from './forbidden-keys.js';
import { HIDDEN, redactionOfPlace, redactionPlaceOf, type Redaction, type RedactionPlace } from './redaction.js';

/** Unknown properties were dropped before, and values are kept out of what class-validator answers. */
const VALIDATOR_OPTIONS = { forbidUnknownValues: false, validationError: { target: false, value: false } };

const REVIVED = { dropUnknown: false, revived: true };

/** A DTO class as a contract, with what is wrong with it. */
export function compileDto(
  dtoClass: DtoClass,
  peers: ContractPeers,
  redact: readonly string[],
): { contract: CompiledContract; issues: readonly string[] } {
  const shapes = new DtoShapes(peers);
  const shape = shapes.of(dtoClass);
  const place = redactionPlaces(shape, new Map());
  const redaction = redactionOfPlace(
    redact.length === 0 ? place : { hide: false, members: [...place.members, ...redactionPlaceOf(redact).members] },
  );
  const fields = [...shape.properties.values()].filter((property) => !property.excluded);
  const contract: CompiledContract = {
    name: dtoClass.name,
    kind: 'dto',
    fields: shape.hasRules ? fields.map(({ inputName, required }) => ({ name: inputName, required })) : null,
    redaction,
    dtoClass,
    classes: shapes.all.map((known) => known.dtoClass),
    validate: validatorOf(shape, shapes, peers, redaction),
    revive: (plain) => (isFillable(plain) && !(plain instanceof dtoClass) ? fillDto(shape, plain, REVIVED) : plain),
  };
  return { contract, issues: shapes.issues };
}

function validatorOf(
  shape: DtoShape,
  shapes: DtoShapes,
  peers: ContractPeers,
  redaction: Redaction,
): CompiledContract['validate'] {
  const { validator } = peers;
  const compiled = shapes.all;
  const hasRules = validator !== null && compiled.some((known) => known.hasRules);
  // A property whose class depends on the value may bring rules that nobody has seen yet.
  const mayBeAsync = compiled.some(
    (known) => known.mayBeAsync || [...known.properties.values()].some(({ nested }) => nested?.varies),
  );
  return (value, options) => {
    const filled = instanceOf(shape, value, options);
    if (!filled.ok || !hasRules) return filled;
    const instance = filled.value as object;
    const verdict = (errors: readonly PropertyError[]): ContractVerdict =>
      errors.length === 0 ? filled : { ok: false, fieldErrors: collectFieldErrors(errors, redaction, value) };
    if (!mayBeAsync) return guardDepth(() => verdict(validator.validateSync(instance, VALIDATOR_OPTIONS)));
    return guardDepth(() => validator.validate(instance, VALIDATOR_OPTIONS).then(verdict));
  };
}

function instanceOf(shape: DtoShape, value: unknown, options: ValidateOptions): ContractVerdict {
  const stripped = stripForbiddenKeys(value);
  if (!stripped.ok) return tooDeep();
  if (!isFillable(stripped.value))
    return wholeValueViolation(`must be an object (a ${shape.dtoClass.name}), not ${kindOf(value)}`);
  const source = stripped.value;
  return guardDepth<ContractVerdict>(() => ({
    ok: true,
    value: fillDto(shape, source, { dropUnknown: options.dropUnknown, revived: false }),
  }));
}

function guardDepth<T>(run: () => T): T | ContractVerdict {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof NestedTooDeeplyError || isStackOverflow(thrown)) return tooDeep();
    throw thrown;
  }
}

function isStackOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && /call stack/i.test(thrown.message);
}

function tooDeep(): ContractVerdict {
  return wholeValueViolation(`must not be nested deeper than ${MAX_DTO_DEPTH} levels`);
}

function isFillable(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return (
    !types.isDate(value) &&
    !types.isMap(value) &&
    !types.isSet(value) &&
    !ArrayBuffer.isView(value) &&
    !types.isPromise(value)
  );
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? `a ${Object.prototype.toString.call(value).slice(8, -1)}` : `a ${typeof value}`;
}

/** One place a shape; filled after it is known, since shapes nest in circles. */
function redactionPlaces(shape: DtoShape, known: Map<DtoShape, RedactionPlace>): RedactionPlace {
  const before = known.get(shape);
  if (before) return before;
  const members = new Map<string, RedactionPlace>();
  const place: RedactionPlace = { hide: false, members: [members] };
  known.set(shape, place);
  for (const property of shape.properties.values()) {
    const nested = (property.nested?.shapes ?? []).map((inner) => redactionPlaces(inner, known));
    if (!property.redacted && nested.length === 0) continue;
    const member = property.redacted
      ? HIDDEN
      : nested.length === 1
        ? nested[0]!
        : { hide: false, members: nested.flatMap((inner) => inner.members) };
    // What a caller passed is redacted too, before its names are the properties'.
    members.set(property.name, member).set(property.inputName, member);
  }
  return place;
}
