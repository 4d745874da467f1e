import { beginsPhrase, endsPhrase } from './characters.ts';
import type { Occurrences } from './commonGrams.ts';
import { BARRIER, lengthOf, type UnitTexts } from './comparedTexts.ts';
import type { RowMarks } from './RowMarks.ts';
import { MIN_PHRASE_LENGTH, MORE_THAN, PHRASE_SOURCE_BELOW } from './rules.ts';

const GROUPS_PER_STEP = 256;

/**
 * One edge of the tree of shared texts: occurrences `from` (included) to `to` (excluded) have the same first
 * `longest` units, and no further occurrence has the same first `shortest` units.
 */
export type PhraseEdge = {
  readonly from: number;
  readonly to: number;
  readonly shortest: number;
  readonly longest: number;
};

/**
 * Sorts the occurrences into the tree of their common beginnings (a suffix tree of the surviving places only),
 * leaving out what occurs in ten texts or fewer or begins no phrase. The occurrences are reordered in place.
 *
 *            PREMIER IN┬N LONDON …        edge 1: lengths 10–11 (shared by all)
 *                      └N┬S …             edge 2: length 12
 *                        └ 44 …           edge 3: lengths 12–14
 */
export function* phraseTree(
  texts: UnitTexts,
  occurrences: Occurrences,
  marks: RowMarks,
): Generator<void, PhraseEdge[]> {
  const builder = new TreeBuilder(texts, occurrences, marks);
  for (let g = 0; g + 1 < occurrences.groups.length; g++) {
    builder.grow(occurrences.groups[g] as number, occurrences.groups[g + 1] as number, MIN_PHRASE_LENGTH);
    if (g % GROUPS_PER_STEP === 0) yield;
  }
  return builder.edges;
}

/** Whether a phrase may begin at this occurrence: at a word and in a text short enough to take phrases from. */
export function beginsCandidate(texts: UnitTexts, at: number, row: number): boolean {
  return lengthOf(texts, row) < PHRASE_SOURCE_BELOW && beginsPhrase(texts.units, at);
}

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

  /** Splits occurrences by their unit at `offset` (three-way quicksort) and grows each part that is large enough. */
  #branch(from: number, to: number, offset: number): void {
    if (to - from <= MORE_THAN) return;
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
    if (to - from <= MORE_THAN) return false;
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
      if (this.#marks.firstTime(this.#row[i] as number) && ++texts > MORE_THAN) return true;
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

/** The greatest length below `length` on this edge at which a phrase may end, or 0. The edge's occurrences agree on it. */
export function shorterEnd(texts: UnitTexts, edge: PhraseEdge, at: number, length: number): number {
  for (let shorter = length - 1; shorter >= edge.shortest; shorter--) {
    if (endsPhrase(texts.units, at + shorter)) return shorter;
  }
  return 0;
}
