
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge4 { id!: string; amount!: number }
class ChargeArgs4 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs4 }) class ChargeStep4 implements ReactorStep<ChargeArgs4, Charge4> { run(a: ChargeArgs4): Charge4 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child4 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In4 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order4 extends TypedReactor<In4, string> {
  @Step() total(@Input('lines') lines: In4['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep4, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge4>;
  @Undo('charge') refund(@Result('charge') charge: Charge4) { return charge.id; }
  @Compose(Child4) child(@Input('orderId') orderId: string): ArgsFor<Child4> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}