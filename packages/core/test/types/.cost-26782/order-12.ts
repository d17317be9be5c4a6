
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge12 { id!: string; amount!: number }
class ChargeArgs12 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs12 }) class ChargeStep12 implements ReactorStep<ChargeArgs12, Charge12> { run(a: ChargeArgs12): Charge12 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child12 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In12 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order12 extends TypedReactor<In12, string> {
  @Step() total(@Input('lines') lines: In12['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep12, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge12>;
  @Undo('charge') refund(@Result('charge') charge: Charge12) { return charge.id; }
  @Compose(Child12) child(@Input('orderId') orderId: string): ArgsFor<Child12> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}