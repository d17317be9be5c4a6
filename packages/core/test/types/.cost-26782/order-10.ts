
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge10 { id!: string; amount!: number }
class ChargeArgs10 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs10 }) class ChargeStep10 implements ReactorStep<ChargeArgs10, Charge10> { run(a: ChargeArgs10): Charge10 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child10 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In10 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order10 extends TypedReactor<In10, string> {
  @Step() total(@Input('lines') lines: In10['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep10, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge10>;
  @Undo('charge') refund(@Result('charge') charge: Charge10) { return charge.id; }
  @Compose(Child10) child(@Input('orderId') orderId: string): ArgsFor<Child10> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}