
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge17 { id!: string; amount!: number }
class ChargeArgs17 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs17 }) class ChargeStep17 implements ReactorStep<ChargeArgs17, Charge17> { run(a: ChargeArgs17): Charge17 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child17 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In17 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order17 extends TypedReactor<In17, string> {
  @Step() total(@Input('lines') lines: In17['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep17, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge17>;
  @Undo('charge') refund(@Result('charge') charge: Charge17) { return charge.id; }
  @Compose(Child17) child(@Input('orderId') orderId: string): ArgsFor<Child17> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}