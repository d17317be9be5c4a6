import { StepContext, StepHandler, skipped, type Failure, type ReactorStep } from '@nest-reactor/core';
import { GatewayTimeoutError, Payments, type Authorisation, type Receipt } from './payments.js';

export interface CaptureArgs {
  readonly authorisation: Authorisation;
}

/**
 * Takes authorised money through a gateway whose answers get lost.
 *
 * A reusable step class: it brings its own retries, its cleanup (`compensate`) and its `undo` to every reactor that uses
 * it. All attempts carry one idempotency key, so the money is taken once even when an answer is lost.
 */
@StepHandler({
  retries: {
    maxAttempts: 3,
    backoff: 'exponential',
    baseDelay: '2ms',
    retryIf: (thrown: unknown) => thrown instanceof GatewayTimeoutError,
  },
})
export class CaptureStep implements ReactorStep<CaptureArgs, Receipt> {
  constructor(private readonly payments: Payments) {}

  async run({ authorisation }: CaptureArgs, ctx: StepContext) {
    if (authorisation.amount === 0) return skipped({ ...authorisation, captureKey: ctx.idempotencyKey });
    return this.payments.capture(authorisation, ctx.idempotencyKey);
  }

  /** All attempts failed and the last one may have taken the money: make sure it did not. */
  async compensate(_reason: Failure, _args: CaptureArgs, ctx: StepContext) {
    await this.payments.reverse(ctx.idempotencyKey);
  }

  /** The money was taken, and something after it failed. */
  async undo(receipt: Receipt) {
    await this.payments.reverse(receipt.captureKey);
  }
}
