
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge3 { id!: string; amount!: number }
class ChargeArgs3 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs3 }) class ChargeStep3 implements ReactorStep<ChargeArgs3, Charge3> { run(a: ChargeArgs3): Charge3 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child3 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In3 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order3 extends TypedReactor<In3, string> {
  @Step() total(@Input('lines') lines: In3['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep3, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge3>;
  @Undo('charge') refund(@Result('charge') charge: Charge3) { return charge.id; }
  @Compose(Child3) child(@Input('orderId') orderId: string): ArgsFor<Child3> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}