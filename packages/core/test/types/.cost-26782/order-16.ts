
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge16 { id!: string; amount!: number }
class ChargeArgs16 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs16 }) class ChargeStep16 implements ReactorStep<ChargeArgs16, Charge16> { run(a: ChargeArgs16): Charge16 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child16 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In16 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order16 extends TypedReactor<In16, string> {
  @Step() total(@Input('lines') lines: In16['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep16, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge16>;
  @Undo('charge') refund(@Result('charge') charge: Charge16) { return charge.id; }
  @Compose(Child16) child(@Input('orderId') orderId: string): ArgsFor<Child16> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}