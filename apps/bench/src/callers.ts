import { percentile, timeInTurn, type Work } from './measure.js';

/** How a piece of work fares with several callers, each of which starts its next run when the last one has ended. */
export interface Rate {
  /** Runs of all callers in a second, in the median round. */
  readonly perSecond: number;
  /** Milliseconds that a caller waits for one run. */
  readonly p50: number;
  readonly p99: number;
}

const RUNS_A_CALLER = 20;
const KEPT_SAMPLES = 100_000;

/** Rates of several pieces of work with `callers` at once, measured in turn. */
export async function ratesInTurn<Names extends string>(
  callers: number,
  works: Readonly<Record<Names, Work>>,
): Promise<Record<Names, Rate>> {
  const names = Object.keys(works) as Names[];
  const crowds = new Map(names.map((name) => [name, new Crowd(callers, works[name])]));
  const timings = await timeInTurn(
    Object.fromEntries([...crowds].map(([name, crowd]) => [name, () => crowd.once()])) as unknown as Record<
      Names,
      Work
    >,
  );
  const runs = callers * RUNS_A_CALLER;
  const rates = names.map((name) => [
    name,
    { perSecond: (1e6 * runs) / timings[name].wall, ...crowds.get(name)?.latencies() },
  ]);
  return Object.fromEntries(rates) as Record<Names, Rate>;
}

/** A number of callers, and the latest of their latencies. */
class Crowd {
  private readonly samples = new Float64Array(KEPT_SAMPLES);
  private count = 0;

  constructor(
    private readonly callers: number,
    private readonly work: Work,
  ) {}

  /** Every caller makes its runs. */
  once(): Promise<unknown> {
    return Promise.all(Array.from({ length: this.callers }, () => this.call()));
  }

  latencies(): { readonly p50: number; readonly p99: number } {
    const samples = [...this.samples.subarray(0, Math.min(this.count, KEPT_SAMPLES))];
    return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
  }

  private async call(): Promise<void> {
    for (let run = 0; run < RUNS_A_CALLER; run++) {
      const before = performance.now();
      await this.work();
      this.samples[this.count++ % KEPT_SAMPLES] = performance.now() - before;
    }
  }
}
