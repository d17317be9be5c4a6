/** At most this many known names are listed in a message. */
const LISTED = 20;

/** `unknown step 'hashPasword': did you mean 'hashPassword'? Known: …`; the known names stay in their order. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  const hint = near === null ? '' : `: did you mean '${near}'?`;
  return `unknown ${what} '${name}'${hint}${near === null ? '; ' : ' '}${knownNames(known)}`;
}

/** `known: a, b, c`, shortened when there are many. */
export function knownNames(known: readonly string[]): string {
  if (known.length === 0) return 'there are none';
  const listed = known.slice(0, LISTED).join(', ');
  return known.length > LISTED ? `known: ${listed} and ${known.length - LISTED} more` : `known: ${listed}`;
}

/** The candidate that a typing error would most likely have turned into `name`, or null. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  const stem = name.slice(0, Math.max(4, name.length - 2));
  let nearest = candidates.find((candidate) => name.length >= 4 && candidate.startsWith(stem)) ?? null;
  let best = Math.min(name.length, Math.max(1, Math.floor(name.length / 3)) + 1);
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === name.toLowerCase()) return candidate;
    if (Math.abs(candidate.length - name.length) >= best) continue;
    const distance = editDistance(name, candidate);
    if (distance < best) [nearest, best] = [candidate, distance];
  }
  return nearest;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, (previous[j] as number) + 1, (current[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforePrevious[j - 2] as number) + 1);
      }
      current.push(cost);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length] as number;
}
