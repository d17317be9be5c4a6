// Correct code that a too eager check would refuse; compiles clean.
import {
  Background,
  AsyncStep,
  Compose,
  Input,
  Inputs,
  Result,
  Step,
  TypedReactor,
  Yields,
  ArgsFor,
  Reactor,
  success,
  skipped,
  failure,
  halt,
} from '@nest-reactor/core';
type Id = string & { readonly __id: true };
interface In {
  id: Id;
  opt?: number;
  list: readonly string[];
  u: string | number;
  buf: Buffer;
  nested: { deep?: { x: number } };
}
class A extends TypedReactor<In> {
  @Step() a(this: A, @Input('id') id: string, @Input('opt') o = 3) {
    return id.length > 3 ? id : Promise.resolve(id);
  }
  @Step() b(@Input('opt') o?: number) {
    return o;
  }
  @Step() c(@Result('a') a: string, @Result('b') b: number | undefined) {
    return a ? success({ a }) : b ? skipped({ a: 'x' }) : a === 'y' ? failure('no') : halt('stop');
  }
  @Step() d(@Result('c') c: { a: string }, @Result('c', 'a') a: string) {
    return [c, a] as const;
  }
  @Step() e(
    @Input('list') l: readonly string[],
    @Input('nested', 'deep.x') x: number | undefined,
    @Result('d', '1') y: string,
    @Result('d', [0, 'a']) z: string,
  ) {}
  @Step() f<T extends string>(@Input('id') x: T | string) {
    return x;
  }
  @Step() async g(@Input('buf') b: Buffer, @Inputs() i: Readonly<In>): Promise<Map<string, number>> {
    return new Map();
  }
  @Step() h(@Result('g') m: Map<string, number>, @Result('g', 'size') n: number, @Input('u') u: string | number) {}
  @AsyncStep() @Background('after') i(@Result('c') c: unknown, @Result('c') d: any, @Result('c') e: object) {}
  @Step() j(@Result('h') v: undefined | void) {}
}
// mutual composition through thunks
@Reactor()
class P extends TypedReactor<{ n: number }, number> {
  @Step() one(@Input('n') n: number) {
    return n;
  }
  @Compose(() => Q) q(@Input('n') n: number): ArgsFor<Q> {
    return { s: `${n}` };
  }
}
@Reactor()
class Q extends TypedReactor<{ s: string }, string> {
  @Step() two(@Input('s') s: string) {
    return s;
  }
}
// abstract base, mixin, interface implementing
interface HasAudit {
  audit(x: string): unknown;
}
@Reactor()
class WithIface extends TypedReactor<{ x: string }> implements HasAudit {
  @Step() audit(@Input('x') x: string) {
    return x;
  }
}
export { A, P, Q, WithIface, Yields };
