import { z } from 'zod';

/** Contracts that several specs use. */
export const schema = {
  size: z.object({ size: z.number().min(2) }),
  text: z.string(),
} as const;
