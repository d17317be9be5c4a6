import type { Clock } from '../kernel/clock.js';
import { withCurrentStep } from './current-step.js';
import { StepTimeoutError } from './execution.errors.js';
import { answersOutcome, interpretAnswer, interpretThrown, type AttemptEnd } from './interpret-answer.js';
import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import type { AttemptContext } from './attempt-context.js';

export interface BodyLimits {
  readonly clock: Clock;
  /** Milliseconds; null: none. */
  readonly timeout: number | null;
  /** Called when the body answered an outcome. */
  readonly onOutcome: () => void;
}

/** Runs one attempt of a body to its end. Never rejects: whatever is thrown is the attempt's failure. */
export function invokeBody<End>(
  context: AttemptContext,
  body: () => unknown,
  limits: BodyLimits,
  finish: (end: AttemptEnd) => Awaitable<End>,
): Awaitable<End> {
  let answer: unknown;
  let end: AttemptEnd;
  try {
    answer = withCurrentStep(context, body);
    if (isThenable(answer)) {
      const pending = limits.timeout === null ? answer : withTimeout(answer, context, limits.timeout, limits.clock);
      return settled(pending, context, limits, finish);
    }
    end = accepted(answer, context, limits);
  } catch (thrown) {
    end = interpretThrown(thrown, context);
  }
  return finish(end);
}

async function settled<End>(
  pending: PromiseLike<unknown>,
  context: AttemptContext,
  limits: BodyLimits,
  finish: (end: AttemptEnd) => Awaitable<End>,
): Promise<End> {
  let end: AttemptEnd;
  try {
    end = accepted(await pending, context, limits);
  } catch (thrown) {
    end = interpretThrown(thrown, context);
  }
  return finish(end);
}

function accepted(answer: unknown, context: AttemptContext, limits: BodyLimits): AttemptEnd {
  if (typeof answer === 'object' && answer !== null && answersOutcome(answer)) limits.onOutcome();
  return interpretAnswer(answer, context);
}

/** Aborts the signal, then fails the attempt; what the body does afterwards is not looked at any more. */
function withTimeout(
  pending: PromiseLike<unknown>,
  context: AttemptContext,
  timeout: number,
  clock: Clock,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(timeout, () => {
      const error = new StepTimeoutError(context.step, timeout);
      context.abort(error);
      // What a helper says after its time is over must not end the attempt in another way.
      reject(error);
    });
    pending.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (thrown: unknown) => {
        cancel();
        reject(thrown);
      },
    );
  });
}
