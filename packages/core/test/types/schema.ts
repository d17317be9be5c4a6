// Standard Schema contracts: zod, valibot, arktype. Callers see the input type, bodies the output type.
import * as v from 'valibot';
import { type } from 'arktype';
import { z } from 'zod';
import { Input, Inputs, Reactor, ReactorRunner, Step, TypedReactor } from '@nest-reactor/core';

const Booking = z.object({ at: z.coerce.date(), seats: z.number().default(1), guest: z.object({ email: z.email() }) });
@Reactor({ inputs: Booking, returns: 'book' })
export class BookReactor extends TypedReactor<typeof Booking, string> {
  @Step() book(
    @Input('at') at: Date,
    @Input('seats') seats: number,
    @Input('guest', 'email') email: string,
    @Inputs() all: z.output<typeof Booking>,
  ) {
    return `${at.toISOString()}${seats}${email}${all.seats}`;
  }
}
const V = v.object({ id: v.string(), n: v.optional(v.number(), 3) });
@Reactor({ inputs: V, returns: 'go' })
export class ValibotReactor extends TypedReactor<typeof V, number> {
  @Step() go(@Input('n') n: number) {
    return n;
  }
}

const Ark = type({ id: 'string', n: 'number = 3' });
@Reactor({ inputs: Ark, returns: 'go' })
export class ArkReactor extends TypedReactor<typeof Ark, number> {
  @Step() go(@Input('n') n: number) {
    return n;
  }
}

export async function use(reactors: ReactorRunner): Promise<void> {
  await reactors.run(BookReactor, { at: '2026-11-30', guest: { email: 'a@b.c' } }); // seats has a default, at is coerced
  await reactors.run(ValibotReactor, { id: 'x' });
  await reactors.run(ArkReactor, { id: 'x' });
}
