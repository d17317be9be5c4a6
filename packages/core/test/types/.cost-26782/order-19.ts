
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge19 { id!: string; amount!: number }
class ChargeArgs19 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs19 }) class ChargeStep19 implements ReactorStep<ChargeArgs19, Charge19> { run(a: ChargeArgs19): Charge19 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child19 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In19 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order19 extends TypedReactor<In19, string> {
  @Step() total(@Input('lines') lines: In19['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep19, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge19>;
  @Undo('charge') refund(@Result('charge') charge: Charge19) { return charge.id; }
  @Compose(Child19) child(@Input('orderId') orderId: string): ArgsFor<Child19> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}