
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge0 { id!: string; amount!: number }
class ChargeArgs0 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs0 }) class ChargeStep0 implements ReactorStep<ChargeArgs0, Charge0> { run(a: ChargeArgs0): Charge0 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child0 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In0 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order0 extends TypedReactor<In0, string> {
  @Step() total(@Input('lines') lines: In0['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep0, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge0>;
  @Undo('charge') refund(@Result('charge') charge: Charge0) { return charge.id; }
  @Compose(Child0) child(@Input('orderId') orderId: string): ArgsFor<Child0> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}