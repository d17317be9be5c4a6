import { addHook, memberOf } from './declarations.js';
import type { HookDecorator } from './node-check.js';

function hook(kind: 'undo' | 'compensate', decorator: string, of: string): never {
  const decorate = (target: object, key: string | symbol, descriptor?: PropertyDescriptor): void => {
    addHook(memberOf(decorator, target, key, descriptor), { kind, of }, decorator);
  };
  return decorate as never;
}

/**
 * The undo of a completed step, when something after it failed or the execution is undone. Without parameter decorators
 * it gets `(result, args, ctx)`. A thrown value or `failure()` is recorded among the rollback failures and stops nothing.
 *
 * @example
 * ```ts
 * @Undo('createUser')
 * removeUser(@Result('createUser') user: User) { return this.users.remove(user.id); }
 * ```
 */
export function Undo<const Name extends string>(step: Name): HookDecorator<Name> {
  return hook('undo', '@Undo', step);
}

/**
 * The cleanup of a failing step itself, once, after its last attempt. Without parameter decorators it gets `(reason,
 * args, ctx)`; there is no result. A thrown value or `failure()` turns the run's error into `CompensationError`.
 */
export function Compensate<const Name extends string>(step: Name): HookDecorator<Name> {
  return hook('compensate', '@Compensate', step);
}
