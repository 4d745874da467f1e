import { isUsable, type Mapping } from '#model/mapping.ts';
import { CaseVariants, NO_KEYWORD } from './CaseVariants.ts';
import type { ComparedTexts } from './comparedTexts.ts';
import type { AnalysisInput } from './report.ts';

/**
 * The mappings of an analysis by number (first the list's, then the stored ones), their accounts by number, and
 * which of them are twins: mappings whose keyword is the same to the classifier.
 */
export class MappingSet {
  readonly mappings: readonly Mapping[];
  /** Mappings before this number can be removed; from here on they are the stored list of an upload. */
  readonly listSize: number;
  readonly texts: ComparedTexts;
  readonly accounts: readonly string[];
  readonly accountOf: Int32Array;
  /** By keyword in match form; blank and unusable mappings have none. */
  readonly twins: CaseVariants;

  constructor({ list, stored = [] }: AnalysisInput, texts: ComparedTexts) {
    this.mappings = stored.length > 0 ? [...list, ...stored] : list;
    this.listSize = list.length;
    this.texts = texts;
    const accounts = new Map<string, number>();
    this.accountOf = new Int32Array(this.mappings.length);
    this.mappings.forEach(({ glAccount }, row) => {
      this.accountOf[row] = numberOf(accounts, glAccount);
    });
    this.accounts = [...accounts.keys()];
    this.twins = new CaseVariants(texts.match, (row) => isUsable(this.mapping(row)));
  }

  mapping(row: number): Mapping {
    return this.mappings[row] as Mapping;
  }

  /** Number of the mapping's keyword in match form; {@link NO_KEYWORD} for blank, unusable and removed mappings. */
  keywordOf(row: number): number {
    return this.twins.keywordOf[row] as number;
  }

  isStored(row: number): boolean {
    return row >= this.listSize;
  }

  /** Takes mappings out of the analysis. */
  remove(rows: Iterable<number>): void {
    for (const row of rows) this.twins.remove(row);
  }

  /** Numbers of the list's mappings that can match, per account. */
  listRowsByAccount(): number[][] {
    const rows: number[][] = this.accounts.map(() => []);
    for (let row = 0; row < this.listSize; row++) {
      if (this.keywordOf(row) !== NO_KEYWORD) rows[this.accountOf[row] as number]?.push(row);
    }
    return rows;
  }

  /** The twins that count: stored ones if there are any, as an upload skips what exists. */
  effectiveTwins(keyword: number): readonly number[] {
    const rows = this.twins.of(keyword);
    if (this.listSize === this.mappings.length) return rows;
    const stored = rows.filter((row) => this.isStored(row));
    return stored.length > 0 ? stored : rows;
  }

  /** The twin that the classifier prefers: the one with the least key. */
  preferred(rows: readonly number[]): number | undefined {
    return rows.reduce<number | undefined>(
      (best, row) => (best === undefined || this.mapping(row).key < this.mapping(best).key ? row : best),
      undefined,
    );
  }
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}
