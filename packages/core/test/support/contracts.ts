import { z } from 'zod';

/** Contracts that several specs use. */
export const schema = {
  size: z.object({ size: z.number().min(2) }),
  /** The argument `a` must be text. */
  named: z.object({ a: z.string() }),
  flag: z.object({ on: z.boolean() }),
} as const;
