// Edges of the typing: generic bases, private members, any and unknown, unions, quoted names, overrides. Compiles clean.
import {
  Args,
  from,
  Compose,
  Ctx,
  Input,
  Inputs,
  Reactor,
  Result,
  Step,
  StepContext,
  StepHandler,
  TypedReactor,
  Undo,
  type ArgsFor,
  Yields,
  type ReactorStep,
} from '@nest-reactor/core';

// E1 generic base class: where the compiler cannot decide, `unchecked` says so
abstract class Crud<E extends { id: string }> extends TypedReactor<{ entity: E; n: number }, E> {
  @Step() load(@Input('entity') e: E) {
    return e;
  }
  @Step() id(@Input('entity', { path: 'id', unchecked: true }) id: string) {
    return id;
  }
  @Step() num(@Input('n') n: number) {
    return n;
  }
  @Step() again(@Result('load', { unchecked: true }) e: E, @Result('num', { unchecked: true }) _n: number) {
    return e;
  }
  @Undo('load') unload(@Result('load', { unchecked: true }) _e: E) {}
}
@Reactor({ returns: 'load' })
class UserCrud extends Crud<{ id: string; name: string }> {
  @Step() name(@Result('load', 'name') n: string) {
    return n;
  }
}

// E2 private and protected steps are refused: nodes are public members
class Priv extends TypedReactor<{ a: string }> {
  @Step() private hidden(@Input('a') a: string) {
    return a;
  }
  @Step() protected prot(@Input('a') a: string) {
    return a;
  }
  // @ts-expect-error private
  @Step() s(@Result('hidden') _h: string) {}
  // @ts-expect-error protected
  @Step() s2(@Result('prot') _h: string) {}
}

// E3 this-calls and recursion between bodies (circular inference?)
class Circ extends TypedReactor<{ a: string }> {
  @Step() one(@Input('a') a: string) {
    return this.helper(a);
  }
  @Step() two(@Result('one') o: { x: string }) {
    return this.helper(o.x);
  }
  @Step() three(@Result('two', 'x') o: string) {
    return { ...this.helper(o), more: this.four };
  }
  @Step() four(@Result('one', 'x') o: string) {
    return o;
  }
  helper(a: string) {
    return { x: a };
  }
}

// E4 untyped reactor: no TypedReactor at all
@Reactor({ returns: 'b' })
class Untyped {
  @Step() a(@Input('x') x: string, @Inputs() _all: Record<string, unknown>) {
    return { x };
  }
  @Step() b(@Result('a', 'x') x: string, @Ctx() _c: StepContext) {
    return x;
  }
}

// E5 any, unknown, never, void results, overloads, optional chain types, unions of signals
class Odd extends TypedReactor<{
  a: any;
  u: unknown;
  o: { x: string } | null;
  arr: [string, number];
  rec: Record<string, { n: number }>;
  d: Date;
  un: { k: 'a'; x: string } | { k: 'b'; x: number };
}> {
  @Step() a(@Input('a') _a: string, @Input('u') _u: unknown) {}
  @Step() p(
    @Input('o', 'x') _x: string | undefined,
    @Input('arr', [0]) _s: string,
    @Input('arr', '1') _n: number,
    @Input('rec', 'k.n') _r: number | undefined,
    @Input('un', 'x') _un: string | number,
  ) {}
  @Step() v(@Result('a') _v: void) {
    return JSON.parse('1');
  }
  @Step() w(@Result('v') _v: number, @Result('v', 'x.y') _y: string) {}
}

// E6 DTO with private field / methods / getter as inputs
class Money {
  constructor(readonly cents: number) {}
  plus(o: Money) {
    return new Money(this.cents + o.cents);
  }
}
class Dto {
  money!: Money;
  private secret = 1;
  get twice() {
    return this.money.cents * 2 + this.secret;
  }
  hello() {
    return 1;
  }
}
class WithDto extends TypedReactor<Dto, number> {
  @Step() a(@Input('money') m: Money, @Inputs() d: Dto, @Input('twice') _t: number) {
    return m.plus(d.money).cents;
  }
}

// E7 step in generic handler
@StepHandler()
class Echo<T> implements ReactorStep<{ v: T }, T> {
  run(a: { v: T }): T {
    return a.v;
  }
}
class UseEcho extends TypedReactor<{ a: string }> {
  @Step(Echo<string>, { args: { v: from.input('a') } }) e!: Yields<string>;
  @Step(Echo, { args: { v: from.input('a') } }) e2!: Yields<unknown>;
}

// E8 compose an untyped reactor
class UseUntyped extends TypedReactor<{ a: string }> {
  @Compose(Untyped, { args: { x: from.input('a') } }) u!: Yields<unknown>;
  @Compose(() => Untyped) u2(): ArgsFor<Untyped> {
    return { x: 1 };
  }
}
// E9 quoted, numeric names
class Names extends TypedReactor<{ a: string }> {
  @Step() 'charge-card'(@Input('a') a: string) {
    return a;
  }
  @Step() s(@Result('charge-card') _c: string) {}
}
// E10 override in a subclass
class Over extends Circ {
  @Step() override one(@Input('a') a: string) {
    return { x: a, extra: 1 };
  }
  @Step() five(@Result('one', 'extra') _e: number) {}
}
export { UserCrud, Priv, Circ, Untyped, Odd, WithDto, UseEcho, UseUntyped, Names, Over, Args };
