import type { Rows } from './classifier.ts';

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * The pattern that finds `query` in a text whatever its case, its white space and the way accents are composed;
 * null for a query of white space only. A match never goes over a line end.
 */
export function queryPattern(query: string): RegExp | null {
  const words = query.trim();
  if (words === '') return null;
  const forms = new Set([words, words.normalize('NFC'), words.normalize('NFD')]);
  const sources = [...forms].map((form) =>
    form
      .split(/\s+/u)
      .map((word) => word.replace(SPECIAL, '\\$&'))
      .join('[^\\S\\r\\n]+'),
  );
  return new RegExp(sources.join('|'), 'giu');
}

/** Marks with 1 in `out` the rows in which `pattern` (global) is found. One pass over the text. */
export function markFoundRows(rows: Rows, pattern: RegExp, out: Uint8Array): void {
  const { text, starts, ends, count } = rows;
  let row = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index;
    while (row < count && (ends[row] as number) <= start) row++;
    if (row === count) return;
    const isInside = start >= (starts[row] as number) && start + match[0].length <= (ends[row] as number);
    if (isInside) out[row] = 1;
    // The rest of a found row says nothing new; a match that began before the row may hide one inside it.
    pattern.lastIndex = isInside ? (ends[row] as number) : start + 1;
  }
}
