import { afterAll, expect, test } from '@jest/globals';
import { ReactorMiddleware, type Outcome, type ReactorEvent } from '@nest-reactor/core';
import fc from 'fast-check';
import type { Booted } from './support/boot.js';
import { rejection } from './support/deferred.js';
import {
  buildSaga,
  Driver,
  errorName,
  placed,
  randomSaga,
  type Behaviour,
  type Placed,
  type RandomSaga,
} from './support/random-saga.js';
import { recorder, type ReactorClass, type Recorder } from './support/recorder.js';

// FC_SEED, FC_PATH and FC_RUNS replay a run: FC_SEED=42 npm test -- properties
const seed = Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 0x7fff_ffff));
const path = process.env['FC_PATH'];
const parameters = {
  seed,
  numRuns: Number(process.env['FC_RUNS'] ?? 1_000),
  endOnFailure: false,
  ...(path === undefined ? {} : { path }),
};
const LONG = 120_000;

afterAll(() => {
  process.stdout.write(`properties: FC_SEED=${seed}, ${parameters.numRuns} random reactors a property\n`);
});

const order = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 30 });

/** A random reactor in an application of its own. */
interface Trial extends Booted {
  readonly saga: RandomSaga;
  readonly nodes: readonly Placed[];
  readonly recorder: Recorder;
  readonly reactor: ReactorClass;
  readonly driver: Driver;
  readonly behaviour: Behaviour;
  /** What middlewares saw: completions in their order, final failures, skips; beside the log of the bodies. */
  readonly ends: { readonly kind: 'StepComplete' | 'StepSkip' | 'StepFail'; readonly path: string }[];
  /** Statuses that hooks found their run in. */
  readonly statuses: Set<string | undefined>;
}

async function trial(saga: RandomSaga, picks: readonly number[]): Promise<Trial> {
  const log = recorder();
  const ends: Trial['ends'] = [];
  const statuses: Trial['statuses'] = new Set();
  @ReactorMiddleware()
  class Ends {
    on({ name, path: at = [] }: ReactorEvent): void {
      if (name !== 'StepComplete' && name !== 'StepSkip' && name !== 'StepFail') return;
      ends.push({ kind: name, path: at.join('.') });
      log.log.push(`${name}:${at.join('.')}`);
    }
  }
  const driver = new Driver(picks);
  const behaviour: Behaviour = {
    healed: false,
    given: new Map(),
    inHook: async (ctx) => void statuses.add((await app.runner.find(ctx.executionId))?.status),
  };
  const reactor = buildSaga(saga, log, driver, behaviour);
  const app = await log.boot({ providers: [Ends] });
  return { ...app, saga, nodes: placed(saga), recorder: log, reactor, driver, behaviour, ends, statuses };
}

/** Entries of the log of one kind, as paths, in order. */
function logged(log: readonly string[], kind: string): string[] {
  return log.flatMap((entry) => (entry.startsWith(`${kind}:`) ? [entry.slice(kind.length + 1)] : []));
}

function steps(nodes: readonly Placed[]): readonly Placed[] {
  return nodes.filter(({ node }) => node.child === null);
}

/** I-01: a body starts only after all its dependencies, and those of the children it is in, completed. */
function checkOrder({ nodes, recorder: { log } }: Trial): void {
  const byPath = new Map(nodes.map((each) => [each.path, each]));
  const done = new Set<string>();
  for (const entry of log) {
    const [kind, at] = entry.split(':') as [string, string];
    if (kind === 'StepComplete' || kind === 'StepSkip') done.add(at);
    if (kind !== 'run') continue;
    for (let here = byPath.get(at); here !== undefined; here = byPath.get(here.scope)) {
      const prefix = here.scope === '' ? '' : `${here.scope}.`;
      for (const name of [...here.node.reads, ...here.node.after])
        expect({ started: at, needs: prefix + name, done: done.has(prefix + name) }).toMatchObject({ done: true });
    }
  }
}

/** I-08, I-09: attempts and retries. */
function checkAttempts({ nodes, recorder: { log }, ends }: Trial): void {
  const runs = count(logged(log, 'run'));
  const retried = count(logged(log, 'retry').map((entry) => entry.split('#')[0] as string));
  for (const { path: at, node, sequential } of steps(nodes)) {
    const attempts = runs.get(at) ?? 0;
    const retry = retried.get(at) ?? 0;
    expect(attempts).toBeLessThanOrEqual(node.maxAttempts);
    // A retry that was announced and then given up, since another branch failed, has no attempt.
    expect([attempts - 1, attempts]).toContain(attempts === 0 ? attempts + retry : retry);
    if (attempts === 0) continue;
    const needed =
      node.ending === 'failure' || node.ending === 'throw' || node.ending === 'nonError'
        ? node.maxAttempts
        : Math.min(node.failsBefore + 1, node.maxAttempts);
    expect(attempts).toBeLessThanOrEqual(needed);
    if (sequential) expect({ at, attempts, retry }).toEqual({ at, attempts: needed, retry: needed - 1 });
    if (ends.some((end) => end.kind !== 'StepFail' && end.path === at))
      expect(logged(log, 'compensate')).not.toContain(at);
  }
}

/** I-02 … I-06, I-11: what is rolled back, how often, and in which order. */
function checkRollback(subject: Trial, outcome: Outcome): void {
  const {
    nodes,
    recorder: { log },
    ends,
  } = subject;
  const compensates = logged(log, 'compensate');
  const undos = logged(log, 'undo');
  const completed = ends.filter(({ kind }) => kind === 'StepComplete').map((end) => end.path);
  const failed = ends.filter(({ kind }) => kind === 'StepFail').map((end) => end.path);
  const started = new Set(logged(log, 'run'));
  const leaves = new Map(steps(nodes).map((each) => [each.path, each.node]));
  const declared = (paths: readonly string[], hook: 'undo' | 'compensate'): string[] =>
    paths.filter((at) => leaves.has(at) && leaves.get(at)?.[hook] !== 'absent');
  const broken = (at: string, hook: 'undo' | 'compensate'): boolean =>
    ['throws', 'failure'].includes(leaves.get(at)?.[hook] ?? '');

  expect(compensates.toSorted()).toEqual(
    declared(failed, 'compensate')
      .filter((at) => started.has(at))
      .toSorted(),
  );
  expect(undos.toSorted()).toEqual(declared(completed, 'undo').toSorted());
  for (const at of compensates) {
    expect(log.indexOf(`compensate:${at}`)).toBeGreaterThan(log.lastIndexOf(`run:${at}`));
    const { scope } = nodes.find((each) => each.path === at) as Placed;
    const firstUndo = log.findIndex(
      (entry) =>
        entry.startsWith('undo:') && nodes.some((each) => each.scope === scope && entry === `undo:${each.path}`),
    );
    expect(firstUndo === -1 || log.indexOf(`compensate:${at}`) < firstUndo).toBe(true);
  }
  checkUndoOrder(nodes, completed, undos);
  const rollback = log
    .filter((entry) => entry.startsWith('undo:') || entry.startsWith('compensate:'))
    .map((entry) => entry.slice(entry.indexOf(':') + 1));
  checkNesting(nodes, rollback);
  if (outcome.status !== 'failed') throw new Error(outcome.status);
  const expected = [
    ...compensates.filter((at) => broken(at, 'compensate')),
    ...undos.filter((at) => broken(at, 'undo')),
  ];
  expect(outcome.rollbackFailures.map((each) => each.path.join('.')).toSorted()).toEqual(expected.toSorted());
}

/** I-05: within one reactor, undos are the exact reverse of completions; a child stands where it completed. */
function checkUndoOrder(nodes: readonly Placed[], completed: readonly string[], undos: readonly string[]): void {
  for (const scope of new Set(nodes.map((each) => each.scope))) {
    const own = new Set(
      nodes.filter((each) => each.scope === scope && completed.includes(each.path)).map((each) => each.path),
    );
    const undone = undos.flatMap((at) => [...own].find((each) => at === each || at.startsWith(`${each}.`)) ?? []);
    const collapsed = undone.filter((at, index) => at !== undone[index - 1]);
    expect(collapsed).toEqual(completed.toReversed().filter((at) => own.has(at) && collapsed.includes(at)));
  }
}

/** I-11: everything of one child is rolled back without anything else in between. */
function checkNesting(nodes: readonly Placed[], rollback: readonly string[]): void {
  for (const { path: at } of nodes.filter(({ node }) => node.child !== null)) {
    const places = rollback.flatMap((entry, index) => (entry.startsWith(`${at}.`) ? [index] : []));
    if (places.length > 0) expect((places.at(-1) as number) - (places[0] as number)).toBe(places.length - 1);
  }
}

/** I-20: the failure is the first final one, and names reactor, step and class of the error. */
function checkFailure({ nodes, ends, recorder: { log }, reactor, runner }: Trial, outcome: Outcome): void {
  if (outcome.status !== 'failed') throw new Error(outcome.status);
  const first = ends.find(
    ({ kind, path: at }) => kind === 'StepFail' && nodes.some((each) => each.path === at && each.node.child === null),
  );
  const { node } = nodes.find((each) => each.path === first?.path) as Placed;
  const attempts = logged(log, 'run').filter((at) => at === first?.path).length;
  const cleaning = outcome.rollbackFailures.some(({ kind }) => kind === 'compensate');
  expect(outcome.failure).toMatchObject({
    step: first?.path.split('.')[0],
    path: first?.path.split('.'),
    reactor: runner.describe(reactor).name,
    name: cleaning ? 'CompensationError' : errorName(node, attempts),
    attempts: Math.max(1, attempts),
  });
}

/** I-21, I-23: trace and values as the bodies saw them. */
async function checkView(
  { nodes, recorder: { log }, ends, behaviour, runner }: Trial,
  executionId: string,
): Promise<void> {
  const view = await runner.find(executionId);
  const trace = (view?.trace ?? []).filter(
    ({ type, skipped }) => ['run', 'retry', 'compensate', 'undo'].includes(type) && skipped !== true,
  );
  expect(
    trace.map(({ type, path: at, attempt }) => `${type}:${at.join('.')}${type === 'retry' ? `#${attempt}` : ''}`),
  ).toEqual(log.filter((entry) => !entry.startsWith('Step')));
  const value = (each: Placed): unknown =>
    each.node.child === null
      ? each.node.value
      : Object.fromEntries(
          nodes.filter(({ scope }) => scope === each.path).map((inner) => [inner.node.name, value(inner)]),
        );
  for (const [at, values] of behaviour.given) {
    const here = nodes.find((each) => each.path === at) as Placed;
    const read = here.node.reads.map((name) =>
      value(nodes.find((each) => each.scope === here.scope && each.node.name === name) as Placed),
    );
    expect(values).toStrictEqual(read);
  }
  for (const each of nodes) {
    const results: Record<string, unknown> = view?.results ?? {};
    if (each.scope !== '' || !(each.node.name in results)) continue;
    expect(results[each.node.name]).toStrictEqual(value(each));
    expect(ends.some(({ kind, path: at }) => kind !== 'StepFail' && at === each.path)).toBe(true);
  }
}

async function runOnce(
  subject: Trial,
  options: object = {},
  beforeEach?: (released: number) => void,
): Promise<Outcome> {
  const running = subject.runner.run(subject.reactor, {}, options);
  await subject.driver.drive(running, beforeEach);
  return running;
}

// I-01 … I-09, I-11, I-17, I-20, I-21, I-23
test(
  'every run keeps the rules of order, attempts, rollback, failures, trace and values',
  async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(randomSaga(), order, async (saga, picks) => {
        const subject = await trial(saga, picks);
        const outcome = await runOnce(subject);
        seen.set(outcome.status, (seen.get(outcome.status) ?? 0) + 1);
        const { log } = subject.recorder;
        checkOrder(subject);
        checkAttempts(subject);
        if (outcome.status === 'failed') {
          checkRollback(subject, outcome);
          checkFailure(subject, outcome);
          expect([...subject.statuses].every((status) => status === 'rolling_back')).toBe(true);
        } else {
          expect([...logged(log, 'undo'), ...logged(log, 'compensate')]).toEqual([]);
          expect(['completed', 'halted']).toContain(outcome.status);
          expect(subject.ends.some(({ kind }) => kind === 'StepFail')).toBe(false);
        }
        if (outcome.status === 'completed')
          expect(steps(subject.nodes).every((each) => log.includes(`run:${each.path}`))).toBe(true);
        await checkView(subject, outcome.executionId);
        expect((await subject.runner.find(outcome.executionId))?.status).toBe(outcome.status);
        await subject.close();
      }),
      parameters,
    );
    // A generator that never fails would prove nothing.
    if (parameters.numRuns >= 500)
      for (const status of ['completed', 'failed', 'halted'])
        expect(seen.get(status)).toBeGreaterThan(parameters.numRuns / 50);
  },
  LONG,
);

// I-04, I-05, I-16, I-17
test(
  'an undo by hand takes back exactly what completed, once',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomSaga(), order, async (saga, picks) => {
        const subject = await trial(saga, picks);
        const outcome = await runOnce(subject);
        if (outcome.status !== 'failed') {
          const completed = subject.ends.filter(({ kind }) => kind === 'StepComplete').map((end) => end.path);
          subject.recorder.clear();
          subject.statuses.clear();
          const undone = await subject.runner.undo(outcome.executionId);
          const undos = logged(subject.recorder.log, 'undo');
          const tracked = steps(subject.nodes).filter(
            ({ path: at, node }) => completed.includes(at) && node.undo !== 'absent',
          );
          expect(undos.toSorted()).toEqual(tracked.map((each) => each.path).toSorted());
          checkUndoOrder(subject.nodes, completed, undos);
          expect(logged(subject.recorder.log, 'compensate')).toEqual([]);
          if (completed.length > 0) expect(undone.status).toBe('cancelled');
          expect([...subject.statuses].every((status) => status === 'rolling_back')).toBe(true);
        }
        subject.recorder.clear();
        await subject.runner.undo(outcome.executionId);
        await subject.runner.undo(outcome.executionId);
        expect(new Set(subject.recorder.log).size).toBe(subject.recorder.log.length);
        await subject.close();
      }),
      { ...parameters, numRuns: Math.ceil(parameters.numRuns / 2) },
    );
  },
  LONG,
);

// I-10
test(
  'a retry runs exactly what was undone or never ran, and never what was skipped',
  async () => {
    await fc.assert(
      fc.asyncProperty(randomSaga(), order, async (saga, picks) => {
        const subject = await trial(saga, picks);
        const outcome = await runOnce(subject);
        if (outcome.status === 'failed') {
          const skips = new Set(subject.ends.filter(({ kind }) => kind === 'StepSkip').map((end) => end.path));
          subject.behaviour.healed = true;
          subject.recorder.clear();
          const retrying = subject.runner.retry(outcome.executionId, { force: true });
          await subject.driver.drive(retrying);
          // What never starts fails again.
          const again = await retrying;
          const runs = logged(subject.recorder.log, 'run');
          expect(new Set(runs).size).toBe(runs.length);
          expect(runs.filter((at) => skips.has(at))).toEqual([]);
          if (!subject.nodes.some(({ node }) => node.neverStarts)) {
            expect(again.status).toBe('completed');
            expect(runs.toSorted()).toEqual(
              steps(subject.nodes)
                .map((each) => each.path)
                .filter((at) => !skips.has(at))
                .toSorted(),
            );
          }
        }
        await subject.close();
      }),
      { ...parameters, numRuns: Math.ceil(parameters.numRuns / 2) },
    );
  },
  LONG,
);

// I-18
test(
  'an abort at any point rolls nothing back; a later undo takes back exactly the rest',
  async () => {
    let aborted = 0;
    await fc.assert(
      fc.asyncProperty(randomSaga(), order, fc.nat(8), async (saga, picks, when) => {
        const subject = await trial(saga, picks);
        const stop = new AbortController();
        const reason = new Error('the caller went away');
        const running = subject.runner.run(subject.reactor, {}, { signal: stop.signal, executionId: 'x' });
        const ended = running.then(
          () => undefined,
          (error: unknown) => error,
        );
        await subject.driver.drive(running, (released) => {
          if (released >= when) stop.abort(reason);
        });
        if ((await ended) === undefined) {
          await subject.close();
          return;
        }
        aborted++;
        expect(await rejection(running)).toBe(reason);
        const { log } = subject.recorder;
        expect([...logged(log, 'undo'), ...logged(log, 'compensate')]).toEqual([]);
        expect((await subject.runner.find('x'))?.status).toBe('aborted');
        const completed = subject.ends.filter(({ kind }) => kind === 'StepComplete').map((end) => end.path);
        subject.recorder.clear();
        await subject.runner.undo('x');
        const tracked = steps(subject.nodes).filter(
          ({ path: at, node }) => completed.includes(at) && node.undo !== 'absent',
        );
        expect(logged(subject.recorder.log, 'undo').toSorted()).toEqual(tracked.map((each) => each.path).toSorted());
        expect(logged(subject.recorder.log, 'compensate')).toEqual([]);
        await subject.close();
      }),
      { ...parameters, numRuns: Math.ceil(parameters.numRuns / 2) },
    );
    if (parameters.numRuns >= 500) expect(aborted).toBeGreaterThan(50);
  },
  LONG,
);

function count(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const at of paths) counts.set(at, (counts.get(at) ?? 0) + 1);
  return counts;
}
