
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge5 { id!: string; amount!: number }
class ChargeArgs5 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs5 }) class ChargeStep5 implements ReactorStep<ChargeArgs5, Charge5> { run(a: ChargeArgs5): Charge5 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child5 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In5 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order5 extends TypedReactor<In5, string> {
  @Step() total(@Input('lines') lines: In5['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep5, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge5>;
  @Undo('charge') refund(@Result('charge') charge: Charge5) { return charge.id; }
  @Compose(Child5) child(@Input('orderId') orderId: string): ArgsFor<Child5> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}