import 'reflect-metadata';
import { Compensate, Input, Reactor, Result, Step, Undo } from '@nest-reactor/core';

type ReactorClass = new () => object;
type Apply = (target: object, member: string, last: PropertyDescriptor | number) => void;
type Body = (value: number) => number | Promise<number>;

export interface ChainOptions {
  /** Bodies are async functions, or answer at once. Default: async. */
  readonly bodies?: 'async' | 'sync';
  /** The last step throws; it has a compensate instead of an undo. Default: none fails. */
  readonly lastFails?: boolean;
}

/**
 * A reactor of `length` steps, each of which reads the one before and answers the next number; every step has an undo.
 * The decorators are applied by hand, since nobody writes five hundred methods.
 */
export function chainReactor(name: string, length: number, options: ChainOptions = {}): ReactorClass {
  const reactor = { [name]: class {} }[name] as ReactorClass;
  for (let index = 0; index < length; index++) {
    const source = index === 0 ? Input('n') : Result(`s${index - 1}`, { unchecked: true });
    const fails = options.lastFails === true && index === length - 1;
    addStep(reactor, `s${index}`, source, body(options.bodies ?? 'async', fails), fails ? Compensate : Undo);
  }
  Reactor({ name, returns: `s${length - 1}` as never })(reactor as never);
  return reactor;
}

/** A reactor of `width` steps without any order between them, each of which takes `delay` milliseconds. */
export function wideReactor(name: string, width: number, delay: number): ReactorClass {
  const reactor = { [name]: class {} }[name] as ReactorClass;
  const prototype = reactor.prototype as object;
  for (let index = 0; index < width; index++) {
    const member = `s${index}`;
    define(prototype, member, [], () => new Promise((resolve) => setTimeout(resolve, delay)));
    apply(Step() as never, prototype, member);
  }
  Reactor({ name, concurrency: width })(reactor as never);
  return reactor;
}

function body(kind: 'async' | 'sync', fails: boolean): Body {
  if (kind === 'sync') return (value) => value + 1;
  return async (value) => {
    if (fails) throw new Error('declined');
    return value + 1;
  };
}

function addStep(
  reactor: ReactorClass,
  member: string,
  source: unknown,
  run: Body,
  takesBack: typeof Undo | typeof Compensate,
): void {
  const prototype = reactor.prototype as object;
  define(prototype, member, [Number], run);
  define(prototype, `undo_${member}`, [], async () => undefined);
  (source as Apply)(prototype, member, 0);
  apply(Step() as never, prototype, member);
  apply(takesBack(member) as never, prototype, `undo_${member}`);
}

/** A method, with the types that a compiler would write for its parameters. */
function define(prototype: object, member: string, types: readonly unknown[], value: unknown): void {
  Reflect.defineMetadata('design:paramtypes', types, prototype, member);
  Object.defineProperty(prototype, member, { value, writable: true, configurable: true });
}

function apply(decorator: Apply, prototype: object, member: string): void {
  decorator(prototype, member, Object.getOwnPropertyDescriptor(prototype, member) as PropertyDescriptor);
}
