import type { TableQuery } from '#contract/table.ts';
import { LETTERS, type Letter, letterOf } from '#model/letter.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { Bucket, foldForTable, type IndexedMapping } from './Bucket.ts';

/** Mappings read between two steps of building: a few milliseconds' worth. */
const MAPPINGS_PER_STEP = 2_000;

/**
 * The mapping list by letter, sorted, and searchable: what the Database screen pages through. A page of a letter
 * costs nothing, a search one scan of the texts, a change one pass over the letters it touches.
 */
export class TableIndex {
  readonly #buckets: ReadonlyMap<Letter, Bucket>;
  readonly #rowOfKey: Map<MappingKey, IndexedMapping>;
  readonly #foldedAccounts: FoldedTexts;
  #lastSearch: { readonly wanted: string; readonly found: readonly Mapping[] } | null = null;

  private constructor(
    buckets: ReadonlyMap<Letter, Bucket>,
    rowOfKey: Map<MappingKey, IndexedMapping>,
    foldedAccounts: FoldedTexts,
  ) {
    this.#buckets = buckets;
    this.#rowOfKey = rowOfKey;
    this.#foldedAccounts = foldedAccounts;
  }

  /**
   * Builds the index in steps of a few milliseconds each, so that a worker can answer messages in between. Yields
   * the share done.
   */
  static *build(mappings: readonly Mapping[]): Generator<number, TableIndex> {
    const rows = new Map<Letter, IndexedMapping[]>(LETTERS.map((letter) => [letter, []]));
    const rowOfKey = new Map<MappingKey, IndexedMapping>();
    const accounts = new FoldedTexts();
    for (const [i, mapping] of mappings.entries()) {
      const row = indexed(mapping, accounts);
      rowOfKey.set(mapping.key, row);
      rows.get(letterOf(mapping.description))?.push(row);
      if (i % MAPPINGS_PER_STEP === 0) yield i / mappings.length / 2;
    }
    const buckets = new Map<Letter, Bucket>();
    for (const [letter, ofLetter] of rows) {
      buckets.set(letter, new Bucket(ofLetter));
      yield 0.5 + buckets.size / rows.size / 2;
    }
    return new TableIndex(buckets, rowOfKey, accounts);
  }

  /** Work ahead for the first search, letter by letter. Yields the share done. */
  *prepareSearch(): Generator<number, void> {
    let done = 0;
    for (const bucket of this.#buckets.values()) {
      bucket.prepareSearch();
      yield ++done / this.#buckets.size;
    }
  }

  get size(): number {
    return this.#rowOfKey.size;
  }

  /** Mappings per letter, in the order of the tabs. */
  perLetter(): number[] {
    return LETTERS.map((letter) => this.#rowsOf(letter).length);
  }

  /** How many mappings the query finds. */
  count(query: TableQuery): number {
    return query.kind === 'search' ? this.find(query).length : this.#rowsOf(query.letter).length;
  }

  /** Those from number `from` to `to` (excluded) that the query finds. */
  slice(query: TableQuery, from: number, to: number): readonly Mapping[] {
    if (query.kind === 'search') return this.find(query).slice(from, to);
    return this.#rowsOf(query.letter)
      .slice(from, to)
      .map(({ mapping }) => mapping);
  }

  /** All mappings that the query finds, in the table's order. */
  find(query: TableQuery): readonly Mapping[] {
    if (query.kind === 'letter') return this.#rowsOf(query.letter).map(({ mapping }) => mapping);
    const wanted = foldForTable(query.text);
    if (this.#lastSearch?.wanted !== wanted) this.#lastSearch = { wanted, found: this.#search(wanted) };
    return this.#lastSearch.found;
  }

  /** Brings changes of the list in: a mapping, or null where one was removed. */
  apply(news: Iterable<readonly [MappingKey, Mapping | null]>): void {
    this.#lastSearch = null;
    const removed = new Set<IndexedMapping>();
    const added = new Map<Letter, IndexedMapping[]>();
    const touched = new Set<Letter>();
    for (const [key, mapping] of news) {
      const old = this.#rowOfKey.get(key);
      if (old) {
        removed.add(old);
        touched.add(letterOf(old.mapping.description));
        this.#rowOfKey.delete(key);
      }
      if (mapping === null) continue;
      const row = indexed(mapping, this.#foldedAccounts);
      const letter = letterOf(mapping.description);
      this.#rowOfKey.set(key, row);
      touched.add(letter);
      const ofLetter = added.get(letter);
      if (ofLetter) ofLetter.push(row);
      else added.set(letter, [row]);
    }
    for (const letter of touched) this.#buckets.get(letter)?.change(removed, added.get(letter) ?? []);
  }

  #rowsOf(letter: Letter): readonly IndexedMapping[] {
    return this.#buckets.get(letter)?.rows ?? [];
  }

  #search(wanted: string): Mapping[] {
    const found: Mapping[] = [];
    for (const bucket of this.#buckets.values()) bucket.search(wanted, found);
    return found;
  }
}

function indexed(mapping: Mapping, accounts: FoldedTexts): IndexedMapping {
  return {
    mapping,
    description: foldForTable(mapping.description),
    glAccount: accounts.fold(mapping.glAccount),
  };
}

/** Accounts are few and shared by many mappings: each is folded and kept once. */
class FoldedTexts {
  readonly #folded = new Map<string, string>();

  fold(text: string): string {
    const known = this.#folded.get(text);
    if (known !== undefined) return known;
    const folded = foldForTable(text);
    this.#folded.set(text, folded);
    return folded;
  }
}
