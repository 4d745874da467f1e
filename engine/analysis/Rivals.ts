import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { NO_ROW } from './CaseVariants.ts';
import { compareAsKeywords, lengthOf, textOf } from './comparedTexts.ts';
import type { MappingSet } from './MappingSet.ts';
import { PhraseTable } from './PhraseTable.ts';
import { MIN_PHRASE_LENGTH } from './rules.ts';

/** No other account's keyword is contained. */
export const NO_RIVAL = -1;

const UNKNOWN = -2;
const MIXED = -1;

/**
 * For a mapping: the best keyword (in the classifier's order: longest, then alphabetical) that is contained in its
 * text, is not its own text and belongs to another account. If the mapping were removed, its text would go there
 * unless a better keyword is found. Keywords shorter than `shortest` are not looked for.
 */
export class Rivals {
  readonly #set: MappingSet;
  readonly #shortest: number;
  readonly #table: PhraseTable;
  /** Keyword number of each phrase of the table. */
  readonly #keywords: number[] = [];
  /** Account of each keyword, or {@link MIXED}. */
  readonly #accounts: Int32Array;
  /** Rival of each mapping, as far as known. */
  readonly #rivals: Int32Array;

  constructor(set: MappingSet, shortest: number) {
    this.#set = set;
    this.#shortest = Math.max(shortest, 1);
    this.#accounts = new Int32Array(set.twins.size);
    for (let keyword = 0; keyword < set.twins.size; keyword++) {
      this.#accounts[keyword] = accountOfKeyword(set, keyword);
    }
    this.#rivals = new Int32Array(set.mappings.length).fill(UNKNOWN);
    this.#table = this.#buildTable();
  }

  /** Number of the rival keyword of mapping `row`, or {@link NO_RIVAL}. */
  rivalOf(row: number): number {
    const known = this.#rivals[row] as number;
    if (known !== UNKNOWN) return known;
    const rival = this.#search(row);
    this.#rivals[row] = rival;
    return rival;
  }

  /** Whether a mapping of an account other than `account` has this keyword. */
  belongsElsewhere(keyword: number, account: number): boolean {
    return this.#accounts[keyword] !== account;
  }

  /** A mapping that has this keyword. */
  rowOf(keyword: number): number {
    return this.#set.twins.first(keyword);
  }

  #buildTable(): PhraseTable {
    const { match } = this.#set.texts;
    const { twins } = this.#set;
    const table = new PhraseTable(match.units, Math.min(this.#shortest, MIN_PHRASE_LENGTH), twins.size);
    for (let keyword = 0; keyword < twins.size; keyword++) {
      const row = twins.first(keyword);
      if (row === NO_ROW || !this.#isEligible(row)) continue;
      this.#keywords[table.add(match.starts[row] as number, lengthOf(match, row))] = keyword;
    }
    return table;
  }

  #isEligible(row: number): boolean {
    const { match } = this.#set.texts;
    const length = lengthOf(match, row);
    // Two spaces never meet, so from 10 units on at least 5 are none.
    if (length < this.#shortest) return false;
    return length >= 2 * MIN_KEYWORD_LENGTH || nonSpaceLength(textOf(match, row)) >= MIN_KEYWORD_LENGTH;
  }

  #search(row: number): number {
    const { match } = this.#set.texts;
    const own = this.#set.keywordOf(row);
    const account = this.#set.accountOf[row] as number;
    let best = NO_RIVAL;
    const visitor = {
      shortest: this.#shortest,
      visit: (phrase: number) => {
        const keyword = this.#keywords[phrase] as number;
        if (keyword === own || !this.belongsElsewhere(keyword, account)) return;
        if (best !== NO_RIVAL && !this.#isBetter(keyword, best)) return;
        best = keyword;
        visitor.shortest = lengthOf(match, this.rowOf(keyword));
      },
    };
    this.#table.search(
      match.units,
      match.starts[row] as number,
      (match.starts[row + 1] as number) - 1,
      visitor,
    );
    return best;
  }

  #isBetter(keyword: number, than: number): boolean {
    const { match } = this.#set.texts;
    return compareAsKeywords(match, this.rowOf(keyword), match, this.rowOf(than)) < 0;
  }
}

function accountOfKeyword(set: MappingSet, keyword: number): number {
  if (set.twins.isSingle(keyword)) return set.accountOf[set.twins.first(keyword)] as number;
  const rows = set.effectiveTwins(keyword);
  const account = set.accountOf[rows[0] as number] ?? MIXED;
  return rows.every((row) => set.accountOf[row] === account) ? account : MIXED;
}
