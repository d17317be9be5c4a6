import { isThenable, type Awaitable } from '../kernel/awaitable.js';
import type { Clock } from '../kernel/clock.js';
import type { AttemptContext } from './attempt-context.js';
import { withCurrentStep } from './current-step.js';
import { StepTimeoutError } from './execution.errors.js';
import { interpretAnswer, interpretThrown, type AttemptEnd } from './interpret-answer.js';

/** One run of a body, undo or compensate. */
export interface Invocation<End> {
  readonly context: AttemptContext;
  readonly clock: Clock;
  /** Milliseconds; null: none. */
  readonly timeout: number | null;
  body(): unknown;
  /** Takes how it ended. Must not throw. */
  ended(end: AttemptEnd): Awaitable<End>;
}

/** Runs a body to its end. Never rejects: whatever is thrown is the attempt's failure. */
export function invokeBody<End>(invocation: Invocation<End>): Awaitable<End> {
  const { context, timeout, clock } = invocation;
  let end: AttemptEnd;
  try {
    const answer = withCurrentStep(context, call, invocation);
    if (isThenable(answer)) {
      return settled(invocation, timeout === null ? answer : withTimeout(answer, context, timeout, clock));
    }
    end = interpretAnswer(answer, context);
  } catch (thrown) {
    end = interpretThrown(thrown, context);
  }
  return invocation.ended(end);
}

function call(invocation: Invocation<unknown>): unknown {
  return invocation.body();
}

/** One promise, where an async function would make three: this is on the path of every asynchronous step. */
function settled<End>(invocation: Invocation<End>, pending: PromiseLike<unknown>): Promise<End> {
  const { context } = invocation;
  return Promise.resolve(pending).then(
    (answer) => invocation.ended(interpreted(answer, context)),
    (thrown: unknown) => invocation.ended(interpretThrown(thrown, context)),
  );
}

/** What was answered may be an object that throws when it is looked at. */
function interpreted(answer: unknown, context: AttemptContext): AttemptEnd {
  try {
    return interpretAnswer(answer, context);
  } catch (thrown) {
    return interpretThrown(thrown, context);
  }
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
