import { failure, halt, skipped, type StepContext } from '@nest-reactor/core';
import fc from 'fast-check';
import { z } from 'zod';
import { turns } from './deferred.js';
import type { ComposePlan, ReactorClass, Recorder, StepPlan } from './recorder.js';

/** How an attempt of a random body ends. `veto` is a failure that must not be tried again. */
type Ending = 'ok' | 'failure' | 'throw' | 'nonError' | 'veto' | 'skipped' | 'halt';
type HookEnding = 'ok' | 'throws' | 'failure' | 'absent';

export interface RandomNode {
  readonly name: string;
  /** Names of nodes of the same reactor. */
  readonly reads: readonly string[];
  readonly after: readonly string[];
  /** Attempts that fail before the one that ends as `ending` says. */
  readonly failsBefore: number;
  readonly ending: Ending;
  readonly maxAttempts: number;
  readonly undo: HookEnding;
  readonly compensate: HookEnding;
  readonly value: unknown;
  /** Its arguments violate its contract, so that it never starts. */
  readonly neverStarts: boolean;
  /** Ends when the driver says so; else at once. */
  readonly gated: boolean;
  readonly child: RandomSaga | null;
}

export interface RandomSaga {
  /** Declaration order, which is not the order of the dependencies. */
  readonly nodes: readonly RandomNode[];
  readonly concurrency: number;
}

/** Falsy values first: they must come through unchanged. */
const VALUES = [
  false,
  0,
  '',
  null,
  undefined,
  [],
  Number.NaN,
  -0,
  0n,
  { deep: { none: null } },
  'text',
  new Date(0),
  new Set(['x']),
];

/** Random reactors; children are nested at most twice. */
export function randomSaga(most = 12, depth = 2): fc.Arbitrary<RandomSaga> {
  return fc
    .record({
      raw: fc.array(rawNode(depth), { minLength: 1, maxLength: most }),
      concurrency: fc.integer({ min: 1, max: 4 }),
    })
    .chain(({ raw, concurrency }) =>
      fc
        .shuffledSubarray(
          raw.map((_node, index) => index),
          { minLength: raw.length },
        )
        .map((order) => ({
          concurrency,
          nodes: order.map((index) => withNames(raw[index] as RawNode, index)),
        })),
    );
}

type RawNode = Omit<RandomNode, 'name' | 'reads' | 'after'> & { readonly edges: readonly number[] };

function rawNode(depth: number): fc.Arbitrary<RawNode> {
  const hookEnding = weighted<HookEnding>({ ok: 6, absent: 2, throws: 1, failure: 1 });
  return fc.record({
    // To earlier nodes: 0 none, 1 reads, 2 only waits.
    edges: fc.array(
      fc.oneof({ arbitrary: fc.constant(0), weight: 5 }, { arbitrary: fc.constantFrom(1, 2), weight: 2 }),
      { minLength: 12, maxLength: 12 },
    ),
    failsBefore: fc.oneof(
      { arbitrary: fc.constant(0), weight: 6 },
      { arbitrary: fc.integer({ min: 1, max: 3 }), weight: 1 },
    ),
    ending: weighted<Ending>({ ok: 40, skipped: 4, failure: 1, throw: 1, nonError: 1, veto: 1, halt: 1 }),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    undo: hookEnding,
    compensate: hookEnding,
    value: fc.constantFrom(...VALUES),
    neverStarts: fc.oneof({ arbitrary: fc.constant(false), weight: 60 }, { arbitrary: fc.constant(true), weight: 1 }),
    gated: fc.boolean(),
    child:
      depth === 0
        ? fc.constant(null)
        : fc.oneof(
            { arbitrary: fc.constant(null), weight: 6 },
            { arbitrary: fc.nat().chain(() => randomSaga(4, depth - 1)), weight: 1 },
          ),
  });
}

function withNames({ edges, ...node }: RawNode, index: number): RandomNode {
  const earlier = (kind: number): string[] =>
    edges.slice(0, index).flatMap((edge, target) => (edge === kind ? [`n${target}`] : []));
  return { ...node, name: `n${index}`, reads: earlier(1), after: earlier(2) };
}

function weighted<T extends string>(weights: Readonly<Record<T, number>>): fc.Arbitrary<T> {
  const entries = Object.entries(weights) as [T, number][];
  return fc.oneof(...entries.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight })));
}

/** Ends waiting bodies one at a time, in the order that the random numbers say. */
export class Driver {
  private readonly waiting: (() => void)[] = [];
  private picks = 0;

  constructor(private readonly order: readonly number[]) {}

  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Until `run` has settled. */
  async drive(run: Promise<unknown>, beforeEach: (released: number) => void = () => undefined): Promise<void> {
    let running = true;
    const stop = (): void => void (running = false);
    run.then(stop, stop);
    for (;;) {
      await turns(1);
      if (!running) return;
      if (this.waiting.length === 0) continue;
      beforeEach(this.picks);
      const pick = this.order[this.picks++ % this.order.length] ?? 0;
      this.waiting.splice(pick % this.waiting.length, 1)[0]?.();
    }
  }
}

class BoomError extends TypeError {}

/** Behaviour that a test may change between two runs of one reactor. */
export interface Behaviour {
  /** Every body succeeds, every hook works. */
  healed: boolean;
  /** Called in every hook; what it answers is awaited. */
  inHook(ctx: StepContext): Promise<void>;
  /** What a body was given, by path; compared with what its dependencies gave. */
  readonly given: Map<string, readonly unknown[]>;
}

/** Makes the reactor, and those of its children, with the recorder. */
export function buildSaga(saga: RandomSaga, recorder: Recorder, driver: Driver, behaviour: Behaviour): ReactorClass {
  const plan: Record<string, StepPlan | ComposePlan> = {};
  for (const node of saga.nodes) {
    plan[node.name] =
      node.child === null
        ? stepPlan(node, driver, behaviour)
        : { compose: buildSaga(node.child, recorder, driver, behaviour), reads: node.reads, after: node.after };
  }
  return recorder.reactor(plan, { concurrency: saga.concurrency });
}

const IMPOSSIBLE = z.object({ 'never given': z.string() });

function stepPlan(node: RandomNode, driver: Driver, behaviour: Behaviour): StepPlan {
  const { reads, after, maxAttempts, neverStarts, undo, compensate } = node;
  const attempts = new Map<string, number>();
  return {
    reads,
    after,
    retries: { maxAttempts, baseDelay: 0 },
    ...(neverStarts ? { contract: IMPOSSIBLE } : {}),
    run: (ctx, ...values) => {
      const path = ctx.path.join('.');
      behaviour.given.set(path, values);
      const calls = (attempts.get(path) ?? 0) + 1;
      attempts.set(path, calls);
      const end = (): unknown => (behaviour.healed ? node.value : ended(node, calls));
      return node.gated ? driver.wait().then(end) : end();
    },
    undo: hook(undo, behaviour),
    compensate: hook(compensate, behaviour),
  };
}

function ended({ failsBefore, ending, value, name }: RandomNode, attempt: number): unknown {
  const kind = attempt <= failsBefore ? 'failure' : ending;
  const boom = `boom ${name} ${attempt}`;
  switch (kind) {
    case 'ok':
      return value;
    case 'failure':
      return failure(boom);
    case 'throw':
      throw new BoomError(boom);
    case 'nonError':
      throw boom;
    case 'veto':
      return failure(new BoomError(boom), { retryable: false });
    case 'skipped':
      return skipped(value);
    case 'halt':
      return halt(boom);
  }
}

/** Class name of the error of a node that failed finally. */
export function errorName(node: RandomNode, attempts: number): string {
  if (node.neverStarts) return 'ContractViolationError';
  if (attempts <= node.failsBefore || node.ending === 'failure') return 'Failure';
  return node.ending === 'nonError' ? 'NonError' : 'BoomError';
}

type HookBody = (first: unknown, args: unknown, ctx: StepContext) => unknown;

function hook(ending: HookEnding, behaviour: Behaviour): HookBody | null {
  if (ending === 'absent') return null;
  return async (_first, _args, ctx) => {
    await behaviour.inHook(ctx);
    if (behaviour.healed || ending === 'ok') return undefined;
    if (ending === 'failure') return failure(`hook of ${ctx.step}`);
    throw new Error(`hook of ${ctx.step}`);
  };
}

/** A step, or a composed child, of a random saga with where it stands. */
export interface Placed {
  readonly path: string;
  readonly node: RandomNode;
  /** Path of the composed child it is in; '' for the root. */
  readonly scope: string;
  /** True when nothing beside it can run at the same time. */
  readonly sequential: boolean;
}

export function placed(saga: RandomSaga, scope = '', sequential = true): readonly Placed[] {
  const alone = sequential && saga.concurrency === 1;
  return saga.nodes.flatMap((node) => {
    const path = scope === '' ? node.name : `${scope}.${node.name}`;
    const here: Placed = { path, node, scope, sequential: alone };
    return node.child === null ? [here] : [here, ...placed(node.child, path, alone)];
  });
}
