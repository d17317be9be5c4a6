import { IsInt, IsNumberString, IsString, Min } from 'class-validator';
import { Redact } from '@nest-reactor/core';

/** A sum to take from a card for a booking. */
export class PaymentInput {
  @IsString()
  bookingId!: string;

  @IsNumberString()
  @Redact()
  card!: string;

  /** In cents. */
  @IsInt()
  @Min(0)
  amount!: number;
}
