
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge18 { id!: string; amount!: number }
class ChargeArgs18 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs18 }) class ChargeStep18 implements ReactorStep<ChargeArgs18, Charge18> { run(a: ChargeArgs18): Charge18 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child18 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In18 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order18 extends TypedReactor<In18, string> {
  @Step() total(@Input('lines') lines: In18['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep18, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge18>;
  @Undo('charge') refund(@Result('charge') charge: Charge18) { return charge.id; }
  @Compose(Child18) child(@Input('orderId') orderId: string): ArgsFor<Child18> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}