import { beginsPhrase, endsPhrase } from '../phrases.ts';
import {
  appendUnit,
  BARRIER,
  HashSieve,
  lengthOf,
  powers,
  sameUnits,
  shiftFor,
  slotOf,
  type UnitTexts,
} from './comparedTexts.ts';

/**
 * Accounts with at most this many mappings, and phrases in at most this many of their descriptions, are passed over.
 */
export const TOO_FEW = 10;
/** A phrase has at least this many UTF-16 units. No two spaces meet, so at least five of them are no spaces. */
export const MIN_PHRASE_LENGTH = 10;
/** Phrases are taken from descriptions shorter than this many UTF-16 units. */
export const PHRASE_SOURCE_BELOW = 100;

/**
 * Places in texts, grouped by their first {@link MIN_PHRASE_LENGTH} units; occurrence i begins at `at[i]` in text
 * `row[i]`.
 */
export type Occurrences = {
  readonly at: Int32Array;
  readonly row: Int32Array;
  /** Group g is occurrences `groups[g]` (included) to `groups[g + 1]` (excluded). */
  readonly groups: readonly number[];
};

/**
 * An edge of the tree of common beginnings: occurrences `from` (included) to `to` (excluded) have the same first
 * `longest` units, and no other occurrence has the same first `shortest` units.
 */
export type PhraseEdge = {
  readonly from: number;
  readonly to: number;
  readonly shortest: number;
  readonly longest: number;
};

/** The occurrences of phrases that may qualify, in the order of the tree of their common beginnings. */
export type PhraseTree = { readonly occurrences: Occurrences; readonly edges: readonly PhraseEdge[] };

/**
 * The tree of the common beginnings of all places where a phrase may stand that qualifies: a suffix tree of these
 * places only. Beginnings that occur in ten texts or fewer, or begin no phrase, are left out.
 *
 *            PREMIER IN┬N LONDON …        edge 1: lengths 10–11 (shared by all)
 *                      └N┬S …             edge 2: length 12
 *                        └ 44 …           edge 3: lengths 12–14
 */
export function* buildPhraseTree(
  texts: UnitTexts,
  rows: Int32Array,
  marks: RowMarks,
): Generator<void, PhraseTree> {
  const occurrences = yield* commonGrams(texts, rows);
  const builder = new TreeBuilder(texts, occurrences, marks);
  for (let g = 0; g + 1 < occurrences.groups.length; g++) {
    builder.grow(occurrences.groups[g] as number, occurrences.groups[g + 1] as number, MIN_PHRASE_LENGTH);
    if (g % GROUPS_PER_STEP === 0) yield;
  }
  return { occurrences, edges: builder.edges };
}

/** Whether a phrase may be taken from this occurrence: it begins a word, and the text is short enough. */
export function beginsCandidate(texts: UnitTexts, at: number, row: number): boolean {
  return lengthOf(texts, row) < PHRASE_SOURCE_BELOW && beginsPhrase(texts.units, at);
}

/**
 * The greatest length below `length` on this edge at which a phrase may end, or 0; the same for all its occurrences.
 */
export function shorterEnd(texts: UnitTexts, edge: PhraseEdge, at: number, length: number): number {
  for (let shorter = length - 1; shorter >= edge.shortest; shorter--) {
    if (endsPhrase(texts.units, at + shorter)) return shorter;
  }
  return 0;
}

/** Marks of texts by their number; one instance serves a whole analysis. */
export class RowMarks {
  readonly #stamps: Int32Array;
  readonly #aside: Uint8Array;
  readonly #links: Int32Array;
  #stamp = 0;

  constructor(rows: number) {
    this.#stamps = new Int32Array(rows);
    this.#aside = new Uint8Array(rows);
    this.#links = new Int32Array(rows).fill(-1);
  }

  /** Forgets all {@link firstTime} marks. */
  startCount(): void {
    this.#stamp++;
  }

  /** True at the first call with this text since {@link startCount}. */
  firstTime(row: number): boolean {
    if (this.#stamps[row] === this.#stamp) return false;
    this.#stamps[row] = this.#stamp;
    return true;
  }

  /** Marks a text that needs no further keyword. */
  setAside(row: number): void {
    this.#aside[row] = 1;
  }

  isAside(row: number): boolean {
    return this.#aside[row] === 1;
  }

  /** A number stored for the text, -1 at first. */
  link(row: number): number {
    return this.#links[row] as number;
  }

  setLink(row: number, link: number): void {
    this.#links[row] = link;
  }
}

const GRAM = MIN_PHRASE_LENGTH;
const GRAM_POWER = powers(GRAM)[GRAM] as number;
const ROWS_PER_STEP = 4096;

/**
 * The occurrences of common grams: every place in the texts `rows` followed by ten units that begin a phrase in some of
 * these texts and occur in more than ten of them. No phrase that qualifies occurs elsewhere. Linear in the text.
 */
function* commonGrams(texts: UnitTexts, rows: Int32Array): Generator<void, Occurrences> {
  const tally = new GramTally(unitsIn(texts, rows));
  yield* eachGramOf(texts, rows, tally);
  const starts = new PhraseStarts(tally);
  yield* eachGramOf(
    texts,
    rows.filter((row) => lengthOf(texts, row) < PHRASE_SOURCE_BELOW),
    starts,
  );
  const counter = new GramCounter(texts.units, starts);
  if (starts.at.length > 0) yield* eachGramOf(texts, rows, counter);
  return counter.occurrences();
}

function unitsIn(texts: UnitTexts, rows: Int32Array): number {
  return rows.reduce((sum, row) => sum + lengthOf(texts, row), 0);
}

function* eachGramOf(texts: UnitTexts, rows: Int32Array, visitor: GramVisitor): Generator<void, void> {
  for (let i = 0; i < rows.length; i++) {
    eachGram(texts, rows[i] as number, visitor);
    if (i % ROWS_PER_STEP === 0) yield;
  }
}

type GramVisitor = { visit(units: Uint16Array, at: number, hash: number, row: number): void };

/** Visits every gram, a stretch of ten units without a barrier, of one text. */
function eachGram({ units, starts }: UnitTexts, row: number, visitor: GramVisitor): void {
  const end = (starts[row + 1] as number) - 1;
  let hash = 0;
  let run = 0;
  for (let at = starts[row] as number; at < end; at++) {
    const unit = units[at] as number;
    if (unit === BARRIER) {
      run = 0;
      hash = 0;
      continue;
    }
    hash = appendUnit(hash, unit);
    if (++run > GRAM) hash = (hash - Math.imul((units[at - GRAM] as number) + 1, GRAM_POWER)) | 0;
    if (run >= GRAM) visitor.visit(units, at - GRAM + 1, hash, row);
  }
}

/** Collects where phrases begin that may be in more than ten texts, with the hashes of their grams. */
class PhraseStarts {
  readonly at: number[] = [];
  readonly hashes: number[] = [];
  readonly #tally: GramTally;

  constructor(tally: GramTally) {
    this.#tally = tally;
  }

  visit(units: Uint16Array, at: number, hash: number): void {
    if (!this.#tally.isCommon(hash) || !beginsPhrase(units, at)) return;
    this.at.push(at);
    this.hashes.push(hash);
  }
}

/** Counts in how many texts each gram that begins a phrase occurs, and collects its occurrences. */
class GramCounter {
  readonly #units: Uint16Array;
  readonly #sieve: HashSieve;
  readonly #shift: number;
  /** Open addressing; two numbers per slot: hash, and gram number + 1 (0: free). */
  readonly #slots: Int32Array;
  readonly #firstAt: number[] = [];
  readonly #texts: number[] = [];
  readonly #lastRow: number[] = [];
  readonly #at: number[] = [];
  readonly #row: number[] = [];
  readonly #gram: number[] = [];

  constructor(units: Uint16Array, starts: PhraseStarts) {
    this.#units = units;
    this.#sieve = new HashSieve(starts.at.length);
    this.#shift = shiftFor(starts.at.length);
    this.#slots = new Int32Array(2 * 2 ** (32 - this.#shift));
    for (let i = 0; i < starts.at.length; i++) this.#add(starts.at[i] as number, starts.hashes[i] as number);
  }

  visit(units: Uint16Array, at: number, hash: number, row: number): void {
    if (!this.#sieve.mayHave(hash)) return;
    const gram = (this.#slots[this.#find(units, at, hash) + 1] as number) - 1;
    if (gram < 0) return;
    if (this.#lastRow[gram] !== row) {
      this.#lastRow[gram] = row;
      this.#texts[gram] = (this.#texts[gram] as number) + 1;
    }
    this.#at.push(at);
    this.#row.push(row);
    this.#gram.push(gram);
  }

  /** The occurrences of grams in more than ten texts, by counting sort. */
  occurrences(): Occurrences {
    const sizes = this.#sizes();
    const places: number[] = [];
    const groups = [0];
    let total = 0;
    for (const [gram, size] of sizes.entries()) {
      places[gram] = total;
      total += size;
      if (size > 0) groups.push(total);
    }
    const at = new Int32Array(total);
    const row = new Int32Array(total);
    for (let i = 0; i < this.#at.length; i++) {
      const gram = this.#gram[i] as number;
      if (sizes[gram] === 0) continue;
      const place = places[gram] as number;
      places[gram] = place + 1;
      at[place] = this.#at[i] as number;
      row[place] = this.#row[i] as number;
    }
    return { at, row, groups };
  }

  /** Occurrences per gram; 0 for grams in too few texts. */
  #sizes(): Int32Array {
    const sizes = new Int32Array(this.#firstAt.length);
    for (const gram of this.#gram) {
      if ((this.#texts[gram] as number) > TOO_FEW) sizes[gram] = (sizes[gram] as number) + 1;
    }
    return sizes;
  }

  #add(at: number, hash: number): void {
    const slot = this.#find(this.#units, at, hash);
    if (this.#slots[slot + 1] !== 0) return;
    this.#sieve.add(hash);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = this.#firstAt.length + 1;
    this.#firstAt.push(at);
    this.#texts.push(0);
    this.#lastRow.push(-1);
  }

  /** Index of the slot of this gram, or of the free slot where it would go. */
  #find(units: Uint16Array, at: number, hash: number): number {
    const slots = this.#slots;
    let slot = 2 * slotOf(hash, this.#shift);
    for (;;) {
      const gram = (slots[slot + 1] as number) - 1;
      if (gram < 0) return slot;
      if (slots[slot] === hash && sameUnits(units, this.#firstAt[gram] as number, units, at, GRAM))
        return slot;
      slot = (slot + 2) % slots.length;
    }
  }
}

/** Grams per count: with four, about one rare gram in three hundred seems common. */
const GRAMS_PER_COUNT = 4;

/**
 * Tells which grams, by their hashes, occur more than {@link TOO_FEW} times: in a varied list hardly any, and the
 * others need no table. May say yes wrongly, never no: hashes share counts, so that the counts take a quarter of a byte
 * per gram and stay in a near cache, which a table of the hashes would not.
 */
class GramTally {
  readonly #counts: Uint8Array;
  readonly #shift: number;

  /** For about this many grams, repeated ones included. */
  constructor(grams: number) {
    // shiftFor is for tables that are at most half full; the counts may all be in use.
    this.#shift = shiftFor(grams / GRAMS_PER_COUNT / 2);
    this.#counts = new Uint8Array(2 ** (32 - this.#shift));
  }

  visit(_units: Uint16Array, _at: number, hash: number): void {
    const slot = slotOf(hash, this.#shift);
    const count = this.#counts[slot] as number;
    if (count <= TOO_FEW) this.#counts[slot] = count + 1;
  }

  isCommon(hash: number): boolean {
    return (this.#counts[slotOf(hash, this.#shift)] as number) > TOO_FEW;
  }
}

const GROUPS_PER_STEP = 256;

/** Reorders the occurrences in place, by quicksort, while it adds edges. */
class TreeBuilder {
  readonly edges: PhraseEdge[] = [];
  readonly #texts: UnitTexts;
  readonly #units: Uint16Array;
  readonly #at: Int32Array;
  readonly #row: Int32Array;
  readonly #marks: RowMarks;

  constructor(texts: UnitTexts, occurrences: Occurrences, marks: RowMarks) {
    this.#texts = texts;
    this.#units = texts.units;
    this.#at = occurrences.at;
    this.#row = occurrences.row;
    this.#marks = marks;
  }

  /** Adds the edge of occurrences that share their first `shared` units, and the edges below it. */
  grow(from: number, to: number, shared: number): void {
    if (!this.#isWorthwhile(from, to)) return;
    const longest = this.#commonLength(from, to, shared);
    this.edges.push({ from, to, shortest: shared, longest });
    this.#branch(from, to, longest);
  }

  /** Splits occurrences by their unit at `offset` (three-way quicksort) and grows the parts that are large enough. */
  #branch(from: number, to: number, offset: number): void {
    if (to - from <= TOO_FEW) return;
    const pivot = this.#pivot(from, to, offset);
    let less = from;
    let more = to;
    for (let i = from; i < more; ) {
      const unit = this.#units[(this.#at[i] as number) + offset] as number;
      if (unit < pivot) this.#swap(less++, i++);
      else if (unit > pivot) this.#swap(i, --more);
      else i++;
    }
    this.#branch(from, less, offset);
    if (pivot !== BARRIER) this.grow(less, more, offset + 1);
    this.#branch(more, to, offset);
  }

  #isWorthwhile(from: number, to: number): boolean {
    if (to - from <= TOO_FEW) return false;
    return this.#hasCandidate(from, to) && this.#isInEnoughTexts(from, to);
  }

  #hasCandidate(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      if (beginsCandidate(this.#texts, this.#at[i] as number, this.#row[i] as number)) return true;
    }
    return false;
  }

  #isInEnoughTexts(from: number, to: number): boolean {
    this.#marks.startCount();
    let texts = 0;
    for (let i = from; i < to; i++) {
      if (this.#marks.firstTime(this.#row[i] as number) && ++texts > TOO_FEW) return true;
    }
    return false;
  }

  /** Number of first units that all occurrences share, at least `shared`. */
  #commonLength(from: number, to: number, shared: number): number {
    const units = this.#units;
    const first = this.#at[from] as number;
    let common = PHRASE_SOURCE_BELOW;
    for (let i = from; i < to; i++) {
      const at = this.#at[i] as number;
      let length = shared;
      while (
        length < common &&
        units[at + length] === units[first + length] &&
        units[at + length] !== BARRIER
      )
        length++;
      common = length;
    }
    return common;
  }

  /** Median of three, so that sorted input does not degrade the sort. */
  #pivot(from: number, to: number, offset: number): number {
    const a = this.#units[(this.#at[from] as number) + offset] as number;
    const b = this.#units[(this.#at[(from + to) >> 1] as number) + offset] as number;
    const c = this.#units[(this.#at[to - 1] as number) + offset] as number;
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  #swap(i: number, j: number): void {
    const at = this.#at[i] as number;
    const row = this.#row[i] as number;
    this.#at[i] = this.#at[j] as number;
    this.#row[i] = this.#row[j] as number;
    this.#at[j] = at;
    this.#row[j] = row;
  }
}
