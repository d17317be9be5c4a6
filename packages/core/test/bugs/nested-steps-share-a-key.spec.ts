import { expect, test } from '@jest/globals';
import { StepHandler, type ReactorStep, type StepContext } from '@nest-reactor/core';
import { recorder } from '../support/recorder.js';

const keys: string[] = [];

@StepHandler()
class ChargeStep implements ReactorStep<{ amount: number }, number> {
  run(args: { amount: number }, ctx: StepContext): number {
    keys.push(ctx.idempotencyKey);
    return args.amount;
  }
}

// F-008: two step classes run by one body used to see one idempotency key, so that a gateway took the second charge for a
// repetition of the first.
test('each ctx.runStep of a body has its own idempotency key, the same in every attempt', async () => {
  keys.length = 0;
  const saga = recorder();
  let attempts = 0;
  const reactor = saga.reactor({
    a: {
      retries: { maxAttempts: 2, baseDelay: 0 },
      run: async (ctx) => {
        await ctx.runStep(ChargeStep, { amount: 1 });
        await ctx.runStep(ChargeStep, { amount: 2 });
        attempts++;
        if (attempts === 1) throw new Error('once');
      },
    },
  });
  const app = await saga.boot({ providers: [ChargeStep] });
  expect(await app.runner.run(reactor, {})).toMatchObject({ status: 'completed' });
  expect(keys).toHaveLength(4);
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys.slice(2)).toEqual(keys.slice(0, 2));
});
