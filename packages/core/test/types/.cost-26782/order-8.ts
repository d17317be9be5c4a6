
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge8 { id!: string; amount!: number }
class ChargeArgs8 { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs8 }) class ChargeStep8 implements ReactorStep<ChargeArgs8, Charge8> { run(a: ChargeArgs8): Charge8 { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child8 extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In8 { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order8 extends TypedReactor<In8, string> {
  @Step() total(@Input('lines') lines: In8['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep8, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge8>;
  @Undo('charge') refund(@Result('charge') charge: Charge8) { return charge.id; }
  @Compose(Child8) child(@Input('orderId') orderId: string): ArgsFor<Child8> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}