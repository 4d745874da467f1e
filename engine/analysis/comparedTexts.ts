import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { normalise } from '../normalise.ts';

/** Stands before the first and behind every text, and in place of units that no phrase may contain. */
export const BARRIER = 0;

/** Many texts in one array; text i is `units[starts[i]]` up to, not including, the barrier before `starts[i + 1]`. */
export type UnitTexts = { readonly units: Uint16Array; readonly starts: Int32Array };

/**
 * The descriptions in the two forms that the analysis needs: `upper` (without invisible characters, upper case, every run
 * of white space one space, trimmed), in which it looks for phrases, and `match`, the form that the classifier compares ({@link normalise}).
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
const INVISIBLE = 4;
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

/** Without invisible characters, upper case, every run of white space one space, trimmed. */
export function upperForm(description: string): string {
  return withoutInvisible(description).toUpperCase().replace(/\s+/gu, ' ').trim();
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
    if (kind === INVISIBLE) continue;
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
  if (withoutInvisible(character) === '') return INVISIBLE;
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

const NO_LINK = -1;

/** Gets every phrase found. Phrases shorter than `shortest`, which `visit` may raise, are passed over. */
export type PhraseVisitor = {
  shortest: number;
  /** `phrase` is a number that {@link PhraseTable.add} returned. */
  visit(phrase: number): void;
};

/**
 * Finds which of many phrases a text contains, anywhere in it. Phrases are filed under their first `gram` units; where
 * these occur in the text, there is one table look-up per distinct length filed there. So ten thousand phrases with the
 * same beginning cost no more than the number of their lengths.
 */
export class PhraseTable {
  readonly #units: Uint16Array;
  readonly #gram: number;
  readonly #phraseSieve: HashSieve;
  readonly #gramSieve: HashSieve;
  readonly #shift: number;
  /** Open addressing; two numbers per slot: hash, and phrase or gram number + 1 (0: free). */
  readonly #phraseSlots: Int32Array;
  readonly #gramSlots: Int32Array;
  #phrases = 0;
  readonly #at: Int32Array;
  readonly #length: Int32Array;
  /**
   * The distinct lengths per gram, longest first: linked lists, since a hundred thousand small arrays cost too much.
   */
  readonly #firstLink: number[] = [];
  readonly #linkLength: number[] = [];
  readonly #nextLink: number[] = [];
  #powers = powers(128);
  /** Hash of the first i units of the text being searched. */
  #prefix = new Int32Array(129);

  /** For at most `capacity` phrases, stretches of `units` of at least `gram` units each. */
  constructor(units: Uint16Array, gram: number, capacity: number) {
    this.#units = units;
    this.#gram = gram;
    this.#phraseSieve = new HashSieve(capacity);
    this.#gramSieve = new HashSieve(capacity);
    this.#shift = shiftFor(capacity);
    this.#phraseSlots = new Int32Array(2 * 2 ** (32 - this.#shift));
    this.#gramSlots = new Int32Array(this.#phraseSlots.length);
    this.#at = new Int32Array(capacity);
    this.#length = new Int32Array(capacity);
  }

  /** Adds a phrase and returns its number: counted from 0, the same for equal phrases. */
  add(at: number, length: number): number {
    this.#hashPrefixes(this.#units, at, at + length);
    const hash = this.#hash(0, length);
    const slot = this.#findPhrase(this.#units, at, length, hash);
    const known = (this.#phraseSlots[slot + 1] as number) - 1;
    if (known >= 0) return known;
    const phrase = this.#phrases++;
    this.#phraseSieve.add(hash);
    this.#phraseSlots[slot] = hash;
    this.#phraseSlots[slot + 1] = phrase + 1;
    this.#at[phrase] = at;
    this.#length[phrase] = length;
    this.#fileLength(this.#hash(0, this.#gram), length);
    return phrase;
  }

  /** Visits the phrases in `units` from `from` (included) to `to` (excluded); a phrase once per place. */
  search(units: Uint16Array, from: number, to: number, visitor: PhraseVisitor): void {
    this.#hashPrefixes(units, from, to);
    for (let at = 0; at + this.#gram <= to - from; at++) {
      const hash = this.#hash(at, this.#gram);
      if (!this.#gramSieve.mayHave(hash)) continue;
      const gram = (this.#gramSlots[this.#findGram(hash) + 1] as number) - 1;
      if (gram >= 0) this.#tryLengths(gram, units, from, at, to - from - at, visitor);
    }
  }

  #tryLengths(
    gram: number,
    units: Uint16Array,
    from: number,
    offset: number,
    room: number,
    visitor: PhraseVisitor,
  ): void {
    let link = this.#firstLink[gram] as number;
    for (; link !== NO_LINK; link = this.#nextLink[link] as number) {
      const length = this.#linkLength[link] as number;
      if (length > room) continue;
      if (length < visitor.shortest) return;
      const hash = this.#hash(offset, length);
      if (!this.#phraseSieve.mayHave(hash)) continue;
      const slot = this.#findPhrase(units, from + offset, length, hash);
      const phrase = (this.#phraseSlots[slot + 1] as number) - 1;
      if (phrase >= 0) visitor.visit(phrase);
    }
  }

  #fileLength(gramHash: number, length: number): void {
    const slot = this.#findGram(gramHash);
    if (this.#gramSlots[slot + 1] === 0) {
      this.#gramSieve.add(gramHash);
      this.#gramSlots[slot] = gramHash;
      this.#gramSlots[slot + 1] = this.#firstLink.push(NO_LINK);
    }
    const gram = (this.#gramSlots[slot + 1] as number) - 1;
    let before = NO_LINK;
    let link = this.#firstLink[gram] as number;
    while (link !== NO_LINK && (this.#linkLength[link] as number) > length) {
      before = link;
      link = this.#nextLink[link] as number;
    }
    if (link !== NO_LINK && this.#linkLength[link] === length) return;
    const added = this.#linkLength.push(length) - 1;
    this.#nextLink.push(link);
    if (before === NO_LINK) this.#firstLink[gram] = added;
    else this.#nextLink[before] = added;
  }

  /** Index of the slot of this gram, or of a free one. Grams with the same hash share a slot. */
  #findGram(hash: number): number {
    const slots = this.#gramSlots;
    let slot = 2 * slotOf(hash, this.#shift);
    while (slots[slot + 1] !== 0 && slots[slot] !== hash) slot = (slot + 2) % slots.length;
    return slot;
  }

  /** Index of the slot of this phrase, compared unit by unit, or of a free one. */
  #findPhrase(units: Uint16Array, at: number, length: number, hash: number): number {
    const slots = this.#phraseSlots;
    let slot = 2 * slotOf(hash, this.#shift);
    for (;;) {
      const phrase = (slots[slot + 1] as number) - 1;
      if (phrase < 0) return slot;
      if (slots[slot] === hash && this.#isPhrase(phrase, units, at, length)) return slot;
      slot = (slot + 2) % slots.length;
    }
  }

  #isPhrase(phrase: number, units: Uint16Array, at: number, length: number): boolean {
    if (this.#length[phrase] !== length) return false;
    return sameUnits(this.#units, this.#at[phrase] as number, units, at, length);
  }

  #hashPrefixes(units: Uint16Array, from: number, to: number): void {
    if (to - from >= this.#prefix.length) {
      this.#powers = powers(2 * (to - from));
      this.#prefix = new Int32Array(2 * (to - from) + 1);
    }
    let hash = 0;
    for (let i = from; i < to; i++) {
      hash = appendUnit(hash, units[i] as number);
      this.#prefix[i - from + 1] = hash;
    }
  }

  /** Hash of `length` units from `offset` in the text last given to {@link #hashPrefixes}. */
  #hash(offset: number, length: number): number {
    const before = Math.imul(this.#prefix[offset] as number, this.#powers[length] as number);
    return ((this.#prefix[offset + length] as number) - before) | 0;
  }
}
