/*
 * Where words, and phrases of whole words, may begin and end. A boundary lies between two characters unless both belong
 * to one run of letters (combining marks included) or one run of digits; every Han, Hiragana, Katakana or Hangul
 * character stands alone. A phrase begins with a letter or digit and ends with one (or with its mark).
 */

/** A word of a text: a run of letters or of digits, or one ideograph. UTF-16 offsets, `end` excluded. */
type Word = { readonly start: number; readonly end: number };

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  // beginsPhrase and endsPhrase look at both neighbours of a unit: a 0 stands before the first and behind the last one.
  const units = new Uint16Array(text.length + 2);
  for (let i = 0; i < text.length; i++) units[i + 1] = text.charCodeAt(i);
  const words: Word[] = [];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    if (start < 0 && beginsPhrase(units, i + 1)) start = i;
    if (start >= 0 && endsPhrase(units, i + 2)) {
      words.push({ start, end: i + 1 });
      start = -1;
    }
  }
  return words;
}

/** Kinds of UTF-16 units; a surrogate has the kind of the character that it is part of. */
const UNKNOWN = 0;
const OTHER = 1;
const LETTER = 2;
const MARK = 3;
const DIGIT = 4;
const IDEOGRAPH = 5;
const SURROGATE = 6;

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The kind of each unit met so far. */
const kinds = new Uint8Array(65536);

/** Whether a phrase may begin at unit `at`. `units[at - 1]` must exist. */
export function beginsPhrase(units: Uint16Array, at: number): boolean {
  const kind = kindOfUnit(units[at] as number);
  if (kind === OTHER || kind === MARK) return false;
  if (kind === SURROGATE) return isLeading(units[at] as number) && beginsWith(units, at, kindAt(units, at));
  return beginsWith(units, at, kind);
}

/** Whether a phrase may end before unit `at`, which must exist. */
export function endsPhrase(units: Uint16Array, at: number): boolean {
  if (isTrailing(units[at] as number)) return false;
  const kind = kindAt(units, at - 1);
  if (kind === IDEOGRAPH) return true;
  const next = kindAt(units, at);
  if (kind === DIGIT) return next !== DIGIT;
  return (kind === LETTER || kind === MARK) && next !== LETTER && next !== MARK;
}

function beginsWith(units: Uint16Array, at: number, kind: number): boolean {
  if (kind === IDEOGRAPH) return true;
  const before = kindAt(units, at - 1);
  if (kind === DIGIT) return before !== DIGIT;
  return kind === LETTER && before !== LETTER && before !== MARK;
}

/** Kind of the character that unit `at` belongs to. */
function kindAt(units: Uint16Array, at: number): number {
  const unit = units[at] as number;
  const kind = kindOfUnit(unit);
  if (kind !== SURROGATE) return kind;
  const first = isTrailing(unit) ? at - 1 : at;
  return kindOf(String.fromCharCode(units[first] as number, units[first + 1] as number));
}

function kindOfUnit(unit: number): number {
  const kind = kinds[unit] as number;
  return kind === UNKNOWN ? learn(unit) : kind;
}

function learn(unit: number): number {
  const kind = isLeading(unit) || isTrailing(unit) ? SURROGATE : kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/\p{M}/u.test(character)) return MARK;
  if (IDEOGRAPHS.test(character)) return IDEOGRAPH;
  if (/\p{L}/u.test(character)) return LETTER;
  return /\p{Nd}/u.test(character) ? DIGIT : OTHER;
}

function isLeading(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrailing(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
