
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge9 { id!: string; amount!: number }
class ChargeArgs9 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs9 }) class ChargeStep9 implements ReactorStep<ChargeArgs9, Charge9> { run(a: ChargeArgs9): Charge9 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child9 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In9 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order9 extends TypedReactor<In9, string> {
  @Step() total(@Input('lines') lines: In9['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep9, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge9>;
  @Undo('charge') refund(@Result('charge') charge: Charge9) { return charge.id; }
  @Compose(Child9) child(@Input('orderId') orderId: string): ArgsFor<Child9> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}