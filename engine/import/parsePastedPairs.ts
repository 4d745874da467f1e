import { PairCollector } from './PairCollector.ts';
import type { ParsedPairs } from './pair.ts';

/**
 * Reads pasted text: one pair per line, description and account parted by a tab; further columns are left aside.
 * Line ends are LF, CR LF or CR.
 */
export function parsePastedPairs(text: string): ParsedPairs {
  const collector = new PairCollector();
  let line = 0;
  let start = 0;
  while (start < text.length) {
    const end = lineEnd(text, start);
    const row = text.slice(start, end);
    collector.add(++line, row.split('\t'), row);
    start = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return collector.finish();
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) return at;
  }
  return text.length;
}
