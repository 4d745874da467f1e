import { INVISIBLE, withoutInvisible } from '#model/hiddenCharacters.ts';

const SPACE_RUNS = /\s+/gu;
const KEY_CHARACTERS = /[.#$/[\]]/g;

/**
 * The form in which descriptions and keywords are compared (design, §4): without invisible characters, NFC, lower case,
 * every run of white space one space, trimmed, then each of `. # $ / [ ]` replaced by `_`. The last step makes an entry
 * that is known only by its database key match too, since keys have the same replacement.
 *
 * @example
 * normalise(' ACME\tLtd.'); // 'acme ltd_'
 */
export function normalise(text: string): string {
  return lowerForm(withoutInvisible(text)).replace(SPACE_RUNS, ' ').trim().replace(KEY_CHARACTERS, '_');
}

function lowerForm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A normalised text and, for each of its units, the span of the text as typed that it comes from (UTF-16 offsets). */
export type TracedText = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Characters that NFC may join to the character before them, and those that are dropped. */
const JOINS = new RegExp(`[\\p{M}\\u1160-\\u11ff\\ud7b0-\\ud7ff\\u{16d63}-\\u{16d6a}${INVISIBLE}]`, 'u');
const WHITE_SPACE = /\s/u;

/**
 * {@link normalise} with offsets into the text as typed. A unit made of several typed units (`e` + U+0301) has the span
 * of all of them, and of invisible ones behind; a space has the span of its run of white space, and all units made of one
 * typed unit (`İ`) have the span of that unit. Linear in the text.
 */
export function traceNormalise(typed: string): TracedText {
  const lowered = lowerForm(withoutInvisible(typed));
  const spans = matchingSpans(typed, lowered.length);
  const starts: number[] = [];
  const ends: number[] = [];
  let inRun = true;
  for (let i = 0; i < lowered.length; i++) {
    const [start, end] = spans[i] ?? [0, typed.length];
    const space = WHITE_SPACE.test(lowered.charAt(i));
    if (space && inRun) {
      if (ends.length > 0) ends[ends.length - 1] = end;
    } else {
      starts.push(start);
      ends.push(end);
    }
    inRun = space;
  }
  const text = normalise(typed);
  return { text, starts: starts.slice(0, text.length), ends: ends.slice(0, text.length) };
}

type Span = readonly [start: number, end: number];

/** For each unit of the text in NFC and lower case, `length` in all, its span as typed. */
function matchingSpans(typed: string, length: number): readonly Span[] {
  const spans = joinedSpans(typed).flatMap((span) => {
    const units = lowerForm(withoutInvisible(typed.slice(...span))).length;
    return Array<Span>(units).fill(span);
  });
  // A newer Unicode version may have joining characters that JOINS lacks. Then every unit gets the whole text as its span.
  return spans.length === length ? spans : Array<Span>(length).fill([0, typed.length]);
}

/** Cuts the text before each character that does not join the one before it. */
function joinedSpans(typed: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let at = 0;
  for (const character of typed) {
    if (at > start && !JOINS.test(character)) {
      spans.push([start, at]);
      start = at;
    }
    at += character.length;
  }
  if (at > start) spans.push([start, at]);
  return spans;
}

/*
 * Folding: normalising one UTF-16 unit at a time, through a table. It gives what `normalise` gives, many times faster,
 * for all texts but those with units that depend on their neighbours; these go through `normalise`.
 *
 * Folded texts are written into the block: working memory that holds some thousand lines one behind the other while
 * they are matched.
 */

/**
 * For each UTF-16 unit as typed:
 *
 *     bit 31      set where the unit cannot be folded on its own: its text must go through `normalise`
 *     bit 30      set for white space
 *     bits 16–23  the folded byte: a hash of the folded unit in one byte, for the scan for grams
 *     bits 0–15   the folded unit
 *
 * The table (256 KB) is filled as units are met ({@link learnUnits}): filling all 65,536 entries would cost 30 ms at
 * start.
 */
export const FOLD = new Int32Array(65536);
const UNKNOWN = 1 << 31;
/** The entry of invisible characters: they can be dropped where no mark follows. */
const DROPPED = UNKNOWN | (1 << 29);
FOLD.fill(UNKNOWN);

const SPACE_BIT = 1 << 30;
export const SPACE = 32;
const FINAL_SIGMA = 0x03a3;

/** In place of an offset: the text cannot be folded unit by unit. */
const NOT_FOLDED = -1;

/** Characters that compose or reorder with the character before them: marks, and the vowels and finals of Hangul. */
const COMPOSES = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** Fills the table entries of all units of `text` from `start` to `end` that are not known yet. */
export function learnUnits(text: string, start: number, end: number): void {
  for (let i = start; i < end; i++) learn(text.charCodeAt(i));
}

/** The units of the normalised form of a text, all of them learnt; valid until the next text is folded. */
export function foldedUnits(text: string): Uint16Array {
  const end = writeLine(text, 0, text.length, BLOCK_START);
  return end >= 0 ? UNITS.subarray(BLOCK_START, end) : unitsOf(normalise(text));
}

/** The units of a normalised text, all of them learnt. */
export function unitsOf(normalised: string): Uint16Array {
  learnUnits(normalised, 0, normalised.length);
  const units = new Uint16Array(normalised.length);
  for (let i = 0; i < normalised.length; i++) units[i] = normalised.charCodeAt(i);
  return units;
}

/** The folded unit is learnt along with the typed one, since keywords are hashed in their folded form. */
function learn(unit: number): void {
  if (FOLD[unit] !== UNKNOWN) return;
  const folded = foldUnit(unit);
  FOLD[unit] = folded;
  learn(folded & 0xffff);
}

function foldUnit(unit: number): number {
  if (isSurrogate(unit)) return pack(unit) | (isPlainSurrogate(unit) ? 0 : UNKNOWN);
  const typed = String.fromCharCode(unit);
  if (withoutInvisible(typed) === '') return DROPPED;
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
 * Astral characters fold unit by unit where none of the 1,024 characters with the same high surrogate has case,
 * composes or decomposes: the emoji blocks (U+1F000–1FBFF) and the Han extensions (U+20000–2A6FF). Every low surrogate
 * is plain, since the high surrogate before it decides.
 */
function isPlainSurrogate(unit: number): boolean {
  return unit >= 0xdc00 || (unit >= 0xd83c && unit <= 0xd83e) || (unit >= 0xd840 && unit <= 0xd869);
}

function pack(folded: number): number {
  return (foldedByte(folded) << 16) | folded | (folded === SPACE ? SPACE_BIT : 0);
}

/**
 * ASCII digits and letters (and a few signs) stay themselves. All other ASCII, white space and the six replaced
 * characters included, becomes 0. `foldedBytes` (gramScan.ts) does the same to four ASCII bytes at once. Units beyond
 * ASCII are spread over the letters.
 */
function foldedByte(folded: number): number {
  if (folded >= 0x80) return 0x61 + ((Math.imul(folded, 0x9e3779b1) >>> 16) % 26);
  const lower = folded | 0x20;
  return lower >= 0x30 && lower <= 0x7a ? lower : 0;
}

// The scan for grams takes it for granted that ASCII is known.
for (let unit = 0; unit < 0x80; unit++) learn(unit);

/** Units of text in a block. */
export const BLOCK_UNITS = 1 << 14;
/** Where the first line of a block begins: the scan also looks at the bytes before, which are always white space. */
export const BLOCK_START = 8;
/** A line begins at this offset at the latest. */
const BLOCK_END = BLOCK_START + BLOCK_UNITS;
/** Bytes scanned behind the end of a block, so that the grams that end there are seen with the unit behind them. */
export const BEHIND = 8;

/*
 * The block is constant memory of a fixed size for the life of the program (2.3 MB with the lists of gramScan.ts and
 * matchLines.ts): compiled code then knows addresses and lengths, which accounts for a good part of the speed.
 */

/**
 * The bytes of the block that are scanned: either folded bytes or ASCII as typed; up to three bytes per unit of UTF-8.
 */
export const BYTES = new Uint8Array(BLOCK_START + BLOCK_UNITS * 3 + BEHIND);
/** The same memory, four bytes to a word. */
export const WORDS = new Int32Array(BYTES.buffer);
/** The normalised units of lines that were folded; each has the offset that its folded byte has in {@link BYTES}. */
export const UNITS = new Uint16Array(BYTES.length);

/**
 * Writes the normalised form of `text` from `start` to `end`, at most {@link BLOCK_UNITS} long, into the block from
 * `at` on. Returns where it ends, or -1 where the block has no room for it.
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
  return at + line.length > BLOCK_END ? -1 : writeNormalised(line, at);
}

/**
 * Folds the bytes `start` to `end`, ASCII as typed, into the units at the same offsets. Returns false where white space
 * follows white space: normalising would make a single space of both.
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

/** Writes the folded bytes of folded units `start` to `end` at the beginning of the block. Returns where they end. */
export function writeFoldedBytes(units: Uint16Array, start: number, end: number): number {
  let at = BLOCK_START;
  for (let i = start; i < end; i++) BYTES[at++] = (FOLD[units[i] as number] as number) >>> 16;
  return at;
}

/** Ends the block at byte `end`: the bytes behind read as white space. */
export function endBlock(end: number): void {
  for (let at = end; at < end + BEHIND; at++) BYTES[at] = 0;
}

/** Writes a text that is normalised and learnt already. Returns where it ends. */
function writeNormalised(line: string, at: number): number {
  for (let i = 0, to = at; i < line.length; i++, to++) {
    const unit = line.charCodeAt(i);
    UNITS[to] = unit;
    BYTES[to] = (FOLD[unit] as number) >>> 16;
  }
  return at + line.length;
}

/**
 * Folds unit by unit, and a single mark together with the unit before it; -1 where that is not enough. Drops invisible
 * characters. White space that follows white space, or stands first, is overwritten by the next unit.
 */
function writeFolded(text: string, start: number, end: number, at: number): number {
  let to = at;
  let previous = SPACE_BIT;
  for (let i = start; i < end; i++) {
    let folded = FOLD[text.charCodeAt(i)] as number;
    if (folded < 0) {
      if (folded === DROPPED) continue;
      folded = i === start || (previous & SPACE_BIT) !== 0 ? NOT_FOLDED : foldMark(text, i, end);
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

/** The table entry for the mark at `i` with the unit before it; negative where more than these two may compose. */
function foldMark(text: string, i: number, end: number): number {
  const follows = i + 1 < end ? (FOLD[text.charCodeAt(i + 1)] as number) : 0;
  return follows < 0 ? NOT_FOLDED : foldPair(text.charCodeAt(i - 1), text.charCodeAt(i));
}

/** The pairs met last, by hash: first unit × 65,536 + second, then the table entry of the unit they compose to. */
const PAIRS = new Int32Array(2 * 256);

/** The table entry for a unit with the mark behind it; negative where they do not compose to one plain unit. */
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
