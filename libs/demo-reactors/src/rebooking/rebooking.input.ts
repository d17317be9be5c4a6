import { IsEmail, IsInt, IsNumberString, IsString, Length, Min } from 'class-validator';
import { Redact } from '@nest-reactor/core';

/** What is known of a passenger whose flight is late. */
export class RebookingInput {
  @IsString()
  bookingId!: string;

  @IsEmail()
  email!: string;

  /** The body sees it; traces, failures and views show `[REDACTED]`. */
  @IsNumberString()
  @Length(16, 16)
  @Redact()
  card!: string;

  @Length(3, 3)
  origin!: string;

  @Length(3, 3)
  destination!: string;

  @IsString()
  departure!: string;

  @IsInt()
  @Min(0)
  minutesLate!: number;

  /** What the passenger paid, in cents. */
  @IsInt()
  @Min(0)
  farePaid!: number;
}
