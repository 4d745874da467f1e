import { better, keywordLength, mayBeContained } from '../keywords.ts';
import { normalise } from '../normalise.ts';
import type { Contained } from './Contained.ts';
import { type MappingSet, NO_TEXT } from './MappingSet.ts';

/** Finds the best keyword (in the classifier's order: longest, then alphabetical) that is contained in a text of the set. */
export class KeywordSearch {
  readonly #set: MappingSet;
  readonly contained: Contained;
  /** The keywords too short for `contained`, with their texts, once they are asked for. */
  #short: readonly (readonly [keyword: number, text: string])[] | undefined;

  constructor(set: MappingSet, contained: Contained) {
    this.#set = set;
    this.contained = contained;
  }

  /** Whether the classifier finds keyword `inner`, which is not too short for `contained`, in a text. */
  isFound(inner: number, text: number): boolean {
    return text === inner || (mayBeContained(this.#set.table, inner) && this.contained.has(text, inner));
  }

  /**
   * The best keyword that `accepts` allows and that the text is or contains, but for contained ones that are too short;
   * {@link NO_TEXT} if there is none.
   */
  best(text: number, accepts: (keyword: number) => boolean): number {
    const { table } = this.#set;
    let best = NO_TEXT;
    this.contained.visit(text, (keyword) => {
      if (keyword !== text && !mayBeContained(table, keyword)) return;
      if (this.#set.variantsOf(keyword).length > 0 && accepts(keyword)) best = better(table, best, keyword);
    });
    return best;
  }

  /** The same for the text of mapping or replaced text `row`, among all keywords. */
  bestOfAll(row: number, accepts: (keyword: number) => boolean): number {
    let best = this.best(this.#set.textOf[row] as number, accepts);
    if (best !== NO_TEXT) return best;
    const text = normalise(this.#set.mapping(row).description);
    this.#short ??= this.#shortKeywords();
    for (const [keyword, short] of this.#short)
      if (text.includes(short) && accepts(keyword)) best = better(this.#set.table, best, keyword);
    return best;
  }

  #shortKeywords(): [number, string][] {
    const { table } = this.#set;
    const keywords = Array.from({ length: table.count }, (_unused, keyword) => keyword).filter(
      (keyword) => keywordLength(table, keyword) < this.contained.shortest && mayBeContained(table, keyword),
    );
    return keywords.flatMap((keyword) => {
      const [row] = this.#set.variantsOf(keyword);
      return row === undefined ? [] : [[keyword, normalise(this.#set.mapping(row).description)]];
    });
  }
}
