/** What one run of a piece of work takes, in microseconds: the medians of its rounds. */
export interface Timing {
  readonly wall: number;
  /** Processor time, garbage collector included: what a run costs however busy the machine is. */
  readonly cpu: number;
}

export type Work = () => Promise<unknown>;

const ROUNDS = 9;
const WARM_UP_MS = 1_000;
/** Not timed: caches, and the processor's guesses, are those of the work before. */
const LEAD_IN_MS = 40;
/** Long enough to hold a fair share of full garbage collections. */
const ROUND_MS = 250;

/**
 * Times several pieces of work in the same run, round by round in turn, so that a noisy machine is noisy for all of them.
 * A round repeats its work for about `ROUND_MS`, one run after the other. Garbage is not collected between rounds: after
 * a forced collection the compiler drops much of its code, and the next 100 ms would measure that.
 */
export async function timeInTurn<Names extends string>(
  works: Readonly<Record<Names, Work>>,
): Promise<Record<Names, Timing>> {
  const names = Object.keys(works) as Names[];
  for (const name of names) await timeRound(works[name], WARM_UP_MS);
  const rounds = new Map<Names, Timing[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      await timeRound(works[name], LEAD_IN_MS);
      rounds.get(name)?.push(await timeRound(works[name], ROUND_MS));
    }
  }
  const timings = names.map((name) => [name, timingOf(rounds.get(name) ?? [])]);
  return Object.fromEntries(timings) as Record<Names, Timing>;
}

/** Repeats the work until the time is over. The clock is read once in a handful of runs, since some take a microsecond. */
async function timeRound(work: Work, limit: number): Promise<Timing> {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  let took = 0;
  let runs = 0;
  let handful = 1;
  while (took < limit) {
    for (let run = 0; run < handful; run++) await work();
    runs += handful;
    took = performance.now() - before;
    if (took < limit / 100) handful *= 2;
  }
  const cpu = process.cpuUsage(cpuBefore);
  return { wall: (took * 1_000) / runs, cpu: (cpu.user + cpu.system) / runs };
}

function timingOf(rounds: readonly Timing[]): Timing {
  const median = (key: keyof Timing): number =>
    percentile(
      rounds.map((round) => round[key]),
      0.5,
    );
  return { wall: median('wall'), cpu: median('cpu') };
}

/** The value below which the given share of all samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
