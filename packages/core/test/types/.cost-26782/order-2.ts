
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge2 { id!: string; amount!: number }
class ChargeArgs2 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs2 }) class ChargeStep2 implements ReactorStep<ChargeArgs2, Charge2> { run(a: ChargeArgs2): Charge2 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child2 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In2 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order2 extends TypedReactor<In2, string> {
  @Step() total(@Input('lines') lines: In2['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep2, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge2>;
  @Undo('charge') refund(@Result('charge') charge: Charge2) { return charge.id; }
  @Compose(Child2) child(@Input('orderId') orderId: string): ArgsFor<Child2> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}