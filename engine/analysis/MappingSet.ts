import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { isUsable, type Mapping, mappingKey } from '#model/mapping.ts';
import {
  acceptCandidate,
  createKeywordTable,
  findOrEnterCandidate,
  type KeywordTable,
  NO_KEYWORD,
  NO_MAPPING,
  writeCandidate,
} from '../keywords.ts';
import { eachText } from './texts.ts';

/** The input of an analysis. Keys in `list` must be unique. */
export type AnalysisInput = {
  /** The list that would be consolidated: the stored list, or the pending pairs of an upload. */
  readonly list: readonly Mapping[];
  /** For an upload: the stored list. Consolidations never change it, but it counts for conflicts and for accounts. */
  readonly stored?: readonly Mapping[];
  /**
   * Known texts that decisions have replaced by keywords: they are no mappings any more, but keep their accounts unless a
   * consolidation says that they change.
   */
  readonly replaced?: readonly Mapping[];
};

/** In place of the number of a text: the mapping never matches. */
export const NO_TEXT = NO_KEYWORD;
/** In place of the number of an account: no keyword is contained in the text. */
export const NO_ACCOUNT = -1;

/**
 * The mappings of an analysis. Mappings (first those of the list, then the stored ones, then the replaced texts), accounts
 * and texts have numbers. Mappings with the same text, in match form, are case variants: the classifier takes their
 * keywords for one. A replaced text has a text and an account, and is the keyword of none.
 */
export class MappingSet {
  readonly mappings: readonly Mapping[];
  /** Mappings before this number are the list, which can be changed; the others are the stored list of an upload. */
  readonly listSize: number;
  /** Mappings from this number on are replaced texts. */
  readonly replacedFrom: number;
  readonly accounts: string[] = [];
  readonly #numberOfAccount = new Map<string, number>();
  readonly accountOf: Int32Array;
  /** Distinct texts, in match form, each with its first mapping: those of the mappings, and what is looked for in them. */
  readonly table: KeywordTable;
  /** Number of each mapping's text; {@link NO_TEXT} for blank, unusable and removed mappings. */
  readonly textOf: Int32Array;
  /** The mappings of texts that have several: an array for each of a hundred thousand texts would cost too much. */
  readonly #variants = new Map<number, number[]>();

  /** The set of an input. Yields every few thousand mappings. */
  static *of(input: AnalysisInput): Generator<void, MappingSet> {
    const set = new MappingSet(input);
    yield* eachText(set.mappings.length, (row) => set.#read(row));
    return set;
  }

  private constructor({ list, stored = [], replaced = [] }: AnalysisInput) {
    this.mappings = list.concat(stored, replaced);
    this.listSize = list.length;
    this.replacedFrom = list.length + stored.length;
    this.accountOf = new Int32Array(this.mappings.length);
    const units = this.mappings.reduce((sum, { description }) => sum + description.length, 0);
    this.table = createKeywordTable(this.mappings.length, units);
    this.textOf = new Int32Array(this.mappings.length).fill(NO_TEXT);
  }

  mapping(row: number): Mapping {
    return this.mappings[row] as Mapping;
  }

  /**
   * The number of a description's text, {@link NO_TEXT} for a blank one. A new text gets the next number and, as its first
   * mapping, `row`.
   */
  numberOf(description: string, row: number = NO_MAPPING): number {
    const length = writeCandidate(this.table, description);
    if (length === 0) return NO_TEXT;
    const text = findOrEnterCandidate(this.table, length);
    return text === this.table.count ? acceptCandidate(this.table, length, row) : text;
  }

  /** The mappings that have this text as keyword, in order. */
  variantsOf(text: number): readonly number[] {
    const first = this.table.mappingIds[text] ?? NO_MAPPING;
    return this.#variants.get(text) ?? (first === NO_MAPPING ? [] : [first]);
  }

  isStored(row: number): boolean {
    return row >= this.listSize && row < this.replacedFrom;
  }

  isReplaced(row: number): boolean {
    return row >= this.replacedFrom;
  }

  /** For each account the numbers of the list's mappings that can match. */
  listRowsByAccount(): number[][] {
    const rows: number[][] = this.accounts.map(() => []);
    for (let row = 0; row < this.listSize; row++) {
      if (this.textOf[row] !== NO_TEXT) rows[this.accountOf[row] as number]?.push(row);
    }
    return rows;
  }

  /** The mappings with this text that the classifier would see: stored ones if any, since an upload skips the others. */
  effectiveVariants(text: number): readonly number[] {
    const rows = this.variantsOf(text);
    if (this.listSize === this.replacedFrom) return rows;
    const stored = rows.filter((row) => this.isStored(row));
    return stored.length > 0 ? stored : rows;
  }

  /** The case variant that the classifier prefers: the one with the lowest key. */
  preferred(rows: readonly number[]): number | undefined {
    return rows.reduce<number | undefined>(
      (best, row) => (best === undefined || this.mapping(row).key < this.mapping(best).key ? row : best),
      undefined,
    );
  }

  /**
   * Removes the list's duplicates and returns their numbers: mappings that repeat another one's lower-cased description and
   * account. Of such mappings the one whose key is the sanitised description stays, else the first. But where case variants
   * of another account exist, the mapping that the classifier prefers now stays, so that removing the others changes no
   * account.
   */
  removeDuplicates(): number[] {
    const duplicates: number[] = [];
    for (const [text, rows] of this.#variants) {
      const remaining = new Set(this.#withoutDuplicates(text, rows));
      this.#variants.set(
        text,
        rows.filter((row) => remaining.has(row)),
      );
      duplicates.push(...rows.filter((row) => !remaining.has(row)));
    }
    for (const row of duplicates) this.textOf[row] = NO_TEXT;
    return duplicates.sort((a, b) => a - b);
  }

  #withoutDuplicates(text: number, rows: readonly number[]): number[] {
    const isContested = rows.some((row) => this.accountOf[row] !== this.accountOf[rows[0] as number]);
    const winner = isContested ? this.preferred(this.effectiveVariants(text)) : undefined;
    const remaining = new Map<string, number>();
    for (const row of rows) {
      const { description, glAccount } = this.mapping(row);
      const same = JSON.stringify([
        this.isStored(row) ? row : withoutInvisible(description).toLowerCase(),
        glAccount,
      ]);
      const other = remaining.get(same);
      if (other === undefined || this.#staysBefore(row, other, winner)) remaining.set(same, row);
    }
    return [...remaining.values()];
  }

  /** Whether `row` stays and not `other`, an earlier duplicate. */
  #staysBefore(row: number, other: number, winner: number | undefined): boolean {
    const isSanitised = (one: number) => mappingKey(this.mapping(one).description) === this.mapping(one).key;
    return row === winner || (other !== winner && isSanitised(row) && !isSanitised(other));
  }

  #read(row: number): void {
    const mapping = this.mapping(row);
    this.accountOf[row] = this.#account(mapping.glAccount);
    if (this.isReplaced(row)) this.textOf[row] = this.numberOf(mapping.description);
    if (this.isReplaced(row) || !isUsable(mapping)) return;
    const text = this.numberOf(mapping.description, row);
    this.textOf[row] = text;
    const first = this.table.mappingIds[text] ?? row;
    const variants = this.#variants.get(text);
    if (variants) variants.push(row);
    else if (first !== row) this.#variants.set(text, [first, row]);
  }

  #account(name: string): number {
    const known = this.#numberOfAccount.get(name);
    if (known !== undefined) return known;
    this.#numberOfAccount.set(name, this.accounts.length);
    return this.accounts.push(name) - 1;
  }
}
