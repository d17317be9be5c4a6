import { Injectable } from '@nestjs/common';
import { Conditions } from './conditions.js';

const BOUNCE_ODDS = 0.03;

/** Nobody reads mail at this address. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';
  readonly code = 'UNDELIVERABLE';
}

/** Tells passengers what happened to their booking. */
@Injectable()
export class Notifications {
  private delivered = 0;

  constructor(private readonly conditions: Conditions) {}

  async send(email: string, _text: string): Promise<void> {
    await this.conditions.roundTrip('mail', email);
    if (this.conditions.happens('mail bounces', BOUNCE_ODDS, email)) {
      throw new UndeliverableError('the message came back');
    }
    this.delivered += 1;
  }

  /** Number of messages that arrived. */
  count(): number {
    return this.delivered;
  }
}
