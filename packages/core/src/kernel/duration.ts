/** A length of time: milliseconds, or a number with a unit (`'250ms'`, `'30s'`, `'5m'`, `'2h'`, `'1d'`). */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const TEXT = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** Milliseconds of a duration, or `null` when it is not one: negative, `NaN`, infinite or an unknown unit. */
export function parseDuration(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null;
  if (typeof value !== 'string') return null;
  const match = TEXT.exec(value);
  if (!match) return null;
  const length = Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
  return Number.isFinite(length) ? length : null;
}

/** Milliseconds of a duration that was validated before; throws a `TypeError` naming the value otherwise. */
export function milliseconds(value: Duration): number {
  const parsed = parseDuration(value);
  if (parsed === null) {
    throw new TypeError(
      `${JSON.stringify(value)} is not a duration: use milliseconds or '250ms', '30s', '5m', '2h', '1d'`,
    );
  }
  return parsed;
}
