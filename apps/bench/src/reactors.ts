import 'reflect-metadata';
import { Compensate, Input, Reactor, Result, Step, Undo } from '@nest-reactor/core';

type ReactorClass = new () => object;
type Apply = (target: object, member: string, last: PropertyDescriptor | number) => void;

/** What the last step of a chain does. */
type LastStep = 'succeeds' | 'fails';

/**
 * A reactor of `length` steps, each of which reads the one before and answers a number after one `await`; every step has
 * an undo. The decorators are applied by hand, since nobody writes five hundred methods.
 */
export function chainReactor(name: string, length: number, last: LastStep = 'succeeds'): ReactorClass {
  const reactor = { [name]: class {} }[name] as ReactorClass;
  for (let index = 0; index < length; index++) {
    const fails = last === 'fails' && index === length - 1;
    addStep(reactor, `s${index}`, index === 0 ? Input('n') : Result(`s${index - 1}`, { unchecked: true }), fails);
  }
  Reactor({ returns: `s${length - 1}` as never })(reactor as never);
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
  Reactor({ concurrency: width })(reactor as never);
  return reactor;
}

function addStep(reactor: ReactorClass, member: string, parameter: unknown, fails: boolean): void {
  const prototype = reactor.prototype as object;
  define(prototype, member, [Number], async (value: number) => {
    if (fails) throw new Error('declined');
    return value + 1;
  });
  define(prototype, `undo_${member}`, [], async () => undefined);
  (parameter as Apply)(prototype, member, 0);
  apply(Step() as never, prototype, member);
  apply((fails ? Compensate(member) : Undo(member)) as never, prototype, `undo_${member}`);
}

/** A method, with the types that a compiler would write for its parameters. */
function define(prototype: object, member: string, types: readonly unknown[], value: unknown): void {
  Reflect.defineMetadata('design:paramtypes', types, prototype, member);
  Object.defineProperty(prototype, member, { value, writable: true, configurable: true });
}

function apply(decorator: Apply, prototype: object, member: string): void {
  decorator(prototype, member, Object.getOwnPropertyDescriptor(prototype, member) as PropertyDescriptor);
}
