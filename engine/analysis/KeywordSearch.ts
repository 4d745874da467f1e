import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { compareAsKeywords, lengthOf, PhraseTable, textOf } from './comparedTexts.ts';
import { type MappingSet, NO_KEYWORD, NO_ROW } from './MappingSet.ts';
import { MIN_PHRASE_LENGTH } from './phraseTree.ts';

/** Finds the best keyword (in the classifier's order: longest, then alphabetical) that is contained in a text of the set. */
export class KeywordSearch {
  readonly #set: MappingSet;
  readonly #shortest: number;
  readonly #table: PhraseTable;
  /** Keyword number of each phrase of the table. */
  readonly #keywords: number[] = [];

  /** Keywords shorter than `shortest` are found by {@link bestOfAll} only. */
  constructor(set: MappingSet, shortest: number) {
    this.#set = set;
    this.#shortest = Math.max(shortest, 1);
    this.#table = this.#buildTable();
  }

  /** A mapping that has this keyword. */
  rowOf(keyword: number): number {
    return this.#set.variants.first(keyword);
  }

  /**
   * The best keyword of at least `shortest` units that is contained in text `row` and that `accepts` allows; `NO_KEYWORD`
   * if there is none.
   */
  best(row: number, accepts: (keyword: number) => boolean): number {
    const { match } = this.#set.texts;
    let best = NO_KEYWORD;
    const visitor = {
      shortest: this.#shortest,
      visit: (phrase: number) => {
        const keyword = this.#keywords[phrase] as number;
        if (!accepts(keyword) || (best !== NO_KEYWORD && !this.#isBetter(keyword, best))) return;
        best = keyword;
        visitor.shortest = lengthOf(match, this.rowOf(keyword));
      },
    };
    const from = match.starts[row] as number;
    this.#table.search(match.units, from, from + lengthOf(match, row), visitor);
    return best;
  }

  /**
   * The same among all keywords, the text itself included. Where no longer one is found it is a plain loop over all
   * keywords: that is needed only for texts that were stored under the key of another one, which are rare.
   */
  bestOfAll(row: number, accepts: (keyword: number) => boolean): number {
    const found = this.best(row, accepts);
    if (found !== NO_KEYWORD) return found;
    const { match } = this.#set.texts;
    const text = textOf(match, row);
    let best = NO_KEYWORD;
    for (let keyword = 0; keyword < this.#set.variants.size; keyword++) {
      const first = this.rowOf(keyword);
      if (first === NO_ROW || !accepts(keyword) || !isFound(textOf(match, first), text)) continue;
      if (best === NO_KEYWORD || this.#isBetter(keyword, best)) best = keyword;
    }
    return best;
  }

  #buildTable(): PhraseTable {
    const { match } = this.#set.texts;
    const { variants } = this.#set;
    const table = new PhraseTable(match.units, Math.min(this.#shortest, MIN_PHRASE_LENGTH), variants.size);
    for (let keyword = 0; keyword < variants.size; keyword++) {
      const row = variants.first(keyword);
      if (row === NO_ROW || !this.#isEligible(row)) continue;
      this.#keywords[table.add(match.starts[row] as number, lengthOf(match, row))] = keyword;
    }
    return table;
  }

  #isEligible(row: number): boolean {
    const { match } = this.#set.texts;
    const length = lengthOf(match, row);
    // No two spaces meet, so of 10 units at least 5 are no spaces.
    if (length < this.#shortest) return false;
    return length >= 2 * MIN_KEYWORD_LENGTH || nonSpaceLength(textOf(match, row)) >= MIN_KEYWORD_LENGTH;
  }

  #isBetter(keyword: number, than: number): boolean {
    const { match } = this.#set.texts;
    return compareAsKeywords(match, this.rowOf(keyword), match, this.rowOf(than)) < 0;
  }
}

/** Whether the classifier finds a keyword in a text; both in match form. */
export function isFound(keyword: string, text: string): boolean {
  return keyword === text || (nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH && text.includes(keyword));
}
