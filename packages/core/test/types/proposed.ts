// What the proposed edits buy, each with its negative (@ts-expect-error = the compiler refuses it, on TypeScript 7 and 6).
import {
  Args,
  ArgsFor,
  AsyncReactor,
  AsyncStep,
  Compose,
  CorrelationFor,
  Ctx,
  Each,
  Input,
  Interrupt,
  MapStep,
  Reactor,
  ReactorRunner,
  Result,
  Settled,
  Step,
  StepContext,
  StepHandler,
  TypedReactor,
  Undo,
  WithLock,
  Yields,
  from,
  type ReactorStep,
} from '@nest-reactor/core'; // plain imports: StepContext, Yields, ArgsFor … are values, so no TS1272

class Charge {
  id!: string;
  amount!: number;
}
class ChargeArgs {
  accountId!: string;
  amount!: number;
}
@StepHandler()
class ChargeStep implements ReactorStep<ChargeArgs, Charge> {
  run(a: ChargeArgs): Charge {
    return { id: a.accountId, amount: a.amount };
  }
}
@Reactor({ returns: 'go' })
class Child extends TypedReactor<{ orderId: string }, number> {
  @Step() go(@Input('orderId') o: string) {
    return o.length;
  }
}

interface In {
  orderId: string;
  accountId: string;
  lines: { sku: string; qty: number }[];
}
@Reactor({ returns: 'done' })
class Order extends TypedReactor<In, string> {
  @Step() total(@Input('lines') lines: In['lines']) {
    return { amount: lines.length };
  }

  // 1. property form: typed against the target and the reactor, never a usable value
  @Step(ChargeStep, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge>; // accountId: filled by the input of that name
  // @ts-expect-error the result of 'totl' …
  @Step(ChargeStep, { args: { amount: from.result('totl', 'amount') } }) bad1!: Yields<Charge>;

  // 2. builder: annotated, so its literal is excess-checked and its readers get the child's value
  @Compose(Child) child(@Input('orderId') orderId: string): ArgsFor<Child> {
    return { orderId };
  }
  @Step() reader(@Result('child') n: number) {
    return n;
  }
  // @ts-expect-error reading the builder's answer as if it were the result
  @Step() reader2(@Result('child') n: { orderId: string }) {
    return n;
  }

  // 3. async: plain read gets the value (its reader fails if it failed); @Settled decides itself
  @AsyncStep() mail(@Result('charge', 'id') id: string) {
    return { mailed: id };
  }
  @AsyncReactor(() => Child, { args: { orderId: from.input('orderId') } }) audit!: Yields<number>;
  @Step() both(@Result('mail') m: { mailed: string }, @Settled('audit') a: Settled<number>) {
    return a.status === 'completed' ? m.mailed + a.value : m.mailed;
  }

  // 4. named arguments where they are consumed
  @Step() note(
    @Args({ who: from.input('accountId'), n: from.result('total', 'amount').transform((x: number) => `${x}`) }) a: {
      who: string;
      n: string;
    },
  ) {
    return a.who + a.n;
  }
  // @ts-expect-error the transform takes a string, the source gives a number
  @Step() note2(@Args({ n: from.result('total', 'amount').transform((x: string) => x) }) a: { n: string }) {
    return a.n;
  }

  // 5. lock key as a template of sources: checked on a method, and a dependency
  @WithLock({ key: ['account', from.input('accountId'), from.result('total', 'amount')] }) @Step() locked() {}
  // @ts-expect-error no such member
  @WithLock({ key: ['account', from.result('totl')] }) @Step() locked2() {}

  @Interrupt() approval(@Input('orderId') id: string): CorrelationFor<{ by: string }> {
    return id;
  }
  @MapStep({ over: from.input('lines') }) price(): Each<number> {
    return 1;
  }
  @Step() done(@Result('approval', 'by') by: string, @Ctx() ctx: StepContext) {
    return by + ctx.attempt;
  }
  @Undo('done') undone(@Result('done') d: string) {
    return d;
  }
}

class Leak extends Order {
  override reader(n: number) {
    // @ts-expect-error `this.charge` is no Charge: at run time it is undefined
    return n + this.charge.amount;
  }
}

// 6. no `returns`, no Output: the value is all results by name
@Reactor()
class All extends TypedReactor<{ n: number }> {
  @Step() twice(@Input('n') n: number) {
    return n * 2;
  }
  @Step() text(@Result('twice') t: number) {
    return `${t}`;
  }
}
// @ts-expect-error `returns` needs the Output
@Reactor({ returns: 'twice' })
class NoOutput extends TypedReactor<{ n: number }> {
  @Step() twice(@Input('n') n: number) {
    return n * 2;
  }
}

// 7. generic base class: the compiler cannot decide, so say it
abstract class Crud<E extends { id: string }> extends TypedReactor<{ entity: E }, E> {
  @Step() load(@Input('entity') e: E) {
    return e;
  }
  @Step() id(@Input('entity', { path: 'id', unchecked: true }) id: string) {
    return id;
  }
  @Step() again(@Result('load', { unchecked: true }) e: E) {
    return e;
  }
}
@Reactor({ returns: 'load' })
class UserCrud extends Crud<{ id: string; name: string }> {
  @Step() name(@Result('load', 'name') n: string) {
    return n;
  }
}

// 8. a DTO with a default: the body sees a string, the caller may leave it out
class Fee {
  amount!: number;
  currency: string = 'EUR';
}
@Reactor({ inputs: Fee, returns: 'go' })
class FeeStrict extends TypedReactor<Fee, string> {
  @Step() go(@Input('currency') c: string) {
    return c;
  }
}
@Reactor({ inputs: Fee, returns: 'go' })
class FeeEasy extends TypedReactor<Fee, string, { amount: number; currency?: string }> {
  @Step() go(@Input('currency') c: string) {
    return c;
  }
}

export async function use(r: ReactorRunner): Promise<void> {
  const o = await r.run(Order, { orderId: '1', accountId: 'a', lines: [] });
  if (o.status === 'paused') {
    const done = await r.resume(o.executionId, { step: 'approval', payload: { by: 'me' } }); // typed through the id
    if (done.status === 'completed') void done.value.toUpperCase();
    // @ts-expect-error payload of another shape
    await r.resume(o.executionId, { step: 'approval', payload: { by: 1 } });
    // @ts-expect-error a step that is no interrupt
    await r.resume(o.executionId, { step: 'total', payload: {} });
  }
  await r.resumeByCorrelationId(Order, 'req-1', { step: 'approval', payload: { by: 'me' } });
  await r.resume('some-id-from-a-url', { payload: { anything: 1 } });
  // @ts-expect-error the class type says currency is required, though it has a default
  await r.run(FeeStrict, { amount: 1 });
  await r.run(FeeEasy, { amount: 1 });
  const all = await r.run(All, { n: 1 });
  if (all.status === 'completed') {
    const t: number | undefined = all.value.twice;
    void t;
  }
}
export { Leak, Order, NoOutput, UserCrud };
