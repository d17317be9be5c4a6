import { ModuleRef, type ModulesContainer } from '@nestjs/core';
import type { AnyClass } from '../definition/reactor-declaration.js';
import { ProvidedInstance } from './step-binding.js';

type Module = ModulesContainer extends Map<string, infer M> ? M : never;
type Wrapper = Module['providers'] extends Map<unknown, infer W> ? W : never;

/** One provider of any module, however it is provided. */
export interface ProvidedClass {
  /** The class of the instance; of a provider that is made later, the class it is declared with. */
  readonly cls: AnyClass | null;
  /** The token, when it is a class: another one than `cls` for a parent, an interface class or a test's double. */
  readonly token: AnyClass | null;
  readonly instance: ProvidedInstance;
  readonly module: string;
  /** True when Nest itself calls the constructor. */
  readonly isConstructed: boolean;
}

/** Every provider of every module, in the order of the modules. Nothing is created or started. */
export function readProvidedClasses(modules: ModulesContainer): readonly ProvidedClass[] {
  const provided: ProvidedClass[] = [];
  for (const module of modules.values()) {
    const moduleRef = module.providers.get(ModuleRef)?.instance as ModuleRef | undefined;
    if (moduleRef === undefined) continue;
    for (const wrapper of module.providers.values()) {
      const found = readProvider(wrapper, module, moduleRef);
      if (found !== null) provided.push(found);
    }
  }
  return provided;
}

function readProvider(wrapper: Wrapper, module: Module, moduleRef: ModuleRef): ProvidedClass | null {
  const token = isClass(wrapper.token) ? wrapper.token : null;
  const isSingleton = wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
  const made: unknown = isSingleton ? wrapper.instance : null;
  const singleton = typeof made === 'object' ? made : null;
  if (isSingleton && singleton === null) return null;
  const isConstructed = !wrapper.isNotMetatype;
  const cls = singleton === null ? declaredClass(wrapper) : classOf(singleton);
  if (cls === null && token === null) return null;
  const place = { token: wrapper.token as Parameters<ModuleRef['resolve']>[0], moduleRef };
  const instance = new ProvidedInstance((cls ?? token)?.name ?? '', singleton, place);
  return { cls, token, instance, module: module.name, isConstructed };
}

/** The class of an instance that does not exist yet. A factory's is known only by its token. */
function declaredClass(wrapper: Wrapper): AnyClass | null {
  if (!wrapper.isNotMetatype && isClass(wrapper.metatype)) return wrapper.metatype;
  const target: unknown = wrapper.isAlias ? wrapper.inject?.[0] : wrapper.token;
  return isClass(target) ? target : null;
}

/** A provided value may be anything, also a proxy that throws when it is looked at. */
function classOf(instance: object): AnyClass | null {
  try {
    const prototype: unknown = Object.getPrototypeOf(instance);
    const found: unknown = (prototype as { constructor?: unknown } | null)?.constructor;
    return isClass(found) ? found : null;
  } catch {
    return null;
  }
}

function isClass(candidate: unknown): candidate is AnyClass {
  return typeof candidate === 'function' && typeof candidate.prototype === 'object' && candidate.prototype !== null;
}
