
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge11 { id!: string; amount!: number }
class ChargeArgs11 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs11 }) class ChargeStep11 implements ReactorStep<ChargeArgs11, Charge11> { run(a: ChargeArgs11): Charge11 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child11 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In11 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order11 extends TypedReactor<In11, string> {
  @Step() total(@Input('lines') lines: In11['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep11, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge11>;
  @Undo('charge') refund(@Result('charge') charge: Charge11) { return charge.id; }
  @Compose(Child11) child(@Input('orderId') orderId: string): ArgsFor<Child11> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}