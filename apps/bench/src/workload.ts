/** What one workload measured. Ids are stable over time, so that figures can be compared. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly figure: number;
  readonly unit: string;
  /** The same work by hand, in the same run and unit; null where there is none. */
  readonly baseline: number | null;
  /** figure / baseline; null without a baseline. */
  readonly ratio: number | null;
  /** What is to be reached, in words; null where the figure only informs. */
  readonly reach: string | null;
  /** Whether it was reached; null where there is nothing to reach. */
  readonly ok: boolean | null;
}

export interface Workload {
  /** Of all figures it gives, which are measured together: `--only` takes any of them. */
  readonly ids: readonly string[];
  measure(): Promise<readonly Figure[]>;
}

export interface Reach {
  readonly text: string;
  readonly ok: boolean;
}

export interface Measured {
  readonly id: string;
  readonly title: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline?: number;
  readonly reach?: Reach;
}

/** A figure, with its ratio worked out. */
export function figure({ id, title, value, unit, baseline, reach }: Measured): Figure {
  return {
    id,
    title,
    figure: round(value),
    unit,
    baseline: baseline === undefined ? null : round(baseline),
    ratio: baseline === undefined || baseline === 0 ? null : round(value / baseline),
    reach: reach?.text ?? null,
    ok: reach?.ok ?? null,
  };
}

/** Reached by a value up to `limit`. */
export function atMost(limit: number, value: number): Reach {
  return { text: `≤ ${limit}`, ok: value <= limit };
}

/** Reached by a value from `limit` on. */
export function atLeast(limit: number, value: number): Reach {
  return { text: `≥ ${limit.toLocaleString('en-US')}`, ok: value >= limit };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
