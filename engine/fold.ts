import { normalise } from './normalise.ts';

/**
 * Folding one UTF-16 unit at a time, the fast half of {@link normalise}: a table from a unit as typed to
 *
 *     bit 31      CAREFUL: this unit cannot be folded on its own; the whole text must go through `normalise`
 *     bit 30      white space
 *     bits 16–23  the unit's skeleton: one byte that units with the same folded form share, for hashing
 *     bits 0–15   the folded unit
 *
 * The table (256 KB) is filled as units are met, since working out all 65,536 would cost 30 ms at start.
 */
export const FOLD = new Int32Array(65536);
/** Every unit begins as "careful" and is worked out by {@link learnUnits} when it first turns up. */
const UNKNOWN = 1 << 31;
FOLD.fill(UNKNOWN);

const SPACE_BIT = 1 << 30;
const SPACE = 32;
const FINAL_SIGMA = 0x03a3;

/** Marks reorder and compose with what stands before them, so do the vowels and finals of conjoining Hangul. */
const COMPOSES = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** Works out the table entries of all units of `text` from `start` to `end` that are not known yet. */
export function learnUnits(text: string, start: number, end: number): void {
  for (let i = start; i < end; i++) learn(text.charCodeAt(i));
}

/** A folded unit is learnt along with the one it came of, since keywords are hashed in their folded form. */
function learn(unit: number): void {
  if (FOLD[unit] !== UNKNOWN) return;
  const folded = foldUnit(unit);
  FOLD[unit] = folded;
  learn(folded & 0xffff);
}

function foldUnit(unit: number): number {
  if (isSurrogate(unit)) return pack(unit) | (isPlainSurrogate(unit) ? 0 : UNKNOWN);
  const typed = String.fromCharCode(unit);
  // Trimmed to nothing means white space; everything else keeps its place.
  if (typed.trim() === '') return pack(SPACE);
  const folded = normalise(typed);
  if (folded.length !== 1 || !standsAlone(typed) || !standsAlone(folded)) return pack(unit) | UNKNOWN;
  return pack(folded.charCodeAt(0));
}

/** Whether the folding of a BMP character never depends on its neighbours. */
function standsAlone(character: string): boolean {
  return character.charCodeAt(0) !== FINAL_SIGMA && !COMPOSES.test(character);
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/**
 * Astral characters fold unit by unit where none of the 1,024 behind a high surrogate has case, composes or
 * decomposes: the emoji blocks (U+1F000–1FBFF) and the Han extensions (U+20000–2A6FF). A low surrogate is plain,
 * since the high one before it decides.
 */
function isPlainSurrogate(unit: number): boolean {
  return unit >= 0xdc00 || (unit >= 0xd83c && unit <= 0xd83e) || (unit >= 0xd840 && unit <= 0xd869);
}

function pack(folded: number): number {
  return (skeleton(folded) << 16) | folded | (folded === SPACE ? SPACE_BIT : 0);
}

/**
 * ASCII keeps its digits and letters (and a few signs); the rest of it, white space and the six replaced
 * characters among them, becomes 0. gramScan.ts does the same to four characters at once. What is beyond ASCII
 * is spread over the letters.
 */
function skeleton(folded: number): number {
  if (folded >= 0x80) return 0x61 + ((Math.imul(folded, 0x9e3779b1) >>> 16) % 26);
  const lower = folded | 0x20;
  return lower >= 0x30 && lower <= 0x7a ? lower : 0;
}

// ASCII is known from the start: the scan of whole chunks takes it for granted.
for (let unit = 0; unit < 0x80; unit++) learn(unit);
