import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from '@jest/globals';
import {
  inProcessQueue,
  manualClock,
  memoryBackend,
  SerializationError,
  type InProcessQueue,
  type Outcome,
} from '@nest-reactor/core';
import type { Backend, ExecutionRecord, Job, JobQueue } from '@nest-reactor/core/ports';
import { z } from 'zod';
import type { Booted } from './support/boot.js';
import { deferred, rejection, turns } from './support/deferred.js';
import { fails, failsTimes, recorder, retries, type Recorder, type SagaPlan } from './support/recorder.js';

const TTL = 60_000;
const manual = (): InProcessQueue => inProcessQueue({ auto: false });

async function stored(backend: Backend, id: string): Promise<ExecutionRecord | undefined> {
  return (await backend.reader.find(id))?.record;
}

/** The job of an execution, as `dispatch` adds it. */
const jobOf = (executionId: string, turn = 0): Job => ({ kind: 'execution', executionId, path: [], turn });

const events = ({ lines }: Booted): string[] => lines.map(({ event }) => event);

describe('A dispatched reactor', () => {
  const plans: Readonly<Record<string, (saga: Recorder) => SagaPlan>> = {
    success: () => ({ a: {}, b: { reads: ['a'] }, c: { reads: ['b'] } }),
    'failure with rollback': () => ({ a: {}, b: { reads: ['a'] }, c: { reads: ['b'], run: fails } }),
    retries: () => ({ a: {}, b: { reads: ['a'], run: failsTimes(2), retries: retries(3) } }),
    compose: (saga) => ({
      a: {},
      child: { compose: saga.reactor({ c1: {}, c2: { reads: ['c1'] } }), reads: ['a'] },
      b: { reads: ['child'] },
    }),
    'compose that fails': (saga) => ({
      a: {},
      child: { compose: saga.reactor({ c1: {}, c2: { reads: ['c1'], run: fails } }), reads: ['a'] },
    }),
    'compose undone by its parent': (saga) => ({
      child: { compose: saga.reactor({ c1: {}, c2: { reads: ['c1'] } }) },
      b: { reads: ['child'], run: fails },
    }),
  };

  /** What both ways must have in common. */
  async function ran(plan: (saga: Recorder) => SagaPlan, way: 'run' | 'dispatch'): Promise<unknown> {
    const saga = recorder();
    const reactor = saga.reactor(plan(saga), { name: 'same' });
    const { runner } = await saga.boot();
    let outcome: Outcome = await runner[way](reactor, {});
    if (way === 'dispatch') {
      expect(outcome).toMatchObject({
        status: 'dispatched',
        ok: false,
        jobId: expect.stringMatching(/^execution-.+-0-w$/),
      });
      outcome = await runner.wait(outcome.executionId);
    }
    const view = await runner.find(outcome.executionId);
    const { executionId: _, ...rest } = JSON.parse(JSON.stringify(outcome)) as Record<string, unknown>;
    const trace = view?.trace.map(({ type, path, attempt }) => ({ type, path, attempt }));
    return { log: saga.text, rest, trace, status: view?.status };
  }

  // C-197
  test.each(Object.keys(plans))('does and answers the same as an inline run: %s', async (name) => {
    const plan = plans[name] as (saga: Recorder) => SagaPlan;
    const inline = await ran(plan, 'run');
    expect(inline).toMatchObject({ log: expect.stringContaining('run:') });
    expect(await ran(plan, 'dispatch')).toEqual(inline);
  });

  test('is stored as pending with nothing marked, and due, before its job is added', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const clock = manualClock();
    const backend = memoryBackend({ clock });
    const real = manual();
    const seen: unknown[] = [];
    const queue: JobQueue = Object.assign(Object.create(real) as InProcessQueue, {
      enqueue: async (job: Job) => {
        seen.push(await backend.reader.find(job.executionId));
        return real.enqueue(job);
      },
    });
    const { runner } = await saga.boot({ backend, module: { queue, worker: true } });
    const { executionId } = await runner.dispatch(reactor, { x: 1 });
    expect(seen).toEqual([
      expect.objectContaining({ record: expect.objectContaining({ status: 'pending', turn: 0 }), nodes: new Map() }),
    ]);
    expect(await backend.due.due(10)).toEqual([]);
    await clock.advance(TTL);
    expect(await backend.due.due(10)).toMatchObject([{ executionId, turn: 0 }]);
    expect(await real.drain()).toBe(1);
    expect(await runner.wait(executionId)).toMatchObject({ status: 'completed', value: { a: 'a' } });
    expect(await backend.due.due(10)).toEqual([]);
  });

  test('with invalid inputs is answered as failed, and nothing is stored or added', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} }, { inputs: z.object({ email: z.string() }) });
    const backend = memoryBackend();
    const queue = manual();
    const { runner } = await saga.boot({ backend, module: { queue } });
    expect(await runner.dispatch(reactor, {})).toMatchObject({
      status: 'failed',
      failure: { name: 'ContractViolationError', fieldErrors: { email: expect.any(Array) } },
    });
    expect(queue.jobs()).toEqual([]);
    expect((await runner.list()).items).toEqual([]);
  });

  test('whose job could not be added throws that error; its record stays pending and due', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const clock = manualClock();
    const backend = memoryBackend({ clock });
    const gone = Object.assign(new Error('the store is gone'), { code: 'REACTOR_STORAGE_UNAVAILABLE' });
    const queue: JobQueue = Object.assign(Object.create(manual()) as InProcessQueue, {
      enqueue: () => Promise.reject(gone),
    });
    const { runner } = await saga.boot({ backend, module: { queue } });
    expect(await rejection(runner.dispatch(reactor, {}, { executionId: 'e' }))).toBe(gone);
    expect(await stored(backend, 'e')).toMatchObject({ status: 'pending', turn: 0 });
    await clock.advance(TTL);
    expect(await backend.due.due(10)).toMatchObject([{ executionId: 'e' }]);
    expect(saga.log).toEqual([]);
  });

  test('started again under its key or id answers the first, without a job', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const queue = manual();
    const { runner } = await saga.boot({ module: { queue } });
    const first = await runner.dispatch(reactor, {}, { idempotencyKey: 'k' });
    const again = await runner.dispatch(reactor, {}, { idempotencyKey: 'k' });
    expect(again).toMatchObject({ status: 'dispatched', executionId: first.executionId, jobId: null, replayed: true });
    expect(await runner.run(reactor, {}, { idempotencyKey: 'k' })).toMatchObject({
      status: 'dispatched',
      jobId: null,
      replayed: true,
    });
    await runner.dispatch(reactor, { x: 1 }, { executionId: 'mine' });
    expect(await runner.dispatch(reactor, { x: 1 }, { executionId: 'mine' })).toMatchObject({
      jobId: null,
      replayed: true,
    });
    expect(await rejection(runner.dispatch(reactor, { x: 2 }, { executionId: 'mine' }))).toMatchObject({
      code: 'REACTOR_EXECUTION_CONFLICT',
    });
    expect(queue.jobs()).toHaveLength(2);
    await queue.drain();
    expect(await runner.dispatch(reactor, {}, { idempotencyKey: 'k' })).toMatchObject({
      status: 'completed',
      replayed: true,
    });
    expect(saga.log).toEqual(['run:a', 'run:a']);
  });

  test('delay and priority are refused as not available', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const { runner } = await saga.boot();
    expect((await rejection(runner.dispatch(reactor, {}, { delay: '1h' }))).message).toContain(
      "run option 'delay' is not available",
    );
    expect((await rejection(runner.dispatch(reactor, {}, { priority: 1 }))).message).toContain(
      "run option 'priority' is not available",
    );
  });

  test('keeps context and parent, and nothing of the async context it was dispatched in', async () => {
    const request = new AsyncLocalStorage<string>();
    const saga = recorder();
    const seen: unknown[] = [];
    const child = saga.reactor({ a: { run: (ctx) => void seen.push(ctx.context, request.getStore()) } });
    const module: { runner?: Booted['runner'] } = {};
    const parent = saga.reactor(
      { p: { run: async () => (await module.runner?.dispatch(child, {}, { context: { tenant: 't' } }))?.executionId } },
      { returns: 'p' },
    );
    const { runner } = await saga.boot();
    module.runner = runner;
    const outcome = await request.run('r', () => runner.run(parent, {}));
    const id = outcome.unwrap() as Outcome['executionId'];
    await runner.wait(id);
    expect(seen).toEqual([{ tenant: 't' }, undefined]);
    expect(await runner.find(id)).toMatchObject({ parent: { executionId: outcome.executionId, step: 'p' } });
  });

  test('cancelled before its job came never starts', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {} });
    const queue = manual();
    const booted = await saga.boot({ module: { queue } });
    const { executionId } = await booted.runner.dispatch(reactor, {});
    expect(await booted.runner.cancel(executionId, { reason: 'no' })).toMatchObject({
      status: 'cancelled',
      reason: 'no',
    });
    expect(await queue.drain()).toBe(1);
    expect(saga.log).toEqual([]);
    expect(events(booted)).toContain('reactor.job.already_ended');
  });
});

describe('retry of a dispatched execution', () => {
  test('is dispatched again, before other work; one that ran here runs here', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: {}, b: { reads: ['a'], run: failsTimes(1) } });
    const inline = saga.reactor({ x: { run: failsTimes(1) } });
    const queue = manual();
    const { runner } = await saga.boot({ module: { queue } });
    const { executionId } = await runner.dispatch(reactor, {});
    await queue.drain();
    expect(await runner.wait(executionId)).toMatchObject({ status: 'failed' });
    await runner.dispatch(reactor, {}, { executionId: 'other' });
    expect(await runner.retry(executionId)).toMatchObject({
      status: 'dispatched',
      jobId: expect.stringMatching(/-1-w$/),
    });
    expect((await runner.find(executionId))?.status).toBe('waiting');
    expect(queue.jobs().map((job) => job.executionId)).toEqual([executionId, 'other']);
    saga.clear();
    await queue.runNext();
    expect(saga.text).toBe('run:a run:b');
    expect(await runner.wait(executionId)).toMatchObject({ status: 'completed', results: { a: 'a', b: 'b' } });
    const failed = await runner.run(inline, {});
    expect(await runner.retry(failed.executionId)).toMatchObject({ status: 'completed' });
  });
});

describe('A job', () => {
  /** A dispatched execution of one step whose job waits. */
  async function dispatched(plan: SagaPlan = { a: {} }) {
    const saga = recorder();
    const reactor = saga.reactor(plan, { name: 'jobs' });
    const clock = manualClock();
    const backend = memoryBackend({ clock });
    const queue = manual();
    const booted = await saga.boot({ backend, module: { queue } });
    await booted.runner.dispatch(reactor, {}, { executionId: 'e' });
    return { saga, clock, backend, queue, booted, reactor };
  }

  /** Changes the stored record as another process would. */
  async function rewrite(backend: Backend, change: Partial<ExecutionRecord>): Promise<void> {
    const answer = await backend.store.acquire('e', { owner: 'other', nonce: `n${Math.random()}`, ttl: 1_000 });
    if (answer.status !== 'acquired') throw new Error(answer.status);
    await backend.store.write({
      lease: answer.lease,
      sequence: 1,
      record: { ...answer.execution.record, ...change },
      release: { inboxSeen: answer.inboxCounter, due: 0 },
    });
  }

  test('delivered twice, one after the other, runs the execution once', async () => {
    const { saga, queue, booted } = await dispatched();
    await queue.drain();
    await queue.enqueue(jobOf('e'));
    expect(await queue.drain()).toBe(1);
    expect(saga.log).toEqual(['run:a']);
    expect(events(booted)).toEqual(['reactor.job.already_ended']);
  });

  test('delivered twice at once runs the execution once: the second meets a live lease', async () => {
    const gate = deferred();
    const { saga, queue, booted, clock } = await dispatched({ a: { run: () => gate.promise } });
    await queue.enqueue(jobOf('e'), { delay: 1 });
    await clock.advance(1);
    const first = queue.runNext();
    await turns();
    expect(await queue.runNext()).toBe(true);
    expect(events(booted)).toEqual(['reactor.job.lease_held']);
    gate.resolve();
    await first;
    expect(saga.log).toEqual(['run:a']);
    expect(await booted.runner.wait('e')).toMatchObject({ status: 'completed' });
  });

  test('without a record ends with one line', async () => {
    const { queue, booted } = await dispatched();
    await queue.drain();
    await queue.enqueue(jobOf('nobody'));
    await queue.drain();
    expect(events(booted)).toEqual(['reactor.job.record_missing']);
    expect(queue.jobs()).toEqual([]);
  });

  test('of an older turn asks for the present one; a newer one is obeyed', async () => {
    const { saga, queue, booted, backend } = await dispatched();
    await rewrite(backend, { turn: 2 });
    await queue.runNext();
    expect(events(booted)).toEqual(['reactor.job.superseded']);
    expect(saga.log).toEqual([]);
    expect(queue.jobs()).toMatchObject([{ executionId: 'e', turn: 2 }]);
    await queue.drain();
    expect(saga.log).toEqual(['run:a']);
    const newer = await dispatched();
    await newer.queue.enqueue(jobOf('e', 5), { first: true });
    await newer.queue.runNext();
    expect(newer.saga.log).toEqual(['run:a']);
  });

  test('that comes too early puts itself back', async () => {
    const { saga, queue, booted, backend, clock } = await dispatched();
    await rewrite(backend, { notBefore: clock.now() + 5_000 });
    await queue.drain();
    expect(queue.jobs()).toMatchObject([{ executionId: 'e', runAt: new Date(clock.now() + 5_000) }]);
    await clock.advance(5_000);
    await queue.drain();
    expect(saga.log).toEqual(['run:a']);
    expect(events(booted)).toEqual([]);
  });

  test('of a reactor this worker does not know goes back with a warning', async () => {
    const { saga, queue, booted, backend, clock } = await dispatched();
    await rewrite(backend, { reactor: 'Elsewhere' });
    await queue.drain();
    expect(booted.lines).toMatchObject([
      { level: 'warn', event: 'reactor.job.unknown_reactor', message: expect.stringContaining("'Elsewhere'") },
    ]);
    expect(queue.jobs()).toHaveLength(1);
    await rewrite(backend, { reactor: 'jobs' });
    await clock.advance('5s');
    await queue.drain();
    expect(saga.log).toEqual(['run:a']);
  });

  test('of an execution that cannot be read leaves it as it is, with one line', async () => {
    const { saga, queue, booted, backend } = await dispatched();
    const values = backend.store.values.bind(backend.store);
    backend.store.values = () => Promise.reject(new SerializationError('unreadable part'));
    await queue.drain();
    backend.store.values = values;
    expect(booted.lines).toMatchObject([
      { level: 'error', event: 'reactor.job.unreadable', message: expect.stringContaining('unreadable part') },
    ]);
    expect(saga.log).toEqual([]);
    expect(await stored(backend, 'e')).toMatchObject({ status: 'pending' });
  });

  // what a store cannot answer now it may answer later; nothing ends for it.
  test('of an execution that cannot be loaded now is put back, and the execution stays due', async () => {
    const { saga, queue, booted, backend } = await dispatched();
    const values = backend.store.values.bind(backend.store);
    backend.store.values = () => Promise.reject(new Error('connection lost'));
    await queue.runNext();
    backend.store.values = values;
    expect(booted.lines).toMatchObject([
      { level: 'error', event: 'reactor.job.interrupted', message: expect.stringContaining('connection lost') },
    ]);
    expect(saga.log).toEqual([]);
    expect(queue.jobs()).toHaveLength(1);
  });

  test.each(['failure', 'cancel', 'undo'] as const)('goes on with a rollback that was cut off: %s', async (cause) => {
    // The first process dies in the undo of b, which never ends there.
    let isFirst = true;
    const undo = (): unknown => (isFirst ? new Promise(() => {}) : undefined);
    const saga = recorder();
    const gate = deferred();
    const reactor = saga.reactor({
      a: {},
      b: { reads: ['a'], undo },
      c: {
        reads: ['b'],
        undo: null,
        compensate: null,
        run: (ctx) => (cause === 'failure' ? fails(ctx) : cause === 'cancel' ? gate.promise : 1),
      },
    });
    const clock = manualClock();
    const backend = memoryBackend({ clock });
    const queue = manual();
    const one = await saga.boot({ backend, module: { queue, worker: false, shutdownTimeout: 0 } });
    const running = one.runner.run(reactor, {}, { executionId: 'e' }).catch(() => undefined);
    await turns();
    const rollBack = {
      failure: () => running,
      cancel: () => one.runner.cancel('e', { reason: 'stop', rollback: true }),
      undo: () => one.runner.undo('e', 'wrong'),
    }[cause];
    // Never ends: its process does.
    rollBack().catch(() => undefined);
    gate.resolve();
    await turns(20);
    expect(saga.log.at(-1)).toBe('undo:b');
    expect((await stored(backend, 'e'))?.status).toBe('rolling_back');
    const closing = one.close();
    await clock.advance(0);
    await closing;
    await clock.advance(TTL);

    isFirst = false;
    saga.clear();
    const two = await saga.boot({ backend, module: { queue, worker: true } });
    await queue.enqueue(jobOf('e'));
    await queue.drain();
    expect(saga.log).toEqual(['undo:b', 'undo:a']);
    const expected = {
      failure: { status: 'failed', failure: { step: 'c', message: 'boom c' }, rollbackFailures: [] },
      cancel: { status: 'cancelled', reason: 'stop' },
      undo: { status: 'cancelled', reason: 'wrong' },
    };
    expect(await two.runner.wait('e')).toMatchObject(expected[cause]);
  });
});

describe('Two modules on one backend and one queue', () => {
  test('one that is no worker calls, the other runs; the caller hears of the end', async () => {
    const saga = recorder();
    const owners: string[] = [];
    const reactor = saga.reactor({ a: { run: () => void owners.push('ran') } });
    const backend = memoryBackend();
    const queue = inProcessQueue();
    const caller = await saga.boot({ backend, module: { queue, worker: false } });
    const { executionId } = await caller.runner.dispatch(reactor, {});
    await turns(20);
    expect(owners).toEqual([]);
    expect((await caller.runner.find(executionId))?.status).toBe('pending');
    const worker = await saga.boot({ backend, module: { queue, worker: { concurrency: 2 } } });
    expect(await caller.runner.wait(executionId)).toMatchObject({ status: 'completed' });
    expect(owners).toEqual(['ran']);
    await worker.close();
    expect(worker.lines).toEqual([]);
  });

  test('share the jobs: each runs once', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: () => turns(1) } });
    const backend = memoryBackend();
    const queue = inProcessQueue();
    const [one] = [await saga.boot({ backend, module: { queue } }), await saga.boot({ backend, module: { queue } })];
    const started = await Promise.all(Array.from({ length: 50 }, () => one.runner.dispatch(reactor, {})));
    const ended = await Promise.all(started.map(({ executionId }) => one.runner.wait(executionId)));
    expect(ended.every(({ ok }) => ok)).toBe(true);
    expect(saga.log).toHaveLength(50);
  });

  test('a worker runs as many jobs at once as its concurrency allows', async () => {
    let running = 0;
    let most = 0;
    const saga = recorder();
    const reactor = saga.reactor({
      a: {
        run: async () => {
          most = Math.max(most, ++running);
          await turns(3);
          running--;
        },
      },
    });
    const { runner } = await saga.boot({ module: { worker: { concurrency: 3 } } });
    const started = await Promise.all(Array.from({ length: 10 }, () => runner.dispatch(reactor, {})));
    for (const { executionId } of started) await runner.wait(executionId);
    expect(most).toBe(3);
  });
});

describe('Shutdown', () => {
  test('takes no more jobs, lets the running one end, and counts those that are lost', async () => {
    const saga = recorder();
    const gate = deferred();
    const reactor = saga.reactor({ a: { run: () => gate.promise }, b: { reads: ['a'] } });
    const backend = memoryBackend();
    const booted = await saga.boot({ backend, module: { worker: { concurrency: 1 } } });
    const ids = await Promise.all(
      ['x', 'y', 'z'].map(
        async (executionId) => (await booted.runner.dispatch(reactor, {}, { executionId })).executionId,
      ),
    );
    await turns();
    const closing = booted.close();
    await turns();
    gate.resolve();
    await closing;
    expect(saga.log).toEqual(['run:a', 'run:b']);
    expect(await Promise.all(ids.map(async (id) => (await stored(backend, id))?.status))).toEqual([
      'completed',
      'pending',
      'pending',
    ]);
    expect(booted.lines).toMatchObject([{ event: 'reactor.queue.jobs_lost', jobs: 2 }]);
  });

  test('past its deadline hands the execution over: another worker goes on, no completed step runs again', async () => {
    const saga = recorder();
    let isFirst = true;
    const reactor = saga.reactor({
      a: {},
      b: {
        reads: ['a'],
        run: (ctx) =>
          isFirst
            ? new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason as Error)))
            : 'b',
      },
      c: { reads: ['b'] },
    });
    const backend = memoryBackend();
    const queue = inProcessQueue();
    const one = await saga.boot({ backend, module: { queue, shutdownTimeout: 20 } });
    const two = await saga.boot({ backend, module: { queue, worker: false } });
    const { executionId } = await two.runner.dispatch(reactor, {});
    await turns();
    await one.close();
    isFirst = false;
    expect(await stored(backend, executionId)).toMatchObject({ status: 'waiting' });
    expect(queue.jobs()).toHaveLength(1);
    expect(saga.text).toBe('run:a run:b');
    await saga.boot({ backend, module: { queue } });
    expect(await two.runner.wait(executionId)).toMatchObject({ status: 'completed', results: { c: 'c' } });
    expect(saga.text).toBe('run:a run:b run:b run:c');
  });

  test('never writes an end for an inline run that it had to leave midway', async () => {
    const saga = recorder();
    const gate = deferred();
    const reactor = saga.reactor({ a: { run: () => gate.promise }, b: { reads: ['a'] } });
    const backend = memoryBackend();
    const booted = await saga.boot({ backend, module: { shutdownTimeout: 5 } });
    const running = rejection(booted.runner.run(reactor, {}, { executionId: 'e' }));
    await turns();
    await booted.close();
    gate.resolve();
    expect((await running).message).toContain('shutting down');
    expect(await stored(backend, 'e')).toMatchObject({ status: 'running' });
    expect(saga.log).toEqual(['run:a']);
  });
});
