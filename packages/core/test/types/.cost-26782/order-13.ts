
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge13 { id!: string; amount!: number }
class ChargeArgs13 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs13 }) class ChargeStep13 implements ReactorStep<ChargeArgs13, Charge13> { run(a: ChargeArgs13): Charge13 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child13 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In13 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order13 extends TypedReactor<In13, string> {
  @Step() total(@Input('lines') lines: In13['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep13, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge13>;
  @Undo('charge') refund(@Result('charge') charge: Charge13) { return charge.id; }
  @Compose(Child13) child(@Input('orderId') orderId: string): ArgsFor<Child13> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}