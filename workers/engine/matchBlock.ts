import { endBlock, UNITS, writeLine } from './block.ts';
import { earn, overdraw, payDebt } from './budget.ts';
import { candidateEnd, listCandidates } from './candidates.ts';
import type { Rows } from './classifier.ts';
import { decide, decideByAutomaton } from './decide.ts';
import { BLOCK_START, BLOCK_UNITS, type Found, scanGrams } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { type KeywordNumber, NO_KEYWORD } from './keywords.ts';
import { matchLong } from './matchLong.ts';
import { type Line, verifyCandidates } from './verify.ts';

/** Where each line of the block ends; it begins where the one before ends. */
const LINE_ENDS = new Int32Array(BLOCK_UNITS + 1);

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
  let flushed = 0;
  let at = BLOCK_START;
  for (let n = 0; n < count; n++) {
    const row = list[n] as number;
    const start = rows.starts[row] as number;
    const end = rows.ends[row] as number;
    let next = writeLine(rows.text, start, end, at);
    if (next < 0) {
      matchLines(index, list, flushed, n, first, out);
      flushed = n;
      next = writeLine(rows.text, start, end, BLOCK_START);
    }
    if (next < 0) {
      out[row - first] = matchLong(index, rows.text, start, end);
      flushed = n + 1;
      next = BLOCK_START;
    }
    LINE_ENDS[n] = next;
    at = next;
  }
  matchLines(index, list, flushed, count, first, out);
}

const found: Found = { hits: 0, irregular: 0 };
const line: Line = { units: UNITS, start: 0, end: 0, shift: 0 };

/** Matches the lines in the block: numbers `from` to `to` of the list. */
function matchLines(
  index: KeyIndex,
  list: Int32Array,
  from: number,
  to: number,
  first: number,
  out: Int32Array,
): void {
  if (from === to) return;
  const isScanned = index.budget.left >= 0;
  if (isScanned) scanBlock(index, LINE_ENDS[to - 1] as number);
  let candidate = 0;
  let start = BLOCK_START;
  for (let n = from; n < to; n++) {
    const end = LINE_ENDS[n] as number;
    if (isScanned) while (candidateEnd(candidate) <= start) candidate++;
    out[(list[n] as number) - first] = matchUnits(index, start, end, isScanned ? candidate : -1);
    start = end;
  }
}

function scanBlock(index: KeyIndex, end: number): void {
  endBlock(end);
  scanGrams(index.grams.filter, end, found);
  listCandidates(index.grams, index.table.units, found.hits);
}

/** The keyword that wins for units `start` to `end`; `candidate` is the first that may lie there, -1 if not scanned. */
function matchUnits(index: KeyIndex, start: number, end: number, candidate: number): KeywordNumber {
  const { budget } = index;
  if (candidate < 0) payDebt(budget, end - start);
  else if (earn(budget, end - start)) {
    line.start = start;
    line.end = end;
    const best = verifyCandidates(index, line, candidate, end, NO_KEYWORD);
    if (budget.left >= 0) return decide(index, UNITS, start, end, best);
    overdraw(budget);
  }
  return decideByAutomaton(index, UNITS, start, end);
}
