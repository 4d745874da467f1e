import { endBlock } from './block.ts';
import { listLongCandidates, listShortCandidates } from './candidates.ts';
import { decide, decideByAutomaton } from './decide.ts';
import { FOLD, learnUnits } from './fold.ts';
import { BLOCK_START, BLOCK_UNITS, BYTES, type Found, scanGrams } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { type KeywordNumber, NO_KEYWORD } from './keywords.ts';
import { normalise } from './normalise.ts';
import { refill, startPenalty } from './verificationQuota.ts';
import { type Line, verifyCandidates } from './verify.ts';

const SPACE_BIT = 1 << 30;
/** Windows overlap by as much as a gram with the unit behind it. */
export const WINDOW_STEP = BLOCK_UNITS - 8;

/** The keyword that wins for a line too long for a block. Two bytes per unit while it is at work. */
export function matchLong(index: KeyIndex, text: string, start: number, end: number): KeywordNumber {
  const units = foldLong(text, start, end);
  const line: Line = { units, start: 0, end: units.length, shift: 0 };
  let best: KeywordNumber = NO_KEYWORD;
  for (let at = 0; at < units.length; at += WINDOW_STEP) {
    const to = Math.min(units.length, at + BLOCK_UNITS);
    if (!refill(index.budget, to - at)) return decideByAutomaton(index, units, 0, units.length);
    line.shift = at - BLOCK_START;
    scanWindow(index, units, at, to);
    for (const list of CANDIDATE_LISTS) {
      list(index);
      best = verifyCandidates(index, line, 0, BLOCK_START + to - at, best);
    }
    if (index.budget.left < 0) {
      startPenalty(index.budget);
      return decideByAutomaton(index, units, 0, units.length);
    }
  }
  return decide(index, units, 0, units.length, best);
}

const found: Found = { long: 0, short: 0, irregular: 0 };

/** Each lists candidates of one kind in the window scanned last, at most as many as a block holds, and returns how many. */
export const CANDIDATE_LISTS = [
  ({ grams, table }: KeyIndex) => listLongCandidates(grams, table.units, found.long),
  ({ grams, table }: KeyIndex) => listShortCandidates(grams, table.units, found.short),
] as const;

/** Scans units `start` to `end`, at most as many as a block holds. */
export function scanWindow(index: KeyIndex, units: Uint16Array, start: number, end: number): void {
  let at = BLOCK_START;
  for (let i = start; i < end; i++) BYTES[at++] = (FOLD[units[i] as number] as number) >>> 16;
  endBlock(at);
  scanGrams(index.grams.filter, at, found);
}

function foldLong(text: string, start: number, end: number): Uint16Array {
  const plain = foldPlain(text, start, end);
  if (plain) return plain;
  learnUnits(text, start, end);
  return foldPlain(text, start, end) ?? unitsOf(normalise(text.slice(start, end)));
}

/** Folds unit by unit and collapses white space; null where that is not all there is to do. */
function foldPlain(text: string, start: number, end: number): Uint16Array | null {
  const units = new Uint16Array(end - start + 1);
  let to = 0;
  let previous = SPACE_BIT;
  let all = 0;
  for (let i = start; i < end; i++) {
    const folded = FOLD[text.charCodeAt(i)] as number;
    units[to] = folded;
    to += 1 - (((folded & previous) >>> 30) & 1);
    previous = folded;
    all |= folded;
  }
  return all < 0 ? null : units.subarray(0, to);
}

/** The units of a normalised text. */
export function unitsOf(line: string): Uint16Array {
  learnUnits(line, 0, line.length);
  const units = new Uint16Array(line.length);
  for (let i = 0; i < line.length; i++) units[i] = line.charCodeAt(i);
  return units;
}
