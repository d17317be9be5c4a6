import { from, Inputs, Reactor, Result, skipped, Step, TypedReactor, Undo, Yields } from '@nest-reactor/core';
import { CaptureStep } from './capture.step.js';
import { PaymentInput } from './payment.input.js';
import { Payments, type Authorisation, type Receipt } from './payments.js';

/**
 * Reserves money on a card, then takes it. An amount of 0 has nothing to reserve: both steps are skipped.
 *
 * Runs on its own or inside another reactor with `@Compose`; there it is rolled back with its parent.
 */
@Reactor({ name: 'payment', inputs: PaymentInput, returns: 'capture' })
export class PaymentReactor extends TypedReactor<PaymentInput, Receipt> {
  constructor(private readonly payments: Payments) {
    super();
  }

  @Step()
  async authorise(@Inputs() { bookingId, card, amount }: PaymentInput) {
    if (amount === 0) return skipped({ bookingId, amount });
    return this.payments.authorise(card, amount, bookingId);
  }

  @Undo('authorise')
  async release(@Result('authorise') authorisation: Authorisation) {
    await this.payments.release(authorisation);
  }

  @Step(CaptureStep, { args: { authorisation: from.result('authorise') } })
  capture!: Yields<Receipt>;
}
