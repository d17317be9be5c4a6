/** What one workload measured. Ids are stable over time, so that figures can be compared. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly figure: number;
  readonly unit: string;
  /** The same work by hand, in the same run; null where there is none. */
  readonly baseline: number | null;
  /** figure / baseline; null without a baseline. */
  readonly ratio: number | null;
  /** What is to be reached, in words; null where the figure only informs. */
  readonly reach: string | null;
  /** Whether it was reached; null where there is nothing to reach. */
  readonly ok: boolean | null;
}

export interface Workload {
  /** `--only` takes it. */
  readonly id: string;
  /** One workload may give several figures. */
  measure(): Promise<readonly Figure[]>;
}

export interface Reach {
  readonly text: string;
  readonly ok: boolean;
}

/** A figure, with its ratio worked out. */
export function figure(
  id: string,
  title: string,
  value: number,
  unit: string,
  more: { readonly baseline?: number; readonly reach?: Reach } = {},
): Figure {
  const { baseline, reach } = more;
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

function round(value: number): number {
  return Number(value.toPrecision(4));
}
