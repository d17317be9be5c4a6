
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge6 { id!: string; amount!: number }
class ChargeArgs6 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs6 }) class ChargeStep6 implements ReactorStep<ChargeArgs6, Charge6> { run(a: ChargeArgs6): Charge6 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child6 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In6 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order6 extends TypedReactor<In6, string> {
  @Step() total(@Input('lines') lines: In6['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep6, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge6>;
  @Undo('charge') refund(@Result('charge') charge: Charge6) { return charge.id; }
  @Compose(Child6) child(@Input('orderId') orderId: string): ArgsFor<Child6> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}