// Maps, interrupts, async nodes, transforms, keys and the runner, each with what must be refused beside it.
import { IsString } from 'class-validator';
import {
  Args,
  ArgsFor,
  AsyncReactor,
  AsyncStep,
  Background,
  Compose,
  CorrelationFor,
  Each,
  from,
  Input,
  Interrupt,
  MapElement,
  MapIndex,
  MapResults,
  MapStep,
  Reactor,
  ReactorMiddleware,
  ReactorRunner,
  Result,
  Settled,
  Step,
  StepContext,
  StepHandler,
  TypedReactor,
  Undo,
  WithLock,
  WithOrderedLock,
  WithPeriod,
  WithRateLimit,
  WithSemaphore,
  Yields,
  type Outcome,
  type ReactorStep,
} from '@nest-reactor/core';

interface Line {
  sku: string;
  qty: number;
}
interface In {
  orderId: string;
  lines: Line[];
  note?: string;
}
class Approval {
  @IsString() by!: string;
}
@Reactor({ returns: 'reserve' })
class Reserve extends TypedReactor<{ sku: string; orderId: string }, { token: string }> {
  @Step() reserve(@Input('sku') sku: string) {
    return { token: sku };
  }
}

// ---- maps
@Reactor({ returns: 'priced' })
export class Maps extends TypedReactor<In, number[]> {
  @MapStep({ over: from.input('lines'), retries: { maxAttempts: 2 } })
  priced(@MapElement() line: Line, @MapIndex() index: number): Each<number> {
    return line.qty + index;
  }
  @Step() readsMap(@Result('priced') prices: MapResults<number>, @Result('priced', 'count') count: number) {
    return prices.count + count;
  }
  // @ts-expect-error elements are numbers
  @Step() readsWrongly(@Result('priced') prices: MapResults<string>) {
    return prices.count;
  }

  @MapStep({ over: 'eachLine', collect: 'total', undoAll: 'undoAll' })
  async weighed(@MapElement() line: Line): Promise<Each<number>> {
    return line.qty;
  }
  async *eachLine(@Input('lines') lines: Line[]) {
    yield* lines;
  }
  async total(results: MapResults<number>) {
    return { weight: (await results.toArray()).length };
  }
  undoAll(_results: MapResults<number>) {}
  @Step() readsCollected(@Result('weighed') total: { weight: number }, @Result('weighed', 'weight') weight: number) {
    return total.weight + weight;
  }
  @Step() readsCollectedSaid(@Result('said') total: { weight: number }) {
    return total;
  }
  @MapStep({ over: from.input('lines'), collect: 'total' }) said(
    @MapElement('qty') qty: number,
  ): Each<number, { weight: number }> {
    return qty;
  }

  @MapStep(Reserve, { over: from.input('lines') })
  reserved(@MapElement('sku') sku: string, @Input('orderId') orderId: string): ArgsFor<Reserve> {
    return { sku, orderId };
  }
  @Step() readsReserved(@Result('reserved') tokens: MapResults<{ token: string }>) {
    return tokens.count;
  }
  @MapStep(Reserve, { over: from.input('lines'), args: { sku: from.element('sku') } }) wired!: Yields<
    MapResults<{ token: string }>
  >;
  @MapStep(() => Reserve, { over: from.input('lines'), collect: 'total', args: { sku: from.element('sku') } })
  collected!: Yields<{ weight: number }>;
  @MapStep({ over: from.result('priced') }) again(@MapElement() price: { index: number }): Each<number> {
    return price.index;
  }
  @MapStep({ over: from.input('lines').transform((lines: Line[]) => lines.map((l) => l.sku)) }) skus(
    @MapElement() sku: string,
  ): Each<string> {
    return sku;
  }

  // @ts-expect-error the element's quantity is no sku
  @MapStep(Reserve, { over: from.input('lines'), args: { sku: from.element('qty') } }) wiredWrongly!: Yields<
    MapResults<{ token: string }>
  >;
  // @ts-expect-error a map does not give one child's value
  @MapStep(Reserve, { over: from.input('lines') }) oneOnly!: Yields<{ token: string }>;
  // @ts-expect-error no such input
  @MapStep({ over: from.input('line') }) noInput(): Each<number> {
    return 1;
  }
  // @ts-expect-error a number-keyed object is no list
  @MapStep({ over: from.result('readsMap') }) noList(): Each<number> {
    return 1;
  }
  // @ts-expect-error not annotated
  @MapStep({ over: from.input('lines') }) notAnnotated() {
    return 1;
  }
  // @ts-expect-error unknown option of fanOut
  @MapStep({ over: from.input('lines'), fanOut: { size: 1 } }) badFanOut(): Each<number> {
    return 1;
  }
}

// ---- interrupts
export class Interrupts extends TypedReactor<In> {
  @Interrupt({ payload: Approval, timeout: '2d', onTimeout: 'active', early: 'keep' }) approval(
    @Input('orderId') id: string,
  ): CorrelationFor<Approval> {
    return id;
  }
  @Interrupt({ payload: Approval }) signature!: Yields<Approval>;
  @Interrupt() free!: Yields<{ any: string }>;
  @Step() reads(
    @Result('approval', 'by') by: string,
    @Result('signature') s: Approval,
    @Result('free', 'any') any: string,
  ) {
    return by + s.by + any;
  }
  // @ts-expect-error the contract gives an Approval
  @Interrupt({ payload: Approval }) other(): CorrelationFor<{ at: Date }> {
    return 'x';
  }
  // @ts-expect-error the contract gives an Approval
  @Interrupt({ payload: Approval }) otherProperty!: Yields<{ at: Date }>;
  // @ts-expect-error an accessor
  @Interrupt() get accessor(): string {
    return '';
  }
}

// ---- builders are told from properties
export class Builders extends TypedReactor<{ sku: string; orderId: string }> {
  @Compose(Reserve) filled!: Yields<{ token: string }>;
  @Compose(Reserve) async built(): Promise<ArgsFor<Reserve>> {
    return { sku: 'a', orderId: 'b' };
  }
  // @ts-expect-error not annotated, though inputs of the same names would fill the arguments of a property
  @Compose(Reserve) unannotated() {
    return { sku: 'a', orderId: 'b' };
  }
  // @ts-expect-error unknown retry option
  @Step({ retries: { maxAttemps: 3 } }) retried() {}
  // @ts-expect-error args belong to the property form
  @Step({ args: { sku: from.input('sku') } }) body() {}
}

// ---- async nodes
@Reactor()
export class Asyncs extends TypedReactor<{ sku: string; orderId: string }> {
  @AsyncStep({ retries: { jitter: 0.5 } }) @Background('after') mail() {
    return { id: 'm' };
  }
  @AsyncReactor(Reserve) child!: Yields<{ token: string }>;
  @Step() reads(
    @Settled('mail') mail: Settled<{ id: string }>,
    @Settled('child', { as: 'c' }) child: Settled<{ token: string }>,
  ) {
    switch (mail.status) {
      case 'completed':
        return mail.value.id;
      case 'failed':
        return mail.failure.message;
      case 'halted':
        return mail.reason;
      case 'cancelled':
      case 'aborted':
      case 'timed_out':
        return child.status;
    }
  }
  // @ts-expect-error another value
  @Step() wrong(@Settled('mail') mail: Settled<{ id: number }>) {
    return mail.status;
  }
  // @ts-expect-error no such node
  @Step() none(@Settled('male') mail: Settled<unknown>) {
    return mail.status;
  }
}

// ---- transforms, one after the other, and named arguments
export class Transforms extends TypedReactor<In> {
  @Step() chained(
    @Args({
      n: from
        .input('lines')
        .transform((l: Line[]) => l.length)
        .transform((n) => n > 0),
    })
    a: { n: boolean },
  ) {
    return a.n;
  }
  @Step() promised(@Args({ n: from.input('orderId').transform(async (id: string) => id.length) }) a: { n: number }) {
    return a.n;
  }
  @Step() unannotated(
    @Args({ n: from.input('orderId').transform((id) => String(id)) }) a: { n: string; extra?: number },
  ) {
    return a.n;
  }
  // @ts-expect-error gives a string
  @Step() unannotatedWrong(@Args({ n: from.input('orderId').transform((id) => String(id)) }) a: { n: number }) {
    return a.n;
  }
  // @ts-expect-error `extra` is not given; nothing is filled in @Args
  @Step() missing(@Args({ n: from.value(1) }) a: { n: number; orderId: string }) {
    return a.n;
  }
  @Step() never(): never {
    throw new Error('always');
  }
  @Step() readsNever(@Args({ n: from.result('never') }) a: { n: string }, @Result('never') s: string) {
    return a.n + s;
  }
}

// ---- coordination
class AccountArgs {
  accountId!: string;
}
@StepHandler({ contract: AccountArgs })
@WithSemaphore({ key: (a: AccountArgs) => a.accountId, limit: 3 })
@WithLock({ key: ['account', from.input('accountId')] })
@WithRateLimit({ key: 'all', limits: { second: 3, minute: 100 }, algorithm: 'sliding' })
export class AccountStep implements ReactorStep<AccountArgs, number> {
  run(_args: AccountArgs, ctx: StepContext) {
    return ctx.attempt;
  }
}
@WithOrderedLock({ key: ['order', from.input('orderId')] })
@WithPeriod({ key: (i: In) => i.orderId, every: 'month', timeZone: 'Europe/Berlin' })
@WithRateLimit('stripe')
@Background('all')
@Reactor()
export class Coordinated extends TypedReactor<In> {
  @Step() total() {
    return { amount: 1 };
  }
  @WithLock({ key: ['a', from.result('total', 'amount')], wait: '5s' }) @Step() locked() {}
  @Step(AccountStep, { args: { accountId: from.input('orderId') } })
  @WithRateLimit({ key: 'k', limit: 1, per: 'minute' })
  account!: Yields<number>;
  // @ts-expect-error the result has no such member
  @WithPeriod({ key: ['a', from.result('total', 'amont')], every: 'day' }) @Step() badPath() {}
  // @ts-expect-error no such input
  @WithSemaphore({ key: ['a', from.input('ordrId')], limit: 1 }) @Step() badInput() {}
}
// @ts-expect-error no such input
@WithOrderedLock({ key: ['order', from.input('ordrId')] })
@Reactor()
export class BadKey extends TypedReactor<In> {}
// @ts-expect-error both forms of a limit
@WithRateLimit({ key: 'k', limit: 1, per: '1s', limits: { second: 1 } })
@Reactor()
export class BadLimit extends TypedReactor<In> {}

@ReactorMiddleware()
export class Watching {
  onStepStart() {}
}
@Reactor({ middlewares: [Watching], checkpoint: 'handoff', priority: 1, redact: ['orderId'] })
export class Watched extends TypedReactor<In> {}

// ---- a DTO with methods is plain data to its callers
class Money {
  constructor(readonly cents: number) {}
  plus(o: Money) {
    return new Money(this.cents + o.cents);
  }
}
class Pay {
  money!: Money;
  private secret = 1;
  twice() {
    return this.money.cents * 2 + this.secret;
  }
}
@StepHandler()
class PayStep implements ReactorStep<Pay, number> {
  run(args: Pay) {
    return args.twice();
  }
  undo(_cents: number, _args: Pay, _ctx: StepContext) {}
}
@Reactor({ inputs: Pay, returns: 'pay' })
class PayReactor extends TypedReactor<Pay, number> {
  @Step() pay(@Input('money') money: Money) {
    return money.plus(money).cents;
  }
  @Step(PayStep) built(): ArgsFor<PayStep> {
    return { money: { cents: 1 } };
  }
  @Undo('pay') unpay(@Result('pay') _cents: number) {}
}

// ---- the runner
export async function use(runner: ReactorRunner): Promise<void> {
  const paid: Outcome<PayReactor> = await runner.run(
    PayReactor,
    { money: { cents: 1 } },
    { context: { tenant: 't' }, delay: '1h' },
  );
  const cents: number = paid.unwrap();
  const id: string = paid.executionId;
  const view = await runner.find(paid.executionId);
  const result: number | undefined = view?.results.pay;
  const untyped = await runner.run('pay', { money: 1 });
  const value: unknown = untyped.unwrap();
  const byName: unknown = untyped.results['pay'];
  const found = await runner.find(id);
  const anything: unknown = found?.results['pay'];
  const page = await runner.list({ reactor: PayReactor, status: ['failed', 'halted'], from: new Date(), cursor: null });
  const { cursor }: { cursor: string | null } = page;
  const undone: Outcome<PayReactor> = await runner.undo(paid.executionId, new Error('refund'));
  const cancelled: Outcome<PayReactor> = await runner.cancel(paid.executionId, { rollback: true });
  const retried: Outcome = await runner.retry('some-id', { force: true });
  const one: number = await runner.runStep(PayStep, { money: { cents: 1 } });
  const waited = await runner.wait('from-a-url', { timeout: '5s' });
  await runner.resume('from-a-url', { step: 'any', payload: 1 });
  // @ts-expect-error wrong argument of a step class
  await runner.runStep(PayStep, { money: { cents: '1' } });
  // @ts-expect-error ok is false for every other status
  if (!paid.ok && paid.status === 'completed') void 0;
  if (paid.status === 'failed') void [paid.failure.message, paid.rollbackFailures[0]?.reason];
  const resumed = await runner.run(Interrupts, { orderId: 'a', lines: [] });
  await runner.resume(resumed.executionId, { payload: 'the only one that is open' });
  await runner.resume(resumed.executionId, { step: 'signature', payload: { by: 'me' } });
  await runner.resume(resumed.executionId, { step: 'payment/approval', payload: {} });
  void [cents, result, value, byName, anything, cursor, undone, cancelled, retried, one, waited];
}
