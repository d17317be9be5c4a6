import { Injectable, type InjectableOptions } from '@nestjs/common';

/** Nest's own metadata key of `@Injectable({ scope })`. */
const NEST_SCOPE = 'scope:options';

/** Makes a class a provider; the scope of an `@Injectable()` of its own stays. */
export function makeInjectable(target: object): void {
  const own = Reflect.getOwnMetadata(NEST_SCOPE, target) as InjectableOptions | undefined;
  Injectable(own)(target as new () => object);
}
