/** The parts of class-validator that are used. */
interface ValidatorPeer {
  validate(target: object, options: object): Promise<readonly PropertyError[]>;
  validateSync(target: object, options: object): readonly PropertyError[];
  getMetadataStorage(): {
    getTargetValidationMetadatas(
      target: unknown,
      schema: string,
      always: boolean,
      strictGroups: boolean,
    ): readonly RuleMetadata[];
    getTargetValidatorConstraints(target: unknown): readonly { readonly async: boolean }[];
  };
  /** Names of the built-in rules, which are all synchronous. */
  readonly builtIn: ReadonlySet<string>;
}

/** One rule on one property. */
export interface RuleMetadata {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraintCls?: unknown;
}

export interface PropertyError {
  readonly property?: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly PropertyError[];
}

/** The parts of class-transformer's metadata storage that are used. */
export interface TransformerPeer {
  findTypeMetadata(target: unknown, property: string): TypeMetadata | undefined;
  findTransformMetadatas(
    target: unknown,
    property: string,
    type: number,
  ): readonly { readonly transformFn: (params: object) => unknown }[];
  getExposedMetadatas(target: unknown): readonly ExposeMetadata[];
  getExposedProperties(target: unknown, type: number): readonly (string | undefined)[];
  getExcludedProperties(target: unknown, type: number): readonly (string | undefined)[];
  getStrategy(target: unknown): 'excludeAll' | 'exposeAll' | 'none';
  readonly _typeMetadatas?: ReadonlyMap<unknown, ReadonlyMap<string, unknown>>;
  readonly _transformMetadatas?: ReadonlyMap<unknown, ReadonlyMap<string, unknown>>;
}

export interface TypeMetadata {
  readonly typeFunction?: (options: object) => unknown;
  readonly reflectedType?: unknown;
  readonly options?: {
    readonly discriminator?: {
      readonly property: string;
      readonly subTypes: readonly { readonly name: string; readonly value: unknown }[];
    };
  };
}

interface ExposeMetadata {
  readonly propertyName: string;
  readonly options?: { readonly name?: string };
}

export interface ContractPeers {
  readonly validator: ValidatorPeer | null;
  readonly transformer: TransformerPeer | null;
}

/** Imports a module by name; replaced by tests that play a missing one. */
export type ImportPeer = (name: 'class-validator' | 'class-transformer') => Promise<unknown>;

/**
 * By variable, so that neither the compiler nor a bundler insists on packages that may be absent. class-transformer has
 * no public way to read what its decorators wrote; Nest's own packages read the same file.
 */
const SPECIFIERS: Readonly<Record<Parameters<ImportPeer>[0], string>> = {
  'class-validator': 'class-validator',
  'class-transformer': 'class-transformer/cjs/storage.js',
};

const importPeer: ImportPeer = (name) => import(SPECIFIERS[name]);

/** Loads the optional peers. One that is not installed is null; one that is broken throws its own error. */
export async function loadPeers(load: ImportPeer = importPeer): Promise<ContractPeers> {
  const [validator, transformer] = await Promise.all([
    optional(load, 'class-validator'),
    optional(load, 'class-transformer'),
  ]);
  return {
    validator: validator && { ...(validator as unknown as ValidatorPeer), builtIn: namesIn(validator) },
    transformer: (transformer?.['defaultMetadataStorage'] as TransformerPeer | undefined) ?? null,
  };
}

async function optional(load: ImportPeer, name: Parameters<ImportPeer>[0]): Promise<Record<string, unknown> | null> {
  try {
    const loaded = (await load(name)) as Record<string, unknown> & { default?: Record<string, unknown> };
    return { ...loaded.default, ...loaded };
  } catch (thrown) {
    const code = (thrown as { code?: unknown } | null)?.code;
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return null;
    throw thrown;
  }
}

/** class-validator exports each rule's name as a constant (`IS_EMAIL = 'isEmail'`). */
function namesIn(module: Record<string, unknown>): ReadonlySet<string> {
  return new Set(Object.values(module).filter((value): value is string => typeof value === 'string'));
}
