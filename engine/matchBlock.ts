import { endBlock, UNITS, writeLine } from './block.ts';
import type { Rows } from './classifier.ts';
import { BLOCK_START, type Found, scanGrams } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { LINE_ENDS, LINE_PLACES, LINE_STARTS, matchLines, readLines } from './lines.ts';
import { matchLong } from './matchLong.ts';

/**
 * Matches the first `count` rows of `list` unit by unit, one behind the other in the block; row r's keyword goes to
 * `out[r - first]`.
 */
export function matchBlock(
  index: KeyIndex,
  rows: Rows,
  list: Int32Array,
  count: number,
  first: number,
  out: Int32Array,
): void {
  let lines = 0;
  let at = BLOCK_START;
  for (let n = 0; n < count; n++) {
    const row = list[n] as number;
    const start = rows.starts[row] as number;
    const end = rows.ends[row] as number;
    let next = writeLine(rows.text, start, end, at);
    if (next < 0) {
      matchWritten(index, lines, at, out);
      lines = 0;
      at = BLOCK_START;
      next = writeLine(rows.text, start, end, at);
    }
    if (next < 0) {
      out[row - first] = matchLong(index, rows.text, start, end);
      continue;
    }
    LINE_STARTS[lines] = at;
    LINE_ENDS[lines] = next;
    LINE_PLACES[lines++] = row - first;
    at = next;
  }
  matchWritten(index, lines, at, out);
}

const found: Found = { long: 0, short: 0, irregular: 0 };

/** Matches the lines that are written into the block, up to `end`. */
function matchWritten(index: KeyIndex, count: number, end: number, out: Int32Array): void {
  if (count === 0) return;
  if (index.budget.left < 0) {
    // In debt nothing is verified, so nothing need be scanned.
    readLines(index, count, out);
    return;
  }
  endBlock(end);
  scanGrams(index.grams.filter, end, found);
  matchLines(index, UNITS, count, found, out);
}
