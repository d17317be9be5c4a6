
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge15 { id!: string; amount!: number }
class ChargeArgs15 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs15 }) class ChargeStep15 implements ReactorStep<ChargeArgs15, Charge15> { run(a: ChargeArgs15): Charge15 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child15 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In15 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order15 extends TypedReactor<In15, string> {
  @Step() total(@Input('lines') lines: In15['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep15, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge15>;
  @Undo('charge') refund(@Result('charge') charge: Charge15) { return charge.id; }
  @Compose(Child15) child(@Input('orderId') orderId: string): ArgsFor<Child15> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}