import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { ReactorModule, ReactorRunner } from '@nest-reactor/core';
import { Conditions } from './conditions.js';
import type { Flight } from './flight.js';
import { Notifications } from './notifications.js';
import { Payments } from './payments.js';
import { RebookingModule } from './rebooking.module.js';
import { RebookingReactor } from './rebooking.reactor.js';
import { SeatInventory } from './seat-inventory.js';
import { Tickets } from './tickets.js';

const CARD = '4000123412341234';
const FUNDS = 50_000;
const booking = {
  bookingId: 'B1',
  email: 'ada@example.com',
  card: CARD,
  origin: 'DTW',
  destination: 'LAS',
  departure: '2001-01-01T08:00',
  minutesLate: 60,
  farePaid: 20_000,
};

/** A world in which only what a test names goes wrong, and every call answers at once. */
class NamedConditions extends Conditions {
  readonly troubles = new Set<string>();
  /** Counts down: so many calls time out. */
  timeouts = 0;

  override happens(event: string): boolean {
    if (event === 'gateway times out') return this.timeouts-- > 0;
    return this.troubles.has(event);
  }

  override async roundTrip(): Promise<void> {}
}

function flight(id: string, departure: string): Flight {
  return { id, origin: 'DTW', destination: 'LAS', departure, fare: 25_000 };
}

describe('RebookingReactor', () => {
  let module: TestingModule;
  let world: NamedConditions;
  let reactors: ReactorRunner;
  let seats: SeatInventory;

  beforeEach(async () => {
    world = new NamedConditions();
    module = await Test.createTestingModule({ imports: [ReactorModule.forRoot(), RebookingModule] })
      .overrideProvider(Conditions)
      .useValue(world)
      .compile();
    await module.init();
    reactors = module.get(ReactorRunner);
    seats = module.get(SeatInventory);
    seats.open(flight('full', '2001-01-01T09:00'), 0);
    seats.open(flight('later', '2001-01-01T10:00'), 1);
    module.get(Payments).open(CARD, FUNDS);
  });

  afterEach(() => module.close());

  function run(changes: Partial<typeof booking> = {}) {
    return reactors.run(RebookingReactor, { ...booking, ...changes });
  }

  function money() {
    return module.get(Payments).count();
  }

  function expectNothingChanged() {
    expect(seats.count()).toEqual({ free: 1, held: 0, sold: 0 });
    expect(money()).toEqual({ onCards: FUNDS, reserved: 0, airline: 0 });
    expect(module.get(Tickets).count()).toBe(0);
    expect(module.get(Notifications).count()).toBe(0);
  }

  it('moves the passenger to the first later flight with a seat, and takes the fare difference', async () => {
    const ticket = (await run()).unwrap();

    expect(ticket.hold.flight.id).toBe('later');
    expect(seats.count()).toEqual({ free: 0, held: 0, sold: 1 });
    expect(money()).toEqual({ onCards: FUNDS - 5_000, reserved: 0, airline: 5_000 });
    expect(module.get(Notifications).count()).toBe(1);
  });

  it('skips the payment when the delay waives the fare difference', async () => {
    const outcome = await run({ minutesLate: 180 });

    expect(outcome.status).toBe('completed');
    expect(money().airline).toBe(0);
    const view = await reactors.find(outcome.executionId);
    expect(view?.steps['fareDifference']?.status).toBe('skipped');
    expect(view?.steps['payment']?.steps?.['capture']?.status).toBe('skipped');
  });

  it('halts when the route has no later flight', async () => {
    const outcome = await run({ departure: '2001-01-01T10:00' });

    expect(outcome).toMatchObject({ status: 'halted', step: 'findFlights', reason: 'no later flight on this route' });
    expectNothingChanged();
  });

  it('fails when the seats have run out', async () => {
    seats.sell((await seats.hold(flight('later', ''), 'other'))!);

    expect(await run()).toMatchObject({ status: 'failed', failure: { code: 'SOLD_OUT', step: 'holdSeat' } });
    expect(seats.count()).toEqual({ free: 0, held: 0, sold: 1 });
  });

  it('releases the seat when the card is declined', async () => {
    const outcome = await run({ farePaid: 0, card: '4000999999999999' });

    expect(outcome).toMatchObject({ status: 'failed', rollbackFailures: [], failure: { code: 'PAYMENT_DECLINED' } });
    expect(outcome).toMatchObject({ failure: { path: ['payment', 'authorise'] } });
    expectNothingChanged();
  });

  it.each(['before the money was taken', 'after the money was taken'])(
    'takes the money once when the gateway times out twice, %s',
    async (trouble) => {
      world.timeouts = 2;
      world.troubles.add(trouble);

      expect((await run()).status).toBe('completed');
      expect(money()).toEqual({ onCards: FUNDS - 5_000, reserved: 0, airline: 5_000 });
    },
  );

  it.each(['before the money was taken', 'after the money was taken'])(
    'takes no money when the gateway stays silent, %s',
    async (trouble) => {
      world.timeouts = 3;
      world.troubles.add(trouble);

      expect(await run()).toMatchObject({ status: 'failed', failure: { code: 'GATEWAY_TIMEOUT', attempts: 3 } });
      expectNothingChanged();
    },
  );

  it.each([
    ['documents rejected', 'issueTicket', ['payment/capture', 'payment/authorise', 'holdSeat']],
    ['mail bounces', 'notify', ['issueTicket', 'payment/capture', 'payment/authorise', 'holdSeat']],
  ])('takes everything back in reverse order: %s', async (trouble, step, undone) => {
    world.troubles.add(trouble);

    const outcome = await run();

    expect(outcome).toMatchObject({ status: 'failed', failure: { step }, rollbackFailures: [] });
    expectNothingChanged();
    const view = await reactors.find(outcome.executionId);
    const undos = view!.trace.filter((entry) => entry.type === 'undo' && entry.skipped !== true);
    expect(undos.map((entry) => entry.path.join('/'))).toEqual(undone);
  });

  it('shows the card to nobody', async () => {
    world.troubles.add('mail bounces');

    const outcome = await run();

    expect(JSON.stringify(outcome)).not.toContain(CARD);
    const view = JSON.stringify(await reactors.find(outcome.executionId));
    expect(view).not.toContain(CARD);
    expect(view).toContain('[REDACTED]');
  });
});
