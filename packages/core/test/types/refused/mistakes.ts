// 64 mistakes, one a block. The compiler must refuse all but eight of the 62 that are mistakes still; M41 and M57 are
// correct code by now and stand in ../correct-by-now.ts. `mistakes.spec.ts` compiles this file and says which are refused.
// A decorator cannot see its neighbour on the same member, nor which kind a member is: M52, M53, M55, M56, M58, M59, M60
// and M62 are left to boot.
import { IsInt, IsString } from 'class-validator';
import {
  Args,
  AsyncStep,
  Background,
  Compensate,
  Compose,
  Ctx,
  from,
  Input,
  Inputs,
  Interrupt,
  MapElement,
  MapStep,
  Reactor,
  ReactorRunner,
  Result,
  Step,
  StepContext,
  StepHandler,
  TypedReactor,
  Undo,
  WithLock,
  type ArgsFor,
  type CorrelationFor,
  type Each,
  Yields,
  type ReactorStep,
} from '@nest-reactor/core';
declare const runner: ReactorRunner;
class In {
  @IsString() email!: string;
  @IsInt() total!: number;
  user!: { id: string; age?: number };
  items!: { sku: string }[];
  nick?: string;
}
class Charge {
  id!: string;
  amount!: number;
}
class ChargeArgs {
  @IsString() accountId!: string;
  @IsInt() amount!: number;
  note?: string;
}
@StepHandler({ contract: ChargeArgs })
class ChargeStep implements ReactorStep<ChargeArgs, Charge> {
  run(a: ChargeArgs): Charge {
    return { id: 'c', amount: a.amount };
  }
}
@Reactor({ returns: 'ship' })
class Ship extends TypedReactor<{ orderId: string }, { tracking: string }> {
  @Step() ship(@Input('orderId') o: string) {
    return { tracking: o };
  }
}
class Base extends TypedReactor<In, Charge> {
  @Step() makeUser(@Input('email') email: string) {
    return { id: email, tags: ['x'] };
  }
  @Step() count(@Input('total') n: number) {
    return n;
  }
}
// M01: wrong step name in @Result
class M01 extends Base {
  @Step() s(@Result('makeUsr') _u: { id: string }) {}
}
// M02: wrong type in @Result
class M02 extends Base {
  @Step() s(@Result('makeUser') _u: { id: number }) {}
}
// M03: wrong path in @Result
class M03 extends Base {
  @Step() s(@Result('makeUser', 'idd') _u: string) {}
}
// M04: wrong type at path
class M04 extends Base {
  @Step() s(@Result('makeUser', 'id') _u: number) {}
}
// M05: wrong input name
class M05 extends Base {
  @Step() s(@Input('emial') _e: string) {}
}
// M06: wrong input type
class M06 extends Base {
  @Step() s(@Input('email') _e: number) {}
}
// M07: optional input taken as required
class M07 extends Base {
  @Step() s(@Input('nick') _e: string) {}
}
// M08: wrong input path
class M08 extends Base {
  @Step() s(@Input('user', 'idd') _e: string) {}
}
// M09: path through array, no undefined
class M09 extends Base {
  @Step() s(@Input('items', '0.sku') _e: string) {}
}
// M10: wrong @Inputs type
class M10 extends Base {
  @Step() s(@Inputs() _e: { nope: string }) {}
}
// M11: wrong name in @Undo
class M11 extends Base {
  @Undo('makeUsr') s(_u: unknown) {}
}
// M12: wrong name in waitFor
class M12 extends Base {
  @Step({ waitFor: ['makeUsr'] }) s() {}
}
// M13: wrong returns
@Reactor({ returns: 'makeUsr' })
class M13 extends Base {}
// M14: returns of the wrong type
@Reactor({ returns: 'count' })
class M14 extends Base {}
// M15: inputs contract of other class
@Reactor({ inputs: ChargeArgs })
class M15 extends Base {}
// M16: @Background before an unknown step
@Background({ before: 'nope' })
class M16 extends Base {}
// M17: @Background after unknown step
@Background({ after: 'nope' })
class M17 extends Base {}
// M18: background after AND before
@Background({ after: 'count', before: 'makeUser' })
class M18 extends Base {}
// M19: args: unknown argument
class M19 extends Base {
  @Step(ChargeStep, {
    args: { accountId: from.result('makeUser', 'id'), amount: from.input('total'), nope: from.value(1) },
  })
  c!: Yields<Charge>;
}
// M20: args: wrong type
class M20 extends Base {
  @Step(ChargeStep, { args: { accountId: from.input('total'), amount: from.input('total') } }) c!: Yields<Charge>;
}
// M21: args: wrong step name
class M21 extends Base {
  @Step(ChargeStep, { args: { accountId: from.result('makeUsr', 'id'), amount: from.input('total') } })
  c!: Yields<Charge>;
}
// M22: args: required one missing
class M22 extends Base {
  @Step(ChargeStep, { args: { amount: from.input('total') } }) c!: Yields<Charge>;
}
// M23: transform takes another type
class M23 extends Base {
  @Step(ChargeStep, {
    args: { accountId: from.result('makeUser', 'id'), amount: from.input('email').transform((n: number) => n + 1) },
  })
  c!: Yields<Charge>;
}
// M24: property of the wrong type
class M24 extends Base {
  @Step(ChargeStep, { args: { accountId: from.value('a'), amount: from.value(1) } }) c!: Yields<string>;
}
// M25: builder misses an argument
class M25 extends Base {
  @Step(ChargeStep) c(@Input('total') amount: number): ArgsFor<ChargeStep> {
    return { amount } as never as { amount: number };
  }
}
// M26: builder: typo in optional arg
class M26 extends Base {
  @Step(ChargeStep) c(@Input('total') amount: number): ArgsFor<ChargeStep> {
    return { accountId: 'a', amount, nota: 'x' };
  }
}
// M27: builder not annotated
class M27 extends Base {
  @Compose(Ship) c() {
    return { orderId: 'a' };
  }
}
// M28: compose: builder of wrong shape
class M28 extends Base {
  @Compose(Ship) c() {
    return { order: 'a' };
  }
}
// M29: reads compose as its args
class M29 extends Base {
  @Compose(Ship) c(): ArgsFor<Ship> {
    return { orderId: 'a' };
  }
  @Step() s(@Result('c') _r: { orderId: string }) {}
}
// M30: reads a map as one element
class M30 extends Base {
  @MapStep({ over: from.input('items') }) m(@MapElement() i: { sku: string }): Each<string> {
    return i.sku;
  }
  @Step() s(@Result('m') _r: string) {}
}
// M31: collect names no member
class M31 extends Base {
  @MapStep({ over: from.input('items'), collect: 'nope' }) m(@MapElement() i: { sku: string }): Each<string> {
    return i.sku;
  }
}
// M32: over: method that is not there
class M32 extends Base {
  @MapStep({ over: 'nope' }) m(@MapElement() i: { sku: string }): Each<string> {
    return i.sku;
  }
}
// M33: interrupt payload read wrongly
class M33 extends Base {
  @Interrupt() i(): CorrelationFor<{ by: string }> {
    return 'x';
  }
  @Step() s(@Result('i') _r: { by: number }) {}
}
// M34: handler contract vs run()
@StepHandler({ contract: In })
class M34 implements ReactorStep<ChargeArgs, Charge> {
  run(a: ChargeArgs): Charge {
    return { id: 'c', amount: a.amount };
  }
}
// M35: lock key of another shape
@WithLock({ key: (a: { account: string }) => a.account })
@StepHandler()
class M35 implements ReactorStep<ChargeArgs, Charge> {
  run(a: ChargeArgs): Charge {
    return { id: 'c', amount: a.amount };
  }
}
// M36: lock key on a reactor
@WithLock({ key: (a: { account: string }) => a.account })
@Reactor()
class M36 extends Base {}
// M37: run: missing input
void runner.run(Ship, {});
// M38: run: wrong input type
void runner.run(Ship, { orderId: 1 });
// M39: run: unknown input
void runner.run(Ship, { orderId: 'a', ordreId: 'b' });
// M40: value before narrowing
void runner.run(Ship, { orderId: 'a' }).then((o) => o.value.tracking);
// M42: unknown step in results
void runner.run(Ship, { orderId: 'a' }).then((o) => o.results.shpi);
// M43: result used as another type
void runner.run(Ship, { orderId: 'a' }).then((o) => {
  const n: number | undefined = o.results.ship;
  return n;
});
// M44: property form without a target
class M44 extends Base {
  @Step() c!: Yields<Charge>;
}
// M45: arrow function property as step
class M45 extends Base {
  @Step() c = (e: string) => e;
}
// M46: @Step on a getter
class M46 extends Base {
  @Step() get c() {
    return 1;
  }
}
// M47: @Input in the constructor
@Reactor()
class M47 extends TypedReactor<In> {
  constructor(@Input('email') readonly e: string) {
    super();
  }
}
// M48: this.charge used as a value
class M48 extends Base {
  @Step(ChargeStep, { args: { accountId: from.value('a'), amount: from.value(1) } }) c!: Yields<Charge>;
  @Step() s() {
    const id: string = this.c.id;
    return id;
  }
}
// M49: bad duration
class M49 extends Base {
  @Step({ timeout: '5 sec' }) s() {}
}
// M50: unknown option
class M50 extends Base {
  @Step({ retry: { maxAttempts: 3 } }) s() {}
}
// M51: @Ctx parameter of another type
class M51 extends Base {
  @Step() s(@Ctx() _c: string) {}
}
// M52: @Element of another type
class M52 extends Base {
  @MapStep({ over: from.input('items') }) m(@MapElement() i: number): Each<number> {
    return i;
  }
}
// M53: half-decorated parameters
class M53 extends Base {
  @Step() s(@Input('email') _e: string, _ctx: StepContext) {}
}
// M54: @Result of the undone step, wrong type
class M54 extends Base {
  @Undo('makeUser') s(@Result('makeUser') _u: number) {}
}
// M55: bare @Args() of another shape
class M55 extends Base {
  @Step() s(@Args() _a: { email: number }) {}
}
// M56: undecorated args of another shape
class M56 extends Base {
  @Step() s(_a: { email: number }) {}
}
// M58: returns names an async step
@Reactor({ returns: 'a' })
class M58 extends TypedReactor<In, number> {
  @AsyncStep() a() {
    return 1;
  }
}
// M59: cycle
class M59 extends Base {
  @Step() a(@Result('b') _b: number): number {
    return 1;
  }
  @Step() b(@Result('a') _a: number): number {
    return 1;
  }
}
// M60: helper taken for a step
class M60 extends Base {
  helper() {
    return 1;
  }
  @Step() s(@Result('helper') _b: number) {}
}
// M61: compensate of unknown step
class M61 extends Base {
  @Compensate('nope') s() {}
}
// M62: two params of one result clash
class M62 extends Base {
  @Step() s(@Result('makeUser', 'id') _a: string, @Result('makeUser', 'tags') _b: string[]) {}
}
// M63: @Args({…}) wrong type
class M63 extends Base {
  @Step() s(@Args({ n: from.input('total') }) _a: { n: string }) {}
}
// M64: retries on compose
class M64 extends Base {
  @Compose(Ship, { args: { orderId: from.input('email') }, retries: { maxAttempts: 3 } }) c!: Yields<{
    tracking: string;
  }>;
}
export type Declared = [
  M01,
  M02,
  M03,
  M04,
  M05,
  M06,
  M07,
  M08,
  M09,
  M10,
  M11,
  M12,
  M13,
  M14,
  M15,
  M16,
  M17,
  M18,
  M19,
  M20,
  M21,
  M22,
  M23,
  M24,
  M25,
  M26,
  M27,
  M28,
  M29,
  M30,
  M31,
  M32,
  M33,
  M34,
  M35,
  M36,
  M44,
  M45,
  M46,
  M47,
  M48,
  M49,
  M50,
  M51,
  M52,
  M53,
  M54,
  M55,
  M56,
  M58,
  M59,
  M60,
  M61,
  M62,
  M63,
  M64,
];
