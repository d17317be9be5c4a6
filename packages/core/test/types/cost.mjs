// What the typed decorators cost: checks N generated sagas and reports milliseconds and type instantiations for each.
// Instantiations are the same on every machine, so the test watches those.
//   node packages/core/test/types/cost.mjs [N] [tsc|tsc6]
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = fileURLToPath(new URL(`./.cost-${process.pid}/`, import.meta.url));
const BINARIES = { tsc: 'node_modules/@typescript/native/bin/tsc', tsc6: 'node_modules/typescript/bin/tsc6' };

const reactor = (n) => `
import { Args, ArgsFor, Compose, Ctx, from, Input, Reactor, Result, Step, StepContext, StepHandler, TypedReactor, Undo, WithLock, Yields, type ReactorStep } from '@nest-reactor/core';
class Charge${n} { id!: string; amount!: number }
class ChargeArgs${n} { accountId!: string; amount!: number; note?: string }
@StepHandler({ contract: ChargeArgs${n} }) class ChargeStep${n} implements ReactorStep<ChargeArgs${n}, Charge${n}> { run(a: ChargeArgs${n}): Charge${n} { return { id: a.accountId, amount: a.amount }; } }
@Reactor({ returns: 'go' }) class Child${n} extends TypedReactor<{ orderId: string }, number> { @Step() go(@Input('orderId') o: string) { return o.length; } }
interface In${n} { orderId: string; accountId: string; lines: { sku: string; qty: number }[] }
@Reactor({ returns: 'done' })
export class Order${n} extends TypedReactor<In${n}, string> {
  @Step() total(@Input('lines') lines: In${n}['lines']) { return { amount: lines.length }; }
  @Step(ChargeStep${n}, { args: { amount: from.result('total', 'amount') } }) charge!: Yields<Charge${n}>;
  @Undo('charge') refund(@Result('charge') charge: Charge${n}) { return charge.id; }
  @Compose(Child${n}) child(@Input('orderId') orderId: string): ArgsFor<Child${n}> { return { orderId }; }
  @WithLock({ key: ['a', from.result('total', 'amount')] }) @Step({ waitFor: ['child'] }) note(@Args({ who: from.input('accountId') }) a: { who: string }) { return a.who; }
  @Step() label(@Result('child') n: number, @Result('charge', 'id') id: string, @Input('lines', '0.sku') sku: string | undefined) { return id + n + sku; }
  @Step() done(@Result('label') label: string, @Ctx() ctx: StepContext) { return label + ctx.attempt; }
}`;

function check(compiler, count) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  writeFileSync(`${FOLDER}tsconfig.json`, '{ "extends": "../tsconfig.json", "include": ["./*.ts"], "exclude": [] }');
  for (let n = 0; n < count; n++) writeFileSync(`${FOLDER}order-${n}.ts`, reactor(n));
  const args = [ROOT + BINARIES[compiler], '--noEmit', '--extendedDiagnostics', '-p', FOLDER];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 25 });
  if (/order-\d+\.ts\(/.test(stdout))
    throw new Error(`the generated reactors do not compile:\n${stdout.slice(0, 2_000)}`);
  const figure = (name) => Number(new RegExp(`${name}:\\s+([\\d.]+)`).exec(stdout)?.[1]);
  return { milliseconds: figure('Check time') * 1_000, instantiations: figure('Instantiations') };
}

/** Cost of one saga of seven nodes with its step class and child: the difference between `count` and one. */
export function measureCost(compiler, count, repeats) {
  try {
    const best = (size) => {
      const runs = Array.from({ length: repeats }, () => check(compiler, size));
      return { ...runs[0], milliseconds: Math.min(...runs.map((run) => run.milliseconds)) };
    };
    const [one, many] = [best(1), best(count)];
    const each = (name) => (many[name] - one[name]) / (count - 1);
    return { milliseconds: each('milliseconds'), instantiations: Math.round(each('instantiations')) };
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = Number(process.argv[2] ?? 300);
  const compiler = process.argv[3] ?? 'tsc';
  const { milliseconds, instantiations } = measureCost(compiler, count, 3);
  console.log(`${compiler}, ${count} sagas: ${milliseconds.toFixed(2)} ms and ${instantiations} instantiations each`);
}
