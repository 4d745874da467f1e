import { candidateEnd, candidateEntries, candidateEntriesEnd } from './candidates.ts';
import { FOLD } from './fold.ts';
import { ENTRY_EDGES, ENTRY_FIELDS, ENTRY_KEYWORD, ENTRY_SIZE, ENTRY_START } from './gramIndex.ts';
import { BYTES } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import {
  compareKeywords,
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  NO_KEYWORD,
  NO_MAPPING,
} from './keywords.ts';

/**
 * A line to find keywords in, from `start` to `end` of its normalised units; where `units` is null it is ASCII as typed
 * in BYTES, and folded as it is read. `shift` leads from the bytes of the block to these offsets.
 */
export type Line = { units: Uint16Array | null; start: number; end: number; shift: number };

/** What reading about a candidate costs, in units compared. */
const CANDIDATE_COST = 8;

/**
 * The best of `best` and the keywords of the candidates from `first` on, up to byte `lastByte`. No further than the
 * budget reaches.
 */
export function verifyCandidates(
  index: KeyIndex,
  line: Line,
  first: number,
  lastByte: number,
  best: KeywordNumber,
): KeywordNumber {
  const { budget } = index;
  let winner = best;
  for (let c = first; budget.left >= 0; c++) {
    const end = candidateEnd(c);
    if (end > lastByte) break;
    budget.left -= CANDIDATE_COST;
    winner = verifyCandidate(index, line, c, end + line.shift, winner);
  }
  return winner;
}

/** The best of `best` and the keywords of one candidate, whose gram ends at offset `behind`. */
function verifyCandidate(
  index: KeyIndex,
  line: Line,
  candidate: number,
  behind: number,
  best: KeywordNumber,
): KeywordNumber {
  const { table, budget } = index;
  const { entries } = index.grams;
  const end = candidateEntriesEnd(candidate);
  let winner = best;
  let least = best === NO_KEYWORD ? 0 : keywordLength(table, best) << 8;
  for (let e = candidateEntries(candidate); e < end; e += ENTRY_FIELDS) {
    const size = entries[e + ENTRY_SIZE] as number;
    if (size < least) break;
    const from = behind - (size & 255);
    const length = size >>> 8;
    budget.left--;
    if (!endsFit(line, from, length, entries[e + ENTRY_EDGES] as number)) continue;
    const k = entries[e + ENTRY_KEYWORD] as number;
    if (k === winner) continue;
    const same = countSame(index, line, from, entries[e + ENTRY_START] as number, length);
    budget.left -= same;
    if (same < length || (table.unused > 0 && table.winners[k] === NO_MAPPING)) continue;
    if (winner === NO_KEYWORD || size - least >= 256 || compareKeywords(table, k, winner) < 0) winner = k;
    least = length << 8;
  }
  return winner;
}

/** Whether a keyword of that length has room at offset `from`, and its first and last unit stand there. */
function endsFit(line: Line, from: number, length: number, edges: number): boolean {
  if (from < line.start || from + length > line.end) return false;
  return ((foldedAt(line, from) << 16) | foldedAt(line, from + length - 1)) === edges;
}

function foldedAt(line: Line, at: number): number {
  return line.units ? (line.units[at] as number) : (FOLD[BYTES[at] as number] as number) & 0xffff;
}

/** How many units at offset `from` agree with the table's from `at` on before the first that differs. */
function countSame(index: KeyIndex, line: Line, from: number, at: number, length: number): number {
  const { units } = index.table;
  return line.units ? sameUnits(units, at, line.units, from, length) : sameBytes(units, at, from, length);
}

/** The first unit is known to agree. */
function sameBytes(units: Uint16Array, at: number, from: number, length: number): number {
  let i = 1;
  while (i < length && ((FOLD[BYTES[from + i] as number] as number) & 0xffff) === units[at + i]) i++;
  return i;
}

function sameUnits(units: Uint16Array, at: number, line: Uint16Array, from: number, length: number): number {
  let i = 1;
  while (i < length && line[from + i] === units[at + i]) i++;
  return i;
}

/** The longer keyword; of two equally long ones the first by code units. */
export function better(table: KeywordTable, a: KeywordNumber, b: KeywordNumber): KeywordNumber {
  if (a === NO_KEYWORD || a === b) return b;
  const longer = keywordLength(table, b) - keywordLength(table, a);
  if (longer !== 0) return longer > 0 ? b : a;
  return compareKeywords(table, a, b) <= 0 ? a : b;
}
