import { expect, test } from '@jest/globals';
import { failure, halt, manualClock, memoryBackend, ReactorRunner } from '@nest-reactor/core';
import { recorder, retries } from '../support/recorder.js';
import { deferred, turns, rejection } from '../support/deferred.js';

// random stress: concurrency, nested composes, fail/halt/abort/cancel simultaneous
function rng(seed: number) { return () => { seed = (seed * 1664525 + 1013904223) >>> 0; return seed / 2 ** 32; }; }
const sleep = (n: number) => n === 0 ? undefined : n === 1 ? Promise.resolve() : new Promise((r) => setTimeout(r, n));
test.each(Array.from({ length: 60 }, (_, i) => i))('stress %i', async (seed) => {
  const rand = rng(seed * 7919 + 13);
  const r = recorder();
  const kinds = ['ok', 'ok', 'ok', 'ok', 'fail', 'throw', 'halt', 'skip', 'retryok'] as const;
  const mode = ['none', 'abort', 'cancel', 'cancelrb', 'undo'][Math.floor(rand() * 5)]!;
  const started = new Map<string, number>(), ended = new Map<string, string>();
  let inflight = 0, maxIn = 0;
  const mk = (prefix: string, n: number) => {
    const plan: any = {};
    for (let i = 0; i < n; i++) {
      const deps = Array.from({ length: i }, (_, j) => `${prefix}${j}`).filter(() => rand() < 0.25);
      const k = kinds[Math.floor(rand() * kinds.length)]!; const d = Math.floor(rand() * 4); let tries = 0;
      plan[`${prefix}${i}`] = { after: deps, ...(k === 'retryok' ? { retries: retries(3) } : {}), run: async (ctx: any) => {
        const p = ctx.path.join('.'); started.set(p, (started.get(p) ?? 0) + 1); inflight++; maxIn = Math.max(maxIn, inflight);
        try { await sleep(d); } finally { inflight--; }
        const k2 = k === 'retryok' ? (tries++ % 2 ? 'ok' : 'fail') : k;
        ended.set(p, k2);
        if (k2 === 'fail') return failure('boom'); if (k2 === 'throw') throw new Error('boom'); if (k2 === 'halt') return halt('h'); if (k2 === 'skip') return ctx.skip('s');
        return p;
      } };
    }
    return plan;
  };
  const Inner = r.reactor(mk('i', 3), { concurrency: 1 + Math.floor(rand() * 3) });
  const Child = r.reactor({ ...mk('c', 3), inner: { compose: Inner, after: rand() < 0.5 ? ['c0'] : [] } }, { concurrency: 1 + Math.floor(rand() * 4) });
  const R = r.reactor({ ...mk('r', 4), k1: { compose: Child, after: rand() < 0.5 ? ['r1'] : [] }, k2: { compose: Child } }, { concurrency: 2 + Math.floor(rand() * 7) });
  const { runner } = await r.boot();
  const ac = new AbortController();
  const id = `x${seed}` as any;
  const run = runner.run(R, {}, { executionId: id, signal: ac.signal }).then((o) => o, (e) => ({ thrown: e })) as Promise<any>;
  let other: any;
  await sleep(1 + Math.floor(rand() * 8));
  if (mode === 'abort') ac.abort(new Error('mine'));
  if (mode === 'cancel') other = await runner.cancel(id).catch((e) => e);
  if (mode === 'cancelrb') other = await runner.cancel(id, { rollback: true }).catch((e) => e);
  if (mode === 'undo') other = await Promise.all([runner.undo(id).catch((e) => e), runner.undo(id).catch((e) => e), runner.retry(id).catch((e) => e), runner.cancel(id).catch((e) => e)]);
  const o = await run;
  expect(inflight).toBe(0);
  const view: any = await runner.find(id);
  const info = () => JSON.stringify({ seed, mode, o: o.status ?? String(o.thrown), st: view.status, log: r.log, ended: [...ended], other: String(other?.message ?? other?.status ?? other?.map?.((x: any) => x.message ?? x.status)) }, null, 1);
  const check = () => {
    // invariants: each undo at most once per run; undone order is reverse; compensated only failed
    const cnt = (x: string) => r.log.filter((l) => l === x).length;
    for (const l of new Set(r.log)) {
      if (l.startsWith('undo:') && cnt(l) > cnt(l.replace('undo', 'run'))) throw new Error('double undo ' + l + info());
      if (l.startsWith('compensate:') && cnt(l) > 1 && mode !== 'undo') throw new Error('double comp ' + l + info());
      if (l.startsWith('compensate:') && !['fail', 'throw', undefined].includes(ended.get(l.slice(11)) as any) && mode !== 'cancelrb') throw new Error('comp of ok ' + l + info());
    }
    if (!['completed', 'failed', 'halted', 'cancelled', 'aborted'].includes(view.status)) throw new Error('not terminal ' + info());
    if (view.status === 'failed' || mode === 'cancelrb' && view.status === 'cancelled') {
      for (const [p, k] of ended) if (k === 'ok' && mode !== 'undo') { if (cnt('undo:' + p) !== 1) throw new Error('not undone ' + p + info()); }
    }
    if (['completed', 'halted', 'aborted'].includes(view.status) && mode !== 'undo') { if (r.log.some((l) => l.startsWith('undo:'))) throw new Error('undo in ' + info()); }
    if (view.status === 'halted' && mode !== 'undo') for (const k of ended.values()) if (k === 'fail' || k === 'throw') throw new Error('failure lost to halt ' + info());
  };
  check();
  if (['aborted', 'completed', 'halted', 'cancelled'].includes(view.status) && mode !== 'undo') {
    const n = r.log.length;
    const u: any[] = await Promise.all([runner.undo(id).catch((e) => e), runner.undo(id).catch((e) => e), runner.undo(id).catch((e) => e)]);
    const rest = r.log.slice(n);
    const v2: any = await runner.find(id);
    for (const [p, k] of ended) if (k === 'ok') { if (r.log.filter((l) => l === 'undo:' + p).length !== 1) throw new Error('undo op missed ' + p + info() + u.map((x) => x.message ?? x.status) + JSON.stringify(rest)); }
    if (ended.size && [...ended.values()].includes('ok') && v2.status !== 'cancelled') throw new Error('status after undo ' + v2.status + info());
  }
});
