import { expect, test } from '@jest/globals';
import { failure } from '@nest-reactor/core';
import { recorder } from '../support/recorder.js';
class Foo { a = 1; get b() { return 2; } }
const deep = (n: number) => { let o: any = {}; for (let i = 0; i < n; i++) o = { o }; return o; };
const cyc = () => { const o: any = {}; o.o = o; return o; };
const vals: Record<string, () => unknown> = {
  undef: () => undefined, nul: () => null, zero: () => 0, negz: () => -0, nan: () => NaN, inf: () => -Infinity, emptys: () => '', fals: () => false, emptya: () => [], emptyo: () => ({}),
  big: () => 123n, date: () => new Date(5), invdate: () => new Date(NaN), map: () => new Map<any, any>([[{ a: 1 }, new Set([1])], [NaN, undefined]]), set: () => new Set([undefined, null, -0]), buf: () => Buffer.from('hi'), f64: () => new Float64Array([1, NaN]), bigarr: () => new BigInt64Array([1n]), ab: () => new ArrayBuffer(3), dv: () => new DataView(new ArrayBuffer(4)),
  re: () => /a/gi, url: () => new URL('http://x/y'), err: () => new TypeError('t', { cause: new Error('c') }), sparse: () => { const a = [1]; a[5] = 2; return a; }, undefprop: () => ({ a: undefined, b: [undefined] }),
  proto: () => JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"toString":1}'), noproto: () => Object.assign(Object.create(null), { a: 1 }), foo: () => new Foo(), deep: () => deep(5000), deep2: () => deep(100000), cyc, fn: () => () => 1, sym: () => Symbol('x'), symkey: () => ({ [Symbol('k')]: 1, a: 1 }), numkey: () => ({ 1: 'a', 0: 'b' }), symval: () => ({ a: Symbol('x') }), fnval: () => ({ a() {} }),
  getterThrows: () => ({ get a() { throw new Error('getter'); } }), getter: () => ({ get a() { return 5; } }), revoked: () => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy; }, proxy: () => new Proxy({ a: 1 }, {}), lone: () => '\ud800', dollar: () => ({ $: 1, $type: 'Date', '@': 2, t: 'x' }), shared: () => { const s = { a: 1 }; return { x: s, y: s }; }, tojson: () => ({ toJSON() { return 5; }, a: 1 }), tojsonData: () => ({ toJSON: 5 }), boxed: () => new Number(5), boxedS: () => new String('s'), wm: () => new WeakMap(), genr: () => (function* () { yield 1; })(), arrProps: () => Object.assign([1], { extra: 1 }), arguments_: () => (function (..._a: any[]) { return arguments; })(1, 2), datesub: () => new (class D2 extends Date {})(5), arrsub: () => new (class A2 extends Array<number> {})(1, 2, 3), mapsub: () => new (class M2 extends Map {})([[1, 2]]), frozen: () => Object.freeze({ a: Object.freeze([1]) }), str: () => 'x'.repeat(9 * 1024 * 1024), weird: () => ({ '': 1, 'a.b': 2, 'a\0': 3 }), abortsig: () => new AbortController(), thenable: () => ({ then(r: any) { r('th'); } }), thenprop: () => ({ then: 5 }), thenThrow: () => ({ then() { throw new Error('then') } }), thenGet: () => ({ get then() { throw new Error('thenget'); } }), promiseOfPromise: () => Promise.resolve(Promise.resolve(1)), nestedPromise: () => ({ p: Promise.resolve(1) }), urlsp: () => new URLSearchParams('a=1'), hugeArr: () => Array.from({ length: 5000 }, (_, i) => ({ i })), outcome: () => ({ status: 'completed' }),
};
test('values', async () => {
  const r = recorder();
  let cur: any; let seen: any, undoSeen: any;
  const R = r.reactor({ a: { run: () => cur(), undo: (res) => { undoSeen = res; } }, b: { reads: ['a'], run: (_c, v) => { seen = v; return 1; } }, c: { after: ['b'], run: (ctx) => (ctx.inputs as any).fail ? failure('c') : 1 } });
  const { runner, lines } = await r.boot();
  const { isDeepStrictEqual, inspect } = await import('node:util');
  const out: string[] = [];
  for (const [n, mk] of Object.entries(vals)) {
    cur = mk; seen = 'none';
    try {
      const o: any = await runner.run(R, {});
      const t = Date.now();
      const exp = await Promise.resolve().then(mk).catch((e) => e);
      const eq = (x: any) => { try { return isDeepStrictEqual(x, exp); } catch (e) { return 'E' + e; } };
      const o2: any = await runner.run(R, { fail: true });
      const view: any = await runner.find(o.executionId);
      const jo = (() => { try { return JSON.stringify(o)?.slice(0, 60); } catch (e: any) { return 'JSONERR ' + e.message; } })();
      out.push(`${n}: ${o.status} seen=${eq(seen)} undo=${eq(undoSeen)} results=${o.results && eq(o.results.a)} value=${o.value && eq(o.value.a)} view=${eq(view.results.a)} 2=${o2.status} ${o.failure?.name ?? ''} ${o.failure?.message?.slice(0, 150) ?? ''} ${o.status === 'completed' && eq(seen) !== true ? inspect(seen).slice(0, 80) : ''} json=${jo?.startsWith('JSONERR') ? jo : ''} ${Date.now()-t}ms`);
    } catch (e: any) { out.push(`${n}: THROWN ${String(e?.stack ?? e).slice(0, 500)}`); }
  }
  console.log(out.join('\n')); console.log(lines.map((l) => l.event + ' ' + l.message).join('\n'));
  expect(({} as any).x).toBeUndefined(); expect(({} as any).y).toBeUndefined();
}, 60000);
