import { FOLD, learnUnits } from './fold.ts';
import { BEHIND, BLOCK_START, BLOCK_UNITS, BYTES } from './gramScan.ts';
import { normalise } from './normalise.ts';

/** The normalised units of lines that cannot be read as bytes; each stands at the offset of its skeleton in BYTES. */
export const UNITS = new Uint16Array(BYTES.length);
/** Behind the last unit that a line may begin at. */
export const BLOCK_END = BLOCK_START + BLOCK_UNITS;

const SPACE = 32;
const SPACE_BIT = 1 << 30;

/** In place of an offset: the text does not fold unit by unit. */
const NOT_FOLDED = -1;

/**
 * Writes the normalised form of `text` from `start` to `end`, at most {@link BLOCK_UNITS} long, into the block from
 * `at` on. Returns where it ends, or -1 where it has no room.
 */
export function writeLine(text: string, start: number, end: number, at: number): number {
  if (at + end - start > BLOCK_END) return -1;
  const folded = writeFolded(text, start, end, at);
  if (folded !== NOT_FOLDED) return folded;
  learnUnits(text, start, end);
  const retried = writeFolded(text, start, end, at);
  if (retried !== NOT_FOLDED) return retried;
  const line = normalise(text.slice(start, end));
  learnUnits(line, 0, line.length);
  return at + line.length > BLOCK_END ? -1 : writeNormalised(line, 0, line.length, at);
}

/**
 * Folds the bytes `start` to `end`, ASCII as typed, into the units at the same place. False where white space follows
 * white space, which normalising would make one.
 */
export function foldBytes(start: number, end: number): boolean {
  let previous = 0;
  let runs = 0;
  for (let at = start; at < end; at++) {
    const folded = FOLD[BYTES[at] as number] as number;
    UNITS[at] = folded;
    runs |= folded & previous;
    previous = folded;
  }
  return (runs & SPACE_BIT) === 0;
}

/** Ends the block at `end`: what is behind reads as white space. */
export function endBlock(end: number): void {
  for (let at = end; at < end + BEHIND; at++) BYTES[at] = 0;
}

/** Writes units that are normalised and learnt already. Returns where they end. */
export function writeNormalised(line: string, start: number, end: number, at: number): number {
  for (let i = start, to = at; i < end; i++, to++) {
    const unit = line.charCodeAt(i);
    UNITS[to] = unit;
    BYTES[to] = (FOLD[unit] as number) >>> 16;
  }
  return at + end - start;
}

/**
 * Folds unit by unit, and a single mark with the unit before it; else -1. White space that follows white space, or stands
 * first, is overwritten by what comes next.
 */
function writeFolded(text: string, start: number, end: number, at: number): number {
  let to = at;
  let previous = SPACE_BIT;
  for (let i = start; i < end; i++) {
    let folded = FOLD[text.charCodeAt(i)] as number;
    if (folded < 0) {
      const follows = i + 1 < end ? (FOLD[text.charCodeAt(i + 1)] as number) : 0;
      if (i === start || follows < 0 || (previous & SPACE_BIT) !== 0) return NOT_FOLDED;
      folded = foldPair(text.charCodeAt(i - 1), text.charCodeAt(i));
      if (folded < 0) return NOT_FOLDED;
      to--;
    }
    UNITS[to] = folded;
    BYTES[to] = folded >>> 16;
    to += 1 - (((folded & previous) >>> 30) & 1);
    previous = folded;
  }
  return to > at && UNITS[to - 1] === SPACE ? to - 1 : to;
}

/** Pairs met last, by hash: first unit × 65,536 + second, then the table entry of what they compose to. */
const PAIRS = new Int32Array(2 * 256);

/** The entry of the fold table for a unit with the mark behind it; negative where they do not make one plain unit. */
function foldPair(unit: number, mark: number): number {
  const pair = (unit << 16) | mark;
  const slot = (Math.imul(pair, 0x9e3779b1) >>> 24) * 2;
  if (PAIRS[slot] !== pair) {
    const composed = String.fromCharCode(unit, mark).normalize('NFC');
    learnUnits(composed, 0, composed.length);
    PAIRS[slot] = pair;
    PAIRS[slot + 1] = composed.length === 1 ? (FOLD[composed.charCodeAt(0)] as number) : NOT_FOLDED;
  }
  return PAIRS[slot + 1] as number;
}
