/** How long a piece of work takes, over several rounds. Microseconds for one run. */
export interface Timing {
  readonly best: number;
  readonly median: number;
  /** Processor time of one run in the median round: what the run costs when the machine is shared. */
  readonly cpu: number;
}

type Work = () => Promise<unknown>;

interface Round {
  readonly wall: number;
  readonly cpu: number;
}

/**
 * Times several pieces of work in the same run, round by round in turn, so that a noisy machine is noisy for all of them.
 * Each round runs a piece `runs` times, one after the other.
 */
export async function timeInTurn<Names extends string>(
  works: Readonly<Record<Names, Work>>,
  options: { readonly runs: number; readonly rounds: number },
): Promise<Record<Names, Timing>> {
  const names = Object.keys(works) as Names[];
  const rounds = new Map<Names, Round[]>(names.map((name) => [name, []]));
  for (const name of names) await repeat(works[name], Math.ceil(options.runs / 2));
  for (let round = 0; round < options.rounds; round++) {
    for (const name of names) {
      globalThis.gc?.();
      rounds.get(name)?.push(await timeRound(works[name], options.runs));
    }
  }
  return Object.fromEntries(names.map((name) => [name, timing(rounds.get(name) ?? [])])) as Record<Names, Timing>;
}

async function timeRound(work: Work, runs: number): Promise<Round> {
  const cpuBefore = process.cpuUsage();
  const before = process.hrtime.bigint();
  await repeat(work, runs);
  const wall = Number(process.hrtime.bigint() - before) / 1_000 / runs;
  const cpu = process.cpuUsage(cpuBefore);
  return { wall, cpu: (cpu.user + cpu.system) / runs };
}

async function repeat(work: Work, runs: number): Promise<void> {
  for (let run = 0; run < runs; run++) await work();
}

function timing(rounds: readonly Round[]): Timing {
  const sorted = rounds.toSorted((a, b) => a.wall - b.wall);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return { best: sorted[0]?.wall ?? 0, median: middle?.wall ?? 0, cpu: middle?.cpu ?? 0 };
}

/** The value below which the given share of all samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
