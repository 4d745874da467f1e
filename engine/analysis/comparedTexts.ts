import { normalise } from '../normalise.ts';

/** Stands before the first and behind every text, and in place of units that no phrase may contain. */
export const BARRIER = 0;

/** Many texts in one array; text i is `units[starts[i]]` up to, not including, the barrier before `starts[i + 1]`. */
export type UnitTexts = { readonly units: Uint16Array; readonly starts: Int32Array };

/**
 * The descriptions in the two forms that the analysis needs: `upper` (upper case, every run of white space one space,
 * trimmed), in which it looks for phrases, and `match`, the form that the classifier compares ({@link normalise}).
 */
export type ComparedTexts = {
  readonly upper: UnitTexts;
  readonly match: UnitTexts;
  /** 1 for texts whose two forms do not correspond unit by unit (combining marks, ß, Σ, astral characters …). */
  readonly complex: Uint8Array;
};

const SIMPLE = 1;
const SPACE = 2;
const COMPLEX = 3;
/** The kind of each unit met so far, else 0; and the forms of simple units. */
const unitKinds = new Uint8Array(65536);
const upperUnits = new Uint16Array(65536);
const matchUnits = new Uint16Array(65536);
const SPACE_UNIT = 32;
const ROWS_PER_STEP = 4096;
const CHUNK = 8192;

/** Both forms of `descriptions`. Yields every few thousand descriptions. */
export function* prepareTexts(descriptions: readonly string[]): Generator<void, ComparedTexts> {
  const units = descriptions.reduce((sum, text) => sum + text.length + 1, 1);
  const upper = new UnitBuffer(units, descriptions.length);
  const match = new UnitBuffer(units, descriptions.length);
  const complex = new Uint8Array(descriptions.length);
  for (const [i, description] of descriptions.entries()) {
    upper.reserve(description.length);
    match.reserve(description.length);
    if (!foldSimple(description, upper, match)) {
      complex[i] = 1;
      upper.append(withoutUnstorable(upperForm(description)));
      match.append(normalise(description));
    }
    upper.endText();
    match.endText();
    if (i % ROWS_PER_STEP === 0) yield;
  }
  return { upper: upper.finish(), match: match.finish(), complex };
}

/** Upper case, every run of white space one space, trimmed. */
export function upperForm(description: string): string {
  return description.toUpperCase().replace(/\s+/gu, ' ').trim();
}

/** Text `i` as a string. */
export function textOf({ units, starts }: UnitTexts, i: number): string {
  return stringOf(units, starts[i] as number, (starts[i + 1] as number) - 1);
}

/** Units `from` (included) to `to` (excluded) as a string. */
export function stringOf(units: Uint16Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += CHUNK) {
    text += String.fromCharCode(...units.subarray(at, Math.min(to, at + CHUNK)));
  }
  return text;
}

/** Length of text `i` in units. */
export function lengthOf({ starts }: UnitTexts, i: number): number {
  return (starts[i + 1] as number) - (starts[i] as number) - 1;
}

/** Order of texts `a` and `b` by UTF-16 code units. */
export function compareTextAt(texts: UnitTexts, a: number, b: number): number {
  const { units, starts } = texts;
  const shorter = Math.min(lengthOf(texts, a), lengthOf(texts, b));
  const order = compareUnits(units, starts[a] as number, units, starts[b] as number, shorter);
  return order || lengthOf(texts, a) - lengthOf(texts, b);
}

/** The classifier's order of keywords, best first: the longer, then by UTF-16 code units. */
export function compareAsKeywords(a: UnitTexts, i: number, b: UnitTexts, j: number): number {
  const length = lengthOf(a, i);
  if (lengthOf(b, j) !== length) return lengthOf(b, j) - length;
  return compareUnits(a.units, a.starts[i] as number, b.units, b.starts[j] as number, length);
}

/**
 * Appends both forms of a description unit by unit; both buffers must have room. Returns false, with nothing appended,
 * for descriptions that are not simple.
 */
function foldSimple(description: string, upper: UnitBuffer, match: UnitBuffer): boolean {
  const shift = match.length - upper.length;
  const { units: upperTo, length: start } = upper;
  const { units: matchTo } = match;
  let to = start;
  let space = false;
  for (let i = 0; i < description.length; i++) {
    const unit = description.charCodeAt(i);
    const kind = (unitKinds[unit] as number) || learn(unit);
    if (kind === COMPLEX) return false;
    if (kind === SPACE) {
      space = to > start;
      continue;
    }
    if (space) {
      upperTo[to] = SPACE_UNIT;
      matchTo[to++ + shift] = SPACE_UNIT;
      space = false;
    }
    upperTo[to] = upperUnits[unit] as number;
    matchTo[to++ + shift] = matchUnits[unit] as number;
  }
  upper.length = to;
  match.length = to + shift;
  return true;
}

function learn(unit: number): number {
  const kind = kindOf(unit);
  unitKinds[unit] = kind;
  if (kind === SIMPLE) {
    const character = String.fromCharCode(unit);
    upperUnits[unit] = withoutUnstorable(character.toUpperCase()).charCodeAt(0);
    matchUnits[unit] = normalise(character).charCodeAt(0);
  }
  return kind;
}

function kindOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/\s/u.test(character)) return SPACE;
  // Marks and Hangul jamo compose with their neighbours; the lower case of sigma depends on its neighbours.
  if (/[\p{M}\p{Cs}\u1100-\u11ffΣσς]/u.test(character)) return COMPLEX;
  const upper = character.toUpperCase();
  const lower = character.toLowerCase();
  const oneToOne =
    character.normalize('NFC') === character &&
    upper.length === 1 &&
    lower.length === 1 &&
    upper.toLowerCase() === lower;
  return oneToOne ? SIMPLE : COMPLEX;
}

/** Puts barriers in place of control characters and lone surrogates: keys cannot hold them, so no phrase may. */
function withoutUnstorable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here.
  return text.replace(/[\0-\x1f\x7f]|\p{Cs}/gu, '\0');
}

/** Texts that are being written unit by unit. */
class UnitBuffer {
  length = 1;
  units: Uint16Array<ArrayBuffer>;
  readonly #starts: Int32Array<ArrayBuffer>;
  #texts = 0;

  constructor(capacity: number, texts: number) {
    this.units = new Uint16Array(capacity);
    this.#starts = new Int32Array(texts + 1).fill(1);
  }

  push(unit: number): void {
    this.units[this.length++] = unit;
  }

  /** Makes room for a text of `length` units and its barrier. */
  reserve(length: number): void {
    const needed = this.length + length + 1;
    if (needed > this.units.length) this.#grow(needed * 2);
  }

  append(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.push(text.charCodeAt(i));
  }

  endText(): void {
    this.push(BARRIER);
    this.#texts++;
    this.#starts[this.#texts] = this.length;
  }

  finish(): UnitTexts {
    return { units: this.units.subarray(0, this.length), starts: this.#starts };
  }

  #grow(capacity: number): void {
    const larger = new Uint16Array(capacity);
    larger.set(this.units);
    this.units = larger;
  }
}

/*
 * Rolling hash of UTF-16 units: the polynomial in BASE modulo 2^32 (Karp–Rabin). Where hashes are equal the units are
 * compared, so a collision costs time and never changes an answer.
 */
const BASE = 0x2c1b3c6d | 0;

/** The hash of a stretch that is followed by `unit`, from the hash of the stretch. */
export function appendUnit(hash: number, unit: number): number {
  return (Math.imul(hash, BASE) + unit + 1) | 0;
}

/** `BASE ** length` for every length up to `longest`. */
export function powers(longest: number): Int32Array {
  const table = new Int32Array(longest + 1);
  table[0] = 1;
  for (let i = 1; i <= longest; i++) table[i] = Math.imul(table[i - 1] as number, BASE);
  return table;
}

/**
 * Slot for `hash` in a table of `2 ** (32 - shift)` slots: high bits, since the low ones of the polynomial are weak.
 */
export function slotOf(hash: number, shift: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> shift;
}

/** The shift of {@link slotOf} for a table that is at most half full with `entries`. */
export function shiftFor(entries: number): number {
  return Math.clz32(Math.max(entries, 8)) - 1;
}

/**
 * A set of hashes that may say yes wrongly (about one time in ten), small enough for a near cache. Asked before a
 * table, it saves most look-ups.
 */
export class HashSieve {
  readonly #bits: Int32Array;
  readonly #shift: number;

  constructor(entries: number) {
    this.#shift = shiftFor(entries * 4);
    this.#bits = new Int32Array(2 ** (32 - this.#shift) / 32);
  }

  add(hash: number): void {
    const bit = slotOf(hash, this.#shift);
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  mayHave(hash: number): boolean {
    const bit = slotOf(hash, this.#shift);
    return ((this.#bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
  }
}

/** Whether two stretches of `length` units are equal. */
export function sameUnits(a: Uint16Array, atA: number, b: Uint16Array, atB: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (a[atA + i] !== b[atB + i]) return false;
  }
  return true;
}

/** Order of two stretches of `length` units by UTF-16 code units. */
export function compareUnits(
  a: Uint16Array,
  atA: number,
  b: Uint16Array,
  atB: number,
  length: number,
): number {
  for (let i = 0; i < length; i++) {
    const difference = (a[atA + i] as number) - (b[atB + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
