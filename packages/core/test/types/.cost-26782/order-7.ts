
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge7 { id!: string; amount!: number }
class ChargeArgs7 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs7 }) class ChargeStep7 implements ReactorStep<ChargeArgs7, Charge7> { run(a: ChargeArgs7): Charge7 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child7 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In7 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order7 extends TypedReactor<In7, string> {
  @Step() total(@Input('lines') lines: In7['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep7, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge7>;
  @Undo('charge') refund(@Result('charge') charge: Charge7) { return charge.id; }
  @Compose(Child7) child(@Input('orderId') orderId: string): ArgsFor<Child7> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}