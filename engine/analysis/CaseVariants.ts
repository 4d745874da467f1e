import { lengthOf, type UnitTexts } from './comparedTexts.ts';
import { appendUnit, sameUnits, shiftFor, slotOf } from './hash.ts';

/** In place of the number of a keyword: the mapping never matches. */
export const NO_KEYWORD = -1;
/** In place of the number of a mapping. */
export const NO_ROW = -1;

/**
 * Which mappings are twins: those whose keyword is the same to the classifier. Keywords are numbered in the order of
 * their first mapping. Linked lists, as an array for each of a hundred thousand keywords would cost too much.
 */
export class CaseVariants {
  /** Number of the mapping's keyword, or {@link NO_KEYWORD}. */
  readonly keywordOf: Int32Array;
  #keywords = 0;
  /** First mapping of each keyword, and the next one of each mapping. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  /** `texts` are the mappings' keywords in match form. Blank ones and those that `canMatch` denies have none. */
  constructor(texts: UnitTexts, canMatch: (row: number) => boolean) {
    const rows = texts.starts.length - 1;
    this.keywordOf = new Int32Array(rows).fill(NO_KEYWORD);
    this.#first = new Int32Array(rows);
    this.#next = new Int32Array(rows).fill(NO_ROW);
    this.#group(texts, canMatch);
  }

  /** Number of keywords. */
  get size(): number {
    return this.#keywords;
  }

  /** A mapping that has this keyword, the first of them; {@link NO_ROW} if all were removed. */
  first(keyword: number): number {
    return this.#first[keyword] as number;
  }

  /** Whether one mapping and no more has this keyword. */
  isSingle(keyword: number): boolean {
    const first = this.first(keyword);
    return first !== NO_ROW && this.#next[first] === NO_ROW;
  }

  /** The mappings of a keyword in order; none for {@link NO_KEYWORD}. */
  of(keyword: number): number[] {
    const rows: number[] = [];
    for (let row = this.#first[keyword] ?? NO_ROW; row !== NO_ROW; row = this.#next[row] as number) {
      rows.push(row);
    }
    return rows;
  }

  remove(row: number): void {
    const keyword = this.keywordOf[row] as number;
    if (keyword === NO_KEYWORD) return;
    this.keywordOf[row] = NO_KEYWORD;
    const after = this.#next[row] as number;
    if (this.#first[keyword] === row) this.#first[keyword] = after;
    else this.#next[this.#before(row, keyword)] = after;
  }

  #before(row: number, keyword: number): number {
    let before = this.first(keyword);
    while (this.#next[before] !== row) before = this.#next[before] as number;
    return before;
  }

  #group(texts: UnitTexts, canMatch: (row: number) => boolean): void {
    const rows = this.keywordOf.length;
    const shift = shiftFor(rows);
    /** Open addressing: keyword number + 1 (0: free). */
    const slots = new Int32Array(2 ** (32 - shift));
    const hashes = new Int32Array(rows);
    const last = new Int32Array(rows);
    for (let row = 0; row < rows; row++) {
      const length = lengthOf(texts, row);
      if (length === 0 || !canMatch(row)) continue;
      const hash = hashOf(texts, row, length);
      let slot = slotOf(hash, shift);
      let keyword = (slots[slot] as number) - 1;
      while (
        keyword >= 0 &&
        !(hashes[keyword] === hash && sameText(texts, this.first(keyword), row, length))
      ) {
        slot = (slot + 1) % slots.length;
        keyword = (slots[slot] as number) - 1;
      }
      if (keyword < 0) {
        keyword = this.#keywords++;
        slots[slot] = keyword + 1;
        hashes[keyword] = hash;
        this.#first[keyword] = row;
      } else this.#next[last[keyword] as number] = row;
      last[keyword] = row;
      this.keywordOf[row] = keyword;
    }
  }
}

function hashOf({ units, starts }: UnitTexts, row: number, length: number): number {
  const start = starts[row] as number;
  let hash = length;
  for (let i = start; i < start + length; i++) hash = appendUnit(hash, units[i] as number);
  return hash;
}

function sameText(texts: UnitTexts, a: number, b: number, length: number): boolean {
  const { units, starts } = texts;
  return (
    lengthOf(texts, a) === length && sameUnits(units, starts[a] as number, units, starts[b] as number, length)
  );
}
