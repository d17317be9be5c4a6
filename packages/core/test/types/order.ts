// Order saga with step classes, compose, both maps, interrupt, async reactor, coordination, background, sources and transforms.
import { Injectable } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsString, Min, ValidateNested } from 'class-validator';
import {
  Args,
  from,
  AsyncReactor,
  AsyncStep,
  Background,
  Compensate,
  Compose,
  Ctx,
  MapElement,
  MapIndex,
  Failure,
  failure,
  halt,
  Input,
  Inputs,
  Interrupt,
  isFailure,
  MapResults,
  MapStep,
  Reactor,
  ReactorRunner,
  Reason,
  Result,
  skipped,
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
  type ArgsFor,
  type CorrelationFor,
  type Each,
  Yields,
  type ReactorStep,
} from '@nest-reactor/core';

export class Line {
  @IsString() sku!: string;
  @IsInt() @Min(1) qty!: number;
  @IsInt() price!: number;
}
export class OrderInput {
  @IsString() orderId!: string;
  @IsString() accountId!: string;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
}
export class Charge {
  id!: string;
  amount!: number;
}
export class Reservation {
  sku!: string;
  token!: string;
}
export class ApprovalPayload {
  @IsString() by!: string;
}
export class ChargeArgs {
  @IsString() accountId!: string;
  @IsInt() amount!: number;
  currency?: 'EUR' | 'USD';
}

@Injectable()
export class Payments {
  async charge(a: ChargeArgs, _key: string): Promise<Charge> {
    return { id: 'c', amount: a.amount };
  }
  async refund(_id: string): Promise<void> {}
}

// ---- a reusable step class (§2.5)
@StepHandler({ contract: ChargeArgs, retries: { maxAttempts: 3 } })
@WithLock({ key: (args: ChargeArgs) => `account:${args.accountId}`, ttl: '60s' })
@WithRateLimit('stripe')
export class ChargeStep implements ReactorStep<ChargeArgs, Charge> {
  constructor(private readonly payments: Payments) {}
  run(args: ChargeArgs, ctx: StepContext) {
    return this.payments.charge(args, ctx.idempotencyKey);
  }
  compensate(_reason: Failure, _args: ChargeArgs, _ctx: StepContext) {}
  undo(result: Charge, _args: ChargeArgs, _ctx: StepContext) {
    return this.payments.refund(result.id);
  }
}

// ---- children
export class ShipInput {
  orderId!: string;
  address?: string;
}
@Reactor({ inputs: ShipInput, returns: 'book' })
export class ShipReactor extends TypedReactor<ShipInput, { trackingId: string }> {
  @Step() book(@Input('orderId') orderId: string) {
    return { trackingId: `t-${orderId}` };
  }
}
@Reactor({ inputs: Line, returns: 'reserve' })
export class ReserveLine extends TypedReactor<Line, Reservation> {
  @Step() reserve(@Inputs() line: Line) {
    return { sku: line.sku, token: 'r' };
  }
  @Undo('reserve') release(@Result('reserve') _r: Reservation) {}
}
@Reactor({ name: 'audit' })
export class AuditReactor extends TypedReactor<{ orderId: string; total: number }, void> {
  @Step() write(@Input('orderId') _id: string) {}
}

// ---- the saga
@Reactor({ inputs: OrderInput, returns: 'confirm', name: 'order', version: '3' })
@WithOrderedLock({ key: (i: OrderInput) => `order:${i.orderId}` })
@WithPeriod({ key: (i: OrderInput) => i.orderId, every: 'day' })
@Background({ after: 'validate' })
export class OrderReactor extends TypedReactor<OrderInput, { trackingId: string; by: string }> {
  @Step({ timeout: '5s' })
  validate(@Input('lines') lines: Line[], @Ctx() ctx: StepContext) {
    if (lines.length === 0) return halt('nothing to ship');
    if (lines.some((l) => l.price < 0)) return failure('negative price', { retryable: false });
    if (lines.length > 100) return ctx.fail('too many lines');
    return { total: lines.reduce((s, l) => s + l.qty * l.price, 0), count: lines.length };
  }

  // map, body form
  @MapStep({ over: from.input('lines'), concurrency: 4 })
  price(@MapElement() line: Line, @MapIndex() i: number): Each<{ sku: string; total: number; i: number }> {
    return { sku: line.sku, total: line.price * line.qty, i };
  }

  // map, child form with a builder
  @MapStep(ReserveLine, {
    over: 'toReserve',
    fanOut: { batchSize: 50 },
    collect: 'tokens',
    undoAll: 'releaseAll',
    waitFor: ['validate'],
  })
  reserve(@MapElement() line: Line): ArgsFor<ReserveLine> {
    return { sku: line.sku, qty: line.qty, price: line.price };
  }
  async *toReserve(@Input('lines') lines: Line[]) {
    yield* lines;
  }
  async tokens(results: MapResults<Reservation>) {
    return (await results.toArray()).map((r) => r.token);
  }
  releaseAll(_values: Reservation[]) {}

  // property form: no method at all
  @Step(ChargeStep, { args: { amount: from.result('validate', 'total'), currency: from.value('EUR') } })
  charge!: Yields<Charge>;

  @Undo('charge') refund(@Result('charge') charge: Charge, @Ctx() _ctx: StepContext) {
    return charge.id;
  }
  @Compensate('charge') unknownState(@Reason() _why: Failure) {}

  @Interrupt({ waitFor: ['charge'], payload: ApprovalPayload, timeout: '2d', onTimeout: 'active' })
  approval(@Input('orderId') id: string): CorrelationFor<ApprovalPayload> {
    return `req-${id}`;
  }

  @Compose(ShipReactor)
  ship(@Input('orderId') orderId: string, @Result('approval') _ok: ApprovalPayload): ArgsFor<ShipReactor> {
    return { orderId };
  }

  @AsyncReactor(AuditReactor, { args: { total: from.result('validate').transform((v: { total: number }) => v.total) } })
  audit!: Yields<void>;

  @AsyncStep()
  @WithSemaphore({ key: 'mailer', limit: 5 })
  mail(@Result('charge') c: Charge) {
    return { mailed: c.id };
  }

  @Step()
  confirm(@Result('ship', 'trackingId') trackingId: string, @Result('approval', 'by') by: string) {
    return { trackingId, by };
  }

  // proposed: sources where they are consumed
  @Step()
  note(
    @Args({
      total: from.result('validate', 'total'),
      who: from.input('accountId'),
      sku: from.input('lines', '0.sku'),
      mail: from.result('mail'),
    })
    a: { total: number; who: string; sku: string | undefined; mail: { mailed: string } },
  ) {
    return a.total > 0 ? a.who : skipped('nothing');
  }
}

export async function use(reactors: ReactorRunner): Promise<void> {
  const o = await reactors.run(
    OrderReactor,
    { orderId: '1', accountId: 'a', lines: [{ sku: 's', qty: 1, price: 2 }] },
    { idempotencyKey: 'k' },
  );
  switch (o.status) {
    case 'completed': {
      const t: string = o.value.trackingId;
      void t;
      break;
    }
    case 'failed':
      throw new Error(o.failure.message, { cause: o.failure.cause });
    case 'paused':
      void o.interrupts[0]?.correlationId;
      break;
    case 'halted':
    case 'dispatched':
    case 'rolling_back':
    case 'cancelled':
    case 'aborted':
      break;
    default: {
      const never: never = o;
      void never;
    }
  }
  const charge: Charge | undefined = o.results.charge;
  const ship: { trackingId: string } | undefined = o.results.ship;
  const total: number | undefined = o.results.validate?.total;
  const priced: MapResults<{ sku: string; total: number; i: number }> | undefined = o.results.price;
  const note: string | undefined = o.results.note;
  void [charge, ship, total, priced, note];
  const c: Charge = await reactors.runStep(ChargeStep, { accountId: 'a', amount: 1 });
  void [c, isFailure(c)];
}
