import { PairCollector } from './PairCollector.ts';
import type { ParsedPairs } from './pair.ts';
import { joinQuotedCells } from './quotedCells.ts';

/**
 * Reads pasted text: one pair per line, description and account with a tab between them; further columns are left out.
 * A quoted cell with line breaks is one line, as for the Classifier. Line ends are LF, CR LF or CR; `line` of a result
 * counts lines after that.
 */
export function parsePastedPairs(pasted: string): ParsedPairs {
  const text = joinQuotedCells(pasted);
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
