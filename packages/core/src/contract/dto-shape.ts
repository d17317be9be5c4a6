import type { DtoClass } from './contract.js';
import type { ContractPeers, RuleMetadata, TransformerPeer, TypeMetadata } from './contract-peers.js';
import { redactedProperties } from './redact.decorator.js';

/** class-transformer's number for plain → class. */
const PLAIN_TO_CLASS = 0;

/** All that is known of one DTO class, read once. Shapes of classes that nest each other form a circle. */
export interface DtoShape {
  readonly dtoClass: DtoClass;
  /** By property name. */
  readonly properties: Map<string, DtoProperty>;
  /** By the name a caller writes; `@Expose({ name })` makes it another one. */
  readonly inputs: Map<string, DtoProperty>;
  /** False for a class without class-validator rules: it then has no unknown properties either. */
  hasRules: boolean;
  /** True when a rule is, or may be, asynchronous. Of this class alone. */
  mayBeAsync: boolean;
  /** Classes decorated with `@Exclude()` take exposed properties only. */
  exposedOnly: ReadonlySet<string> | null;
}

export interface DtoProperty {
  readonly name: string;
  readonly inputName: string;
  readonly required: boolean;
  readonly hasRules: boolean;
  readonly redacted: boolean;
  readonly excluded: boolean;
  readonly nested: NestedType | null;
  readonly transforms: readonly ((params: object) => unknown)[];
}

/** What `@Type()` says of a property. */
export interface NestedType {
  /** The property's own type when it is a collection; plain objects and lists are then turned into one. */
  readonly collection: 'map' | 'set' | null;
  /** True when the type is a function of the value, so that its class may be one not compiled yet. */
  readonly varies: boolean;
  /** The property that tells which class a value gets; it stays on the instance, since its revival needs it too. */
  readonly discriminator: string | null;
  /** Every class a value may get, for redaction. */
  readonly shapes: readonly DtoShape[];
  /** The class of one value, or the conversion of a scalar (`@Type(() => Date)`). Null: taken as it is. */
  target(
    value: unknown,
    owner: { readonly newObject: object; readonly object: object },
  ): DtoShape | ((value: unknown) => unknown) | null;
}

const CONVERSIONS: ReadonlyMap<unknown, (value: unknown) => unknown> = new Map<unknown, (value: unknown) => unknown>([
  [String, (value) => String(value)],
  [Number, (value) => Number(value)],
  [Boolean, (value) => Boolean(value)],
  [Date, (value) => new Date(value as string | number | Date)],
  [Buffer, (value) => (Buffer.isBuffer(value) ? value : Buffer.from(value as string))],
]);

const UNTYPED: ReadonlySet<unknown> = new Set([Object, Array, Map, Set, Function, Symbol, BigInt, Promise]);

/** Reads shapes from metadata and collects what is wrong with them. */
export class DtoShapes {
  readonly issues: string[] = [];
  private readonly shapes = new Map<DtoClass, DtoShape>();

  constructor(private readonly peers: ContractPeers) {}

  get all(): readonly DtoShape[] {
    return [...this.shapes.values()];
  }

  of(dtoClass: DtoClass): DtoShape {
    const known = this.shapes.get(dtoClass);
    if (known) return known;
    const shape: DtoShape = {
      dtoClass,
      properties: new Map(),
      inputs: new Map(),
      hasRules: false,
      mayBeAsync: false,
      exposedOnly: null,
    };
    // Before its properties, which may nest it again.
    this.shapes.set(dtoClass, shape);
    this.fill(shape);
    return shape;
  }

  private fill(shape: DtoShape): void {
    const { dtoClass } = shape;
    const { transformer } = this.peers;
    const rules = rulesByProperty(dtoClass, this.peers);
    const defaults = this.defaultsOf(dtoClass);
    const redacted = redactedProperties(dtoClass);
    shape.hasRules = rules.size > 0;
    shape.mayBeAsync = [...rules.values()].flat().some((rule) => this.mayBeAsync(rule));
    const exposed = transformer?.getExposedMetadatas(dtoClass) ?? [];
    const excluded = new Set(transformer?.getExcludedProperties(dtoClass, PLAIN_TO_CLASS) ?? []);
    if (transformer?.getStrategy(dtoClass) === 'excludeAll') {
      shape.exposedOnly = new Set(
        transformer.getExposedProperties(dtoClass, PLAIN_TO_CLASS).filter((name) => name !== undefined),
      );
    }
    const names = new Set([
      ...rules.keys(),
      ...typedNames(dtoClass, transformer),
      ...exposed.map((expose) => expose.propertyName),
      ...redacted,
      ...Object.keys(defaults),
    ]);
    for (const name of names) {
      const propertyRules = rules.get(name) ?? [];
      const property: DtoProperty = {
        name,
        inputName: exposed.find((expose) => expose.propertyName === name)?.options?.name ?? name,
        required: isRequired(propertyRules) && (defaults as Record<string, unknown>)[name] === undefined,
        hasRules: propertyRules.length > 0,
        redacted: redacted.has(name),
        excluded: excluded.has(name),
        nested: this.nestedOf(dtoClass, name, propertyRules),
        transforms: (transformer?.findTransformMetadatas(dtoClass, name, PLAIN_TO_CLASS) ?? []).map(
          ({ transformFn }) => transformFn,
        ),
      };
      shape.properties.set(name, property);
      shape.inputs.set(property.inputName, property);
    }
  }

  private defaultsOf(dtoClass: DtoClass): object {
    try {
      return new dtoClass();
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      this.issues.push(
        `the constructor of '${dtoClass.name}' throws without arguments (${reason}): a DTO is made by \`new ${dtoClass.name}()\` and filled afterwards`,
      );
      return {};
    }
  }

  private mayBeAsync(rule: RuleMetadata): boolean {
    if (rule.type === 'promiseValidation') return true;
    if (rule.type !== 'customValidation') return false;
    const { validator } = this.peers;
    const constraints = validator?.getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls) ?? [];
    // A rule of somebody else's may answer a promise without saying so, and `validateSync` would then let it pass.
    return constraints.some(({ async }) => async) || rule.name === undefined || !validator?.builtIn.has(rule.name);
  }

  private nestedOf(owner: DtoClass, name: string, rules: readonly RuleMetadata[]): NestedType | null {
    const metadata = this.peers.transformer?.findTypeMetadata(owner, name);
    const isNested = rules.some((rule) => rule.type === 'nestedValidation');
    if (!metadata) {
      if (isNested) this.issues.push(this.untypedMessage(owner, name));
      return null;
    }
    const type = this.typeNamed(metadata, owner, name);
    if (isNested && type !== null && !isDtoClass(type)) {
      this.issues.push(
        `@ValidateNested() on '${owner.name}.${name}' needs @Type(() => ItsDto), but its @Type() names '${nameOf(type)}', which is no DTO class`,
      );
    }
    const discriminator = metadata.options?.discriminator;
    const subTypes = new Map(
      (discriminator?.subTypes ?? []).map((subType) => [subType.name, this.targetOf(subType.value)]),
    );
    const target = this.targetOf(type);
    const shapes = [target, ...subTypes.values()].filter(
      (shape): shape is DtoShape => shape !== null && typeof shape === 'object',
    );
    const varies = !discriminator && (metadata.typeFunction?.length ?? 0) > 0;
    return {
      collection: metadata.reflectedType === Map ? 'map' : metadata.reflectedType === Set ? 'set' : null,
      varies,
      discriminator: discriminator?.property ?? null,
      shapes,
      target: (value, { newObject, object }) => {
        if (varies) return this.targetOf(metadata.typeFunction?.({ newObject, object, property: name }));
        if (!discriminator) return target;
        const kind = (value as Record<string, unknown> | null | undefined)?.[discriminator.property];
        return (typeof kind === 'string' ? subTypes.get(kind) : undefined) ?? target;
      },
    };
  }

  private untypedMessage(owner: DtoClass, name: string): string {
    const fix = `add @Type(() => ItsDto) from class-transformer beside @ValidateNested() on '${owner.name}.${name}'`;
    if (!this.peers.transformer)
      return `'${owner.name}.${name}' is @ValidateNested(), which needs class-transformer: run \`npm install class-transformer\`, then ${fix}`;
    return `'${owner.name}.${name}' is @ValidateNested() without a type, so its rules would never run: ${fix}`;
  }

  private typeNamed(metadata: TypeMetadata, owner: DtoClass, name: string): unknown {
    let type: unknown;
    let reason = 'it answers undefined';
    try {
      const options = { newObject: {}, object: {}, property: name };
      type = metadata.typeFunction ? metadata.typeFunction(options) : metadata.reflectedType;
    } catch (thrown) {
      reason = thrown instanceof Error ? thrown.message : String(thrown);
    }
    if (type !== undefined && type !== null) return type;
    // A function of the value may well not know what to say to an empty one.
    if ((metadata.typeFunction?.length ?? 0) > 0) return null;
    this.issues.push(
      `the @Type() of '${owner.name}.${name}' names no class (${reason}); is there a circular import between the two files?`,
    );
    return null;
  }

  private targetOf(type: unknown): DtoShape | ((value: unknown) => unknown) | null {
    const convert = CONVERSIONS.get(type);
    if (convert) return (value) => (value === null || value === undefined ? value : convert(value));
    return isDtoClass(type) ? this.of(type) : null;
  }
}

/** True for a class that can be filled; false for the built-in ones and for functions that are no classes. */
export function isDtoClass(type: unknown): type is DtoClass {
  if (typeof type !== 'function' || CONVERSIONS.has(type) || UNTYPED.has(type)) return false;
  return typeof type.prototype === 'object' && type.prototype !== null;
}

function nameOf(type: unknown): string {
  return typeof type === 'function' ? type.name : typeof type;
}

function rulesByProperty(dtoClass: DtoClass, { validator }: ContractPeers): Map<string, RuleMetadata[]> {
  const rules = new Map<string, RuleMetadata[]>();
  for (const rule of validator?.getMetadataStorage().getTargetValidationMetadatas(dtoClass, '', false, false) ?? []) {
    const known = rules.get(rule.propertyName);
    if (known) known.push(rule);
    else rules.set(rule.propertyName, [rule]);
  }
  return rules;
}

/** `@Allow()` demands nothing; `@IsOptional()` and `@ValidateIf()` do not always. */
function isRequired(rules: readonly RuleMetadata[]): boolean {
  return (
    rules.some((rule) => rule.type !== 'whitelistValidation') &&
    !rules.some((rule) => rule.type === 'conditionalValidation')
  );
}

/** Properties with `@Type()` or `@Transform()`, parents' included. */
function typedNames(dtoClass: DtoClass, transformer: TransformerPeer | null): string[] {
  const names: string[] = [];
  for (let target: unknown = dtoClass; typeof target === 'function'; target = Object.getPrototypeOf(target)) {
    for (const metadata of [transformer?._typeMetadatas, transformer?._transformMetadatas])
      names.push(...(metadata?.get(target)?.keys() ?? []));
  }
  return names;
}
