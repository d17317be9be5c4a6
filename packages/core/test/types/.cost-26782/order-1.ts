
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge1 { id!: string; amount!: number }
class ChargeArgs1 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs1 }) class ChargeStep1 implements ReactorStep<ChargeArgs1, Charge1> { run(a: ChargeArgs1): Charge1 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child1 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In1 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order1 extends TypedReactor<In1, string> {
  @Step() total(@Input('lines') lines: In1['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep1, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge1>;
  @Undo('charge') refund(@Result('charge') charge: Charge1) { return charge.id; }
  @Compose(Child1) child(@Input('orderId') orderId: string): ArgsFor<Child1> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}