import { beginsPhrase } from './characters.ts';
import { BARRIER, lengthOf, type UnitTexts } from './comparedTexts.ts';
import { GramTally } from './GramTally.ts';
import { appendUnit, HashSieve, powers, sameUnits, shiftFor, slotOf } from './hash.ts';
import { MIN_PHRASE_LENGTH, MORE_THAN, PHRASE_SOURCE_BELOW } from './rules.ts';

/** Occurrences grouped by their first {@link MIN_PHRASE_LENGTH} units; occurrence i begins at `at[i]` in text `row[i]`. */
export type Occurrences = {
  readonly at: Int32Array;
  readonly row: Int32Array;
  /** Group g is occurrences `groups[g]` (included) to `groups[g + 1]` (excluded). */
  readonly groups: readonly number[];
};

const GRAM = MIN_PHRASE_LENGTH;
const GRAM_POWER = powers(GRAM)[GRAM] as number;
const ROWS_PER_STEP = 4096;

/**
 * The first sieve: every place in `rows` where the text goes on with ten units that begin a phrase somewhere in
 * `rows` and occur in more than ten of them. No phrase that qualifies occurs anywhere else. Linear in the text.
 */
export function* commonGrams(texts: UnitTexts, rows: Int32Array): Generator<void, Occurrences> {
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

/** Visits every stretch of ten units of one text that holds no barrier. */
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

/** Where phrases may begin that may be in more than ten texts, with the hashes of their first units. */
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

/** Counts in how many texts each gram that begins a phrase occurs, and remembers where. */
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
      if ((this.#texts[gram] as number) > MORE_THAN) sizes[gram] = (sizes[gram] as number) + 1;
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
