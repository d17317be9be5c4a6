/** Members that Nest calls by itself at boot and shutdown. */
const LIFECYCLE: ReadonlySet<string> = new Set([
  'onModuleInit',
  'onApplicationBootstrap',
  'onModuleDestroy',
  'beforeApplicationShutdown',
  'onApplicationShutdown',
]);

/** Names every object answers already; results by name would hide them. */
const OBJECT_MEMBERS: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Why a member of this name cannot be a node or hook; null when it can. */
export function memberNameIssue(name: string): string | null {
  if (!IDENTIFIER.test(name))
    return `'${name}' is not an identifier: node names are plain member names, such as chargeCard`;
  if (name === 'then')
    return "'then' would make the provider look like a promise, and Nest would wait for it: rename it";
  if (LIFECYCLE.has(name)) return `'${name}' is a lifecycle hook, which Nest would call by itself: rename it`;
  if (OBJECT_MEMBERS.has(name)) return `'${name}' is a name that every object has already: rename it`;
  return null;
}
