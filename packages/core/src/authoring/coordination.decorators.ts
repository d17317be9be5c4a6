import type { CoordinationDeclaration } from '../definition/reactor-declaration.js';
import type { CoordinationDecorator, Key, KeyTemplate, TemplateDecorator } from './coordination-check.js';
import type {
  LockOptions,
  OrderedLockOptions,
  PeriodOptions,
  RateLimitOptions,
  SemaphoreOptions,
} from './coordination-options.js';
import { addCoordination, addIssue, memberOf } from './declarations.js';

type Keyed<K, Options> = { readonly key: K } & Options;

function rule(decorator: string, primitive: CoordinationDeclaration['primitive'], options: unknown): never {
  const decorate = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (key === undefined) {
      return addCoordination((target as { prototype: object }).prototype, null, { primitive, options });
    }
    const member = memberOf(decorator, target, key, descriptor);
    if (member.issue === null) addCoordination(member.prototype, member.name, { primitive, options });
    else addIssue(member, member.issue);
  };
  return decorate as never;
}

/**
 * Runs the step, step class or reactor under a lock: one holder of the key at a time, in all processes of the backend.
 * Contention throws `LockContentionError`, or parks in a worker. Re-entrant within a run.
 *
 * @example
 * ```ts
 * @WithLock({ key: (args: ChargeArgs) => `account:${args.accountId}`, ttl: '60s' })
 * @WithLock({ key: ['account', from.input('accountId')] })
 * ```
 */
export function WithLock<const Template extends KeyTemplate>(
  options: Keyed<Template, LockOptions>,
): TemplateDecorator<Template>;
export function WithLock<Args = unknown>(options: Keyed<Key<Args>, LockOptions>): CoordinationDecorator<Args>;
export function WithLock(options: unknown): never {
  return rule('@WithLock', 'lock', options);
}

/** At most `limit` holders of the key at once. Not re-entrant. Contention throws `SemaphoreContentionError`, or parks. */
export function WithSemaphore<const Template extends KeyTemplate>(
  options: Keyed<Template, SemaphoreOptions>,
): TemplateDecorator<Template>;
export function WithSemaphore<Args = unknown>(options: Keyed<Key<Args>, SemaphoreOptions>): CoordinationDecorator<Args>;
export function WithSemaphore(options: unknown): never {
  return rule('@WithSemaphore', 'semaphore', options);
}

/**
 * At most so many admissions a time, or a limit registered in the module's `rateLimits` by its name. A refused one costs
 * nothing and throws `RateLimitExceededError`, or parks. An unregistered name is `UnknownRateLimitError`.
 */
export function WithRateLimit(name: string): CoordinationDecorator<unknown>;
export function WithRateLimit<const Template extends KeyTemplate>(
  options: Keyed<Template, RateLimitOptions>,
): TemplateDecorator<Template>;
export function WithRateLimit<Args = unknown>(options: Keyed<Key<Args>, RateLimitOptions>): CoordinationDecorator<Args>;
export function WithRateLimit(options: unknown): never {
  return rule('@WithRateLimit', 'rate_limit', options);
}

/** One successful run a period and key; a second one halts (a reactor) or is skipped. Failures use nothing up. */
export function WithPeriod<const Template extends KeyTemplate>(
  options: Keyed<Template, PeriodOptions>,
): TemplateDecorator<Template>;
export function WithPeriod<Args = unknown>(options: Keyed<Key<Args>, PeriodOptions>): CoordinationDecorator<Args>;
export function WithPeriod(options: unknown): never {
  return rule('@WithPeriod', 'period', options);
}

/** Runs those of one key in the order in which they were started. Out of turn throws `OrderedLockWaitError`, or parks. */
export function WithOrderedLock<const Template extends KeyTemplate>(
  options: Keyed<Template, OrderedLockOptions>,
): TemplateDecorator<Template>;
export function WithOrderedLock<Args = unknown>(
  options: Keyed<Key<Args>, OrderedLockOptions>,
): CoordinationDecorator<Args>;
export function WithOrderedLock(options: unknown): never {
  return rule('@WithOrderedLock', 'ordered_lock', options);
}
