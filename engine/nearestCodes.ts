/** More are no help. */
const MAX_NEAREST = 3;

/**
 * The codes most like one that is not among them, best first, at most three: by the number of characters to insert,
 * remove, replace or swap with their neighbour, whatever the case; of equal ones those that begin alike for longer, then
 * alphabetically (code units). Codes that differ in more than a third of the characters (at least one) are none.
 *
 * @example
 * nearestCodes('6109', ['6100', '6200', '7000']); // ['6100']
 */
export function nearestCodes(code: string, codes: Iterable<string>): string[] {
  const wanted = code.toLowerCase();
  const most = mostEdits(wanted);
  const found: Near[] = [];
  for (const candidate of codes) {
    const text = candidate.toLowerCase();
    if (candidate === code || Math.abs(text.length - wanted.length) > most) continue;
    const edits = editDistance(wanted, text);
    if (edits <= most) found.push({ code: candidate, edits, alike: alikeFrom(wanted, text) });
  }
  return found
    .toSorted((a, b) => a.edits - b.edits || b.alike - a.alike || (a.code < b.code ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map((near) => near.code);
}

type Near = { readonly code: string; readonly edits: number; readonly alike: number };

function mostEdits(code: string): number {
  return Math.max(1, Math.floor(code.length / 3));
}

/** The number of characters with which both begin. */
function alikeFrom(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/**
 * The number of characters (UTF-16 units) to insert, remove, replace or swap with their neighbour, none of them twice
 * (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (beforeLast[j - 2] as number) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] as number;
}
