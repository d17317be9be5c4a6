import { describe, expect, test } from '@jest/globals';
import { manualClock } from '@nest-reactor/core';
import { deferred, rejection, turns } from '../support/deferred.js';
import { fails, recorder } from '../support/recorder.js';

describe('list', () => {
  async function listed() {
    const clock = manualClock();
    const saga = recorder();
    const one = saga.reactor({ a: {} }, { name: 'one' });
    const two = saga.reactor(
      { a: { run: (ctx) => (ctx.inputs['ok'] === false ? fails(ctx) : 1) } },
      { name: 'two', version: '3' },
    );
    const { runner } = await saga.boot({ clock });
    const start = clock.now();
    for (let index = 0; index < 6; index++) {
      await runner.run(index % 2 === 0 ? one : two, { index, ok: index !== 3 }, { executionId: `e${index}` });
      await clock.advance(1_000);
    }
    const ids = async (filter: object): Promise<string[]> => (await runner.list(filter)).items.map(({ id }) => id);
    return { runner, start, ids, one };
  }

  test('answers newest first, by page, with a cursor that is null at the end', async () => {
    const { runner, ids } = await listed();
    expect(await ids({})).toEqual(['e5', 'e4', 'e3', 'e2', 'e1', 'e0']);
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const page = await runner.list({ limit: 4, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.items.map(({ id }) => id));
      ({ cursor } = page);
    } while (cursor !== null);
    expect(pages).toEqual([
      ['e5', 'e4', 'e3', 'e2'],
      ['e1', 'e0'],
    ]);
  });

  test('filters by reactor, status, time and inputs, and by several at once', async () => {
    const { ids, start, one } = await listed();
    expect(await ids({ reactor: 'one' })).toEqual(['e4', 'e2', 'e0']);
    expect(await ids({ reactor: one })).toEqual(['e4', 'e2', 'e0']);
    expect(await ids({ status: 'failed' })).toEqual(['e3']);
    expect(await ids({ status: ['failed', 'completed'], reactor: 'two' })).toEqual(['e5', 'e3', 'e1']);
    expect(await ids({ from: new Date(start + 2_000), to: new Date(start + 4_000) })).toEqual(['e3', 'e2']);
    expect(await ids({ inputs: { index: 4 } })).toEqual(['e4']);
    expect(await ids({ inputs: { index: 4 }, reactor: 'two' })).toEqual([]);
  });

  test('items are summaries', async () => {
    const { runner } = await listed();
    expect((await runner.list({ status: 'failed' })).items).toEqual([
      expect.objectContaining({
        id: 'e3',
        reactor: 'two',
        version: '3',
        status: 'failed',
        inputs: { index: 3, ok: false },
        failure: expect.objectContaining({ step: 'a' }),
        parent: null,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      }),
    ]);
  });

  test.each([[{ limit: 0 }], [{ limit: 1.5 }], [{ status: 'finished' }], [{ cursor: 'nonsense!' }]])(
    '%j is refused',
    async (filter) => {
      const { runner } = await recorder().boot();
      expect(await rejection(runner.list(filter as never))).toBeInstanceOf(Error);
    },
  );
});

describe('wait', () => {
  test('is woken by the end of the execution, and answers its outcome', async () => {
    const clock = manualClock();
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: { run: () => body.promise } });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await turns();
    const waiting = Promise.all([runner.wait('x'), runner.wait('x', { timeout: '1h' })]);
    await turns();
    body.resolve();
    expect((await running).status).toBe('completed');
    expect((await waiting).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  test('throws WaitTimeoutError when it takes longer, and stops nothing', async () => {
    const clock = manualClock();
    const saga = recorder();
    const body = deferred();
    const reactor = saga.reactor({ a: { run: () => body.promise } });
    const { runner } = await saga.boot({ clock });
    const running = runner.run(reactor, {}, { executionId: 'x' });
    await clock.advance(0);
    const waiting = rejection(runner.wait('x', { timeout: '3s' }));
    await clock.advance('3s');
    expect(await waiting).toMatchObject({
      name: 'WaitTimeoutError',
      code: 'REACTOR_WAIT_TIMEOUT',
      message: expect.stringContaining("'x'"),
    });
    body.resolve();
    expect((await running).status).toBe('completed');
  });

  test('of an execution that ended answers at once', async () => {
    const saga = recorder();
    const reactor = saga.reactor({ a: { run: fails } });
    const { runner } = await saga.boot();
    const { executionId } = await runner.run(reactor, {});
    expect((await runner.wait(executionId)).status).toBe('failed');
  });
});

describe('Retention', () => {
  test('ended executions are forgotten after it, unfinished ones never', async () => {
    const clock = manualClock();
    const saga = recorder();
    const body = deferred();
    const ends = saga.reactor({ a: {} });
    const goes = saga.reactor({ b: { run: () => body.promise } });
    const { runner } = await saga.boot({ clock, module: { retention: '1h' } });
    await runner.run(ends, {}, { executionId: 'ended' });
    const running = runner.run(goes, {}, { executionId: 'going' });
    await clock.advance('59m');
    expect(await runner.find('ended')).not.toBeNull();
    await clock.advance('2m');
    expect(await runner.find('ended')).toBeNull();
    expect((await runner.list()).items.map(({ id }) => id)).toEqual(['going']);
    body.resolve();
    expect((await running).status).toBe('completed');
  });
});
