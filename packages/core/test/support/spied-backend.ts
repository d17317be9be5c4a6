import { memoryBackend, type MemoryBackendOptions } from '@nest-reactor/core';
import type { Backend } from '@nest-reactor/core/ports';

/** One call of the execution store, as the engine made it. */
export interface StoreCall {
  readonly method: string;
  readonly argument: Record<string, unknown>;
}

/** A memory backend that notes every call of its store, and may refuse some. */
export function spiedBackend(
  calls: StoreCall[],
  options: MemoryBackendOptions & { readonly refuse?: (call: StoreCall) => void } = {},
): Backend {
  const { refuse, ...rest } = options;
  const backend = memoryBackend(rest);
  const store = new Proxy(backend.store, {
    get(target, method) {
      const real = Reflect.get(target, method) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const call = { method: String(method), argument: args[0] as Record<string, unknown> };
        refuse?.(call);
        calls.push(call);
        return real.apply(target, args);
      };
    },
  });
  return { ...backend, store };
}
