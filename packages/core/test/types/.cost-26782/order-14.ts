
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge14 { id!: string; amount!: number }
class ChargeArgs14 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs14 }) class ChargeStep14 implements ReactorStep<ChargeArgs14, Charge14> { run(a: ChargeArgs14): Charge14 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child14 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In14 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order14 extends TypedReactor<In14, string> {
  @Step() total(@Input('lines') lines: In14['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep14, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge14>;
  @Undo('charge') refund(@Result('charge') charge: Charge14) { return charge.id; }
  @Compose(Child14) child(@Input('orderId') orderId: string): ArgsFor<Child14> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}