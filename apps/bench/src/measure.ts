/** What one run of a piece of work takes, in microseconds: the medians of its rounds. */
export interface Timing {
  readonly wall: number;
  /** Processor time, garbage collector included: what a run costs however busy the machine is. */
  readonly cpu: number;
}

export type Work = () => Promise<unknown>;

const ROUNDS = 9;
const WARM_UP_MS = 800;
/** Long enough that neither the clock nor one garbage collection decides it. */
const ROUND_MS = 150;

/**
 * Times several pieces of work in the same run, round by round in turn, so that a noisy machine is noisy for all of them.
 * A round repeats its work for about `ROUND_MS`, one run after the other; garbage of another one is collected before it.
 */
export async function timeInTurn<Names extends string>(
  works: Readonly<Record<Names, Work>>,
): Promise<Record<Names, Timing>> {
  const contenders: { readonly name: Names; readonly work: Work; readonly runs: number; readonly rounds: Timing[] }[] =
    [];
  for (const name of Object.keys(works) as Names[]) {
    contenders.push({ name, work: works[name], runs: await warmUp(works[name]), rounds: [] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { work, runs, rounds } of contenders) {
      globalThis.gc?.();
      rounds.push(await timeRound(work, runs));
    }
  }
  const timings = contenders.map(({ name, rounds }) => [
    name,
    { wall: medianOf(rounds, 'wall'), cpu: medianOf(rounds, 'cpu') },
  ]);
  return Object.fromEntries(timings) as Record<Names, Timing>;
}

/** Runs until the compiler has had its time; answers how many runs a round will take. */
async function warmUp(work: Work): Promise<number> {
  const { runs } = await repeatFor(work, WARM_UP_MS);
  const again = await repeatFor(work, Math.min(ROUND_MS, WARM_UP_MS));
  return Math.max(1, Math.round(again.runs * (ROUND_MS / again.took)), Math.min(runs, 3));
}

async function repeatFor(work: Work, limit: number): Promise<{ readonly runs: number; readonly took: number }> {
  const start = performance.now();
  let runs = 0;
  let took = 0;
  while (took < limit) {
    await work();
    runs++;
    took = performance.now() - start;
  }
  return { runs, took };
}

async function timeRound(work: Work, runs: number): Promise<Timing> {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  for (let run = 0; run < runs; run++) await work();
  const wall = ((performance.now() - before) * 1_000) / runs;
  const cpu = process.cpuUsage(cpuBefore);
  return { wall, cpu: (cpu.user + cpu.system) / runs };
}

function medianOf(rounds: readonly Timing[], key: keyof Timing): number {
  return percentile(
    rounds.map((round) => round[key]),
    0.5,
  );
}

/** The value below which the given share of all samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
