import { expect, test } from '@jest/globals';
import { failure, halt, skipped, success, ReactorMiddleware } from '@nest-reactor/core';
import { recorder, retries } from '../support/recorder.js';

const hostileErr = () => Object.defineProperties({}, { message: { get() { throw new Error('m'); } }, name: { get() { throw 1; } }, stack: { get() { throw 1; } }, code: { get() { throw 1; } }, cause: { get() { throw 1; } }, retryable: {get(){throw 1}}, signal: {get(){throw 1}}, constructor: {get(){throw 1}} });
const revoked = () => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy; };
const revokedFn = () => { const p = Proxy.revocable(function(){}, {}); p.revoke(); return p.proxy; };
const allThrow = () => new Proxy({}, new Proxy({}, { get() { return () => { throw new Error('trap'); }; } }));
const cyc = () => { const e: any = new Error('cyc'); e.cause = e; e.self = e; return e; };
const deepCause = () => { let e: any = new Error('0'); for (let i = 0; i < 20000; i++) e = new Error('' + i, { cause: e }); return e; };
const thenableErr = () => ({ then(r: any) { r('x'); } });
const values: Record<string, () => unknown> = {
  undef: () => undefined, nul: () => null, zero: () => 0, empty: () => '', sym: () => Symbol('s'), big: () => 10n, fn: () => () => 1, nan: () => NaN, fals: () => false,
  noproto: () => Object.create(null), hostile: hostileErr, revoked, revokedFn, allThrow, cyc, deepCause, thenableErr,
  sig: () => success(1), sigSkip: () => skipped(1), sigHalt: () => halt('h'), sigFail: () => failure('f'), frozen: () => Object.freeze(new Error('frozen')),
  longmsg: () => new Error('x'.repeat(1_000_000)), msgobj: () => Object.assign(new Error(), { message: { a: 1 } }), codeNum: () => Object.assign(new Error('c'), { code: 5 }),
  agg: () => new AggregateError([new Error('1')], 'agg'), dom: () => new DOMException('d', 'AbortError'), prom: () => Promise.resolve(3), promRej: () => { const p = Promise.reject(new Error('inner')); p.catch(() => {}); return p; },
  lonely: () => new Error('\ud800 lonely \0'), failDetailsCycle: () => failure('x', { details: cyc() }), failDetailsFn: () => failure('x', { details: { f() {} } as any }),
  failProxy: () => failure(revoked() as any), failUndef: () => failure(undefined as any), failCode: () => failure('x', { code: 5 as any, retryable: 'no' as any }),
};
for (const hook of ['run', 'undo', 'compensate', 'transform'] as const) for (const isAsync of [false, true]) for (const how of ['throw', 'return'] as const)
  test(`${hook} ${isAsync} ${how}`, async () => {
    const problems: string[] = [];
    const r = recorder();
    let cur: () => unknown = () => 1;
    const act = isAsync ? async () => { await null; const v = cur(); if (how === 'throw') throw v; return v; } : () => { const v = cur(); if (how === 'throw') throw v; return v; };
    const R = r.reactor({
      a: { undo: () => (hook === 'undo' ? act() : undefined) },
      b: { reads: ['a'], retries: retries(2), run: () => (hook === 'run' ? act() : failure('boom b')), compensate: () => (hook === 'compensate' ? act() : undefined) },
    });
    const { runner } = await r.boot();
    for (const [name, make] of Object.entries(values)) {
      cur = make; r.clear();
      try {
        const o: any = await runner.run(R, {});
        let exp: string | null = null;
        if (how === 'throw' || hook !== 'run') exp = 'failed';
        if (exp && o.status !== exp) problems.push(`${name}: status ${o.status}`);
        if (o.status === 'failed') {
          if (!r.text.includes('compensate:b undo:a')) problems.push(`${name}: log ${r.text}`);
          if (typeof o.failure.message !== 'string' || typeof o.failure.name !== 'string') problems.push(`${name}: failure ${o.failure.name}`);
          if (how === 'throw' && hook !== 'run' && hook !== 'transform' && o.failure.rollbackFailures.length !== 1) problems.push(`${name}: rf ${JSON.stringify(o.failure.rollbackFailures)}`);
        }
        JSON.stringify(o, (_, x) => typeof x === 'bigint' ? String(x) : x);
        const v = await runner.find(o.executionId); JSON.stringify(v, (_, x) => typeof x === 'bigint' ? String(x) : x);
        if (JSON.stringify(v, (_, x) => typeof x === 'bigint' ? String(x) : x).length > 400_000) problems.push(`${name}: huge view`);
        if (how === 'return' && hook === 'run' ) problems.push(`info ${name}: ${o.status} ${o.status === 'failed' ? o.failure.name + ':' + o.failure.message.slice(0,80) : ''}`);
      } catch (e: any) { problems.push(`${name}: THROWN ${e?.stack ?? String(e)}`.slice(0, 600)); }
    }
    if (problems.length) console.log(hook, isAsync, how, problems.join('\n'));
  }, 60000);
