import { normalise } from '../normalise.ts';
import { compareUnits } from './hash.ts';

/** Stands before the first and after every text, and for units that no phrase may contain. */
export const BARRIER = 0;

/** Many texts in one array; text i is `units[starts[i]]` up to, not including, the barrier before `starts[i + 1]`. */
export type UnitTexts = { readonly units: Uint16Array; readonly starts: Int32Array };

/**
 * The descriptions in the two forms the analysis needs: `upper` (upper case, runs of white space one space,
 * trimmed), in which phrases are looked for, and `match`, the form the classifier compares ({@link normalise}).
 */
export type ComparedTexts = {
  readonly upper: UnitTexts;
  readonly match: UnitTexts;
  /** 1 for texts whose forms do not correspond unit by unit (combining marks, ß, Σ, astral characters …). */
  readonly complex: Uint8Array;
};

const SIMPLE = 1;
const SPACE = 2;
const COMPLEX = 3;
/** 0 for units not met so far. */
const unitKinds = new Uint8Array(65536);
const upperUnits = new Uint16Array(65536);
const matchUnits = new Uint16Array(65536);
const SPACE_UNIT = 32;
const ROWS_PER_STEP = 4096;
const CHUNK = 8192;

/** Prepares both forms of `descriptions`; yields now and then. */
export function* compareTexts(descriptions: readonly string[]): Generator<void, ComparedTexts> {
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
 * Appends both forms of a description unit by unit, for which there must be room; false, with nothing appended, if
 * that is not possible.
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
  // Marks and Hangul jamo compose with their neighbours; the lower case of sigma depends on them.
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

/** Control characters and lone surrogates cannot be stored in a key, so they end every phrase. */
function withoutUnstorable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here.
  return text.replace(/[\0-\x1f\x7f]|\p{Cs}/gu, '\0');
}

/** Texts being appended unit by unit. */
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
