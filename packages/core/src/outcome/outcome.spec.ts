import { describe, expect, test } from '@jest/globals';
import { Failure } from './failure.js';
import { createOutcome, isOutcome, ReactorOutcomeError, type OutcomeData } from './outcome.js';

const COMMON = { executionId: 'x-1', results: { a: 1 } } as const;

function failed(data: Partial<ConstructorParameters<typeof Failure>[0]> = {}): Failure {
  return new Failure({
    message: 'card declined',
    name: 'PaymentError',
    step: 'charge',
    path: ['charge'],
    reactor: 'order',
    args: {},
    retryable: true,
    attempts: 1,
    stack: 'PaymentError: card declined\n  at …',
    cause: new TypeError('declined'),
    rollbackFailures: [],
    ...data,
  });
}

function thrownBy(data: OutcomeData): ReactorOutcomeError {
  try {
    createOutcome(data, 'order').unwrap();
  } catch (error) {
    if (error instanceof ReactorOutcomeError) return error;
  }
  throw new Error('unwrap() did not throw a ReactorOutcomeError');
}

test('an outcome equals its plain data, and its keys are only that data', () => {
  const data = { ...COMMON, status: 'completed', ok: true, value: 7 } as const;
  const outcome = createOutcome(data, 'order');
  expect(outcome).toEqual(data);
  expect(Object.keys(outcome)).toEqual(Object.keys(data));
  expect(outcome.unwrap()).toBe(7);
  expect(JSON.parse(JSON.stringify(outcome))).toEqual(data);
});

test('isOutcome knows an outcome by its brand, never by its looks', () => {
  const data = { ...COMMON, status: 'completed', ok: true, value: 7 } as const;
  expect(isOutcome(createOutcome(data))).toBe(true);
  expect(isOutcome({ [Symbol.for('nest-reactor:outcome')]: true })).toBe(true);
  for (const other of [data, null, undefined, 'completed', failed()]) expect(isOutcome(other)).toBe(false);
});

test('toJSON leaves out cause and stack of the failure', () => {
  const outcome = createOutcome({ ...COMMON, status: 'failed', ok: false, failure: failed(), rollbackFailures: [] });
  const json = JSON.parse(JSON.stringify(outcome)) as { failure: object };
  expect(json.failure).toMatchObject({ message: 'card declined', name: 'PaymentError', step: 'charge' });
  expect(Object.keys(json.failure)).not.toContain('cause');
  expect(Object.keys(json.failure)).not.toContain('stack');
  expect(outcome).toMatchObject({ failure: { cause: new TypeError('declined') } });
});

describe('unwrap() of a run that did not complete', () => {
  test('throws what failed and how to go on, with the cause and the outcome itself', () => {
    const failure = failed();
    const error = thrownBy({
      ...COMMON,
      status: 'failed',
      ok: false,
      failure,
      rollbackFailures: [{ step: 'hold', path: ['sub', 'hold'], kind: 'undo', reason: 'raised', message: 'gone' }],
    });
    expect(error.code).toBe('REACTOR_OUTCOME');
    expect(error.message).toBe(
      "reactor 'order' (execution 'x-1') failed: card declined (could not be rolled back: undo of 'sub/hold'); see outcome.failure; runner.retry('x-1') runs it again from the failed step",
    );
    expect(error.cause).toBe(failure.cause);
    expect(error.outcome.status).toBe('failed');
  });

  test('has the failure as cause when nothing was thrown', () => {
    const { cause: _cause, ...data } = failed();
    const failure = new Failure(data);
    expect(thrownBy({ ...COMMON, status: 'failed', ok: false, failure, rollbackFailures: [] }).cause).toBe(failure);
  });

  test('says of refused inputs that nothing ran', () => {
    const { step: _step, ...data } = failed({
      fieldErrors: { email: ['must be an email'] },
      message: 'invalid inputs',
    });
    const error = thrownBy({
      ...COMMON,
      status: 'failed',
      ok: false,
      failure: new Failure(data),
      rollbackFailures: [],
    });
    expect(error.message).toContain('correct the inputs named in outcome.failure.fieldErrors');
  });

  test.each<[OutcomeData, string]>([
    [{ ...COMMON, status: 'halted', ok: false, reason: 'no stock', step: 'pick' }, "halted at step 'pick': no stock"],
    [{ ...COMMON, status: 'dispatched', ok: false, jobId: null }, "wait for it with runner.wait('x-1')"],
    [
      { ...COMMON, status: 'paused', ok: false, interrupts: [{ step: 'approval', path: ['sub', 'approval'] }] },
      "is paused at 'sub/approval'; answer with runner.resume('x-1'",
    ],
    [{ ...COMMON, status: 'rolling_back', ok: false }, "is rolling back; wait for its end with runner.wait('x-1')"],
    [{ ...COMMON, status: 'cancelled', ok: false, reason: 'by support' }, 'was cancelled (by support)'],
    [{ ...COMMON, status: 'aborted', ok: false }, "runner.undo('x-1') rolls back what it did"],
  ])('names reactor, execution and next action: %j', (data, text) => {
    const error = thrownBy(data);
    expect(error.message).toContain("reactor 'order' (execution 'x-1')");
    expect(error.message).toContain(text);
    expect(error.cause).toBeUndefined();
  });
});
