import type { TableQuery } from '#contract/table.ts';
import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { LETTERS, type Letter, letterOf } from '#model/letter.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { hasAccount, inOrder } from './tableOrder.ts';

/** Mappings read between two steps of building: a few milliseconds' worth. */
const MAPPINGS_PER_STEP = 2_000;

/**
 * The mapping list by letter, sorted and searchable, for the Database screen. A page of a letter is a slice of an array,
 * a search one scan of the texts, a change one pass over the letters that it concerns.
 */
export class TableIndex {
  readonly #buckets: ReadonlyMap<Letter, Bucket>;
  readonly #rowOfKey: Map<MappingKey, IndexedMapping>;
  readonly #foldedAccounts: FoldedTexts;
  /** The last search, and the last list that was not just a letter's; null after a change. */
  #lastSearch: { readonly wanted: string; readonly found: readonly Mapping[] } | null = null;
  #lastFound: { readonly wanted: string; readonly found: readonly Mapping[] } | null = null;

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
   * Builds the index in steps of a few milliseconds each, so that a worker can handle messages in between. Yields the
   * share done.
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

  /** Prepares the first search, letter by letter. Yields the share done. */
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

  /** The number of mappings that the query finds. */
  count(query: TableQuery): number {
    return query.kind === 'search' ? this.find(query).length : this.#rowsOf(query.letter).length;
  }

  /** The mappings that the query finds, from number `from` to `to` (excluded). */
  slice(query: TableQuery, from: number, to: number): readonly Mapping[] {
    if (query.kind === 'search' || isSorted(query)) return this.find(query).slice(from, to);
    return this.#rowsOf(query.letter)
      .slice(from, to)
      .map(({ mapping }) => mapping);
  }

  /** All mappings that the query finds, in its order. */
  find(query: TableQuery): readonly Mapping[] {
    if (query.kind === 'letter' && !isSorted(query)) return this.#mappingsOf(query.letter);
    const wanted = JSON.stringify(query);
    if (this.#lastFound?.wanted !== wanted)
      this.#lastFound = { wanted, found: inOrder(this.#findUnsorted(query), query.order ?? 'keyword') };
    return this.#lastFound.found;
  }

  /** Applies changes of the list: a mapping, or null where one was removed. */
  apply(changes: Iterable<readonly [MappingKey, Mapping | null]>): void {
    this.#lastSearch = null;
    this.#lastFound = null;
    const removed = new Set<IndexedMapping>();
    const added = new Map<Letter, IndexedMapping[]>();
    const touched = new Set<Letter>();
    for (const [key, mapping] of changes) {
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

  #mappingsOf(letter: Letter): readonly Mapping[] {
    return this.#rowsOf(letter).map(({ mapping }) => mapping);
  }

  #findUnsorted(query: TableQuery): readonly Mapping[] {
    if (query.kind === 'letter') return this.#mappingsOf(query.letter);
    const found = this.#search(foldForTable(query.text));
    const { account } = query;
    return typeof account === 'string' ? found.filter((mapping) => hasAccount(mapping, account)) : found;
  }

  #search(wanted: string): readonly Mapping[] {
    if (this.#lastSearch?.wanted === wanted) return this.#lastSearch.found;
    const found: Mapping[] = [];
    for (const bucket of this.#buckets.values()) bucket.search(wanted, found);
    this.#lastSearch = { wanted, found };
    return found;
  }
}

/** Whether the rows are not in the order in which they are kept. */
function isSorted({ order = 'keyword' }: TableQuery): boolean {
  return order !== 'keyword';
}

function indexed(mapping: Mapping, accounts: FoldedTexts): IndexedMapping {
  return {
    mapping,
    description: foldForTable(mapping.description),
    glAccount: accounts.fold(mapping.glAccount),
  };
}

/** Accounts are few and shared by many mappings: each is folded once, and its folded text is shared. */
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

/** A mapping as the table sorts and searches it. */
type IndexedMapping = {
  readonly mapping: Mapping;
  readonly description: string;
  readonly glAccount: string;
};

/** The texts of the rows one after another, each as `description LF account LF`, and where each row begins. */
type SearchText = { readonly text: string; readonly starts: Uint32Array };

/** How texts are sorted and searched: without invisible characters, composed, in lower case, runs of white space as one space. */
function foldForTable(text: string): string {
  return withoutInvisible(text).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The mappings of one letter, sorted by description. */
class Bucket {
  #rows: readonly IndexedMapping[];
  /** Made for the first search: scanning one long text is several times faster than scanning many short ones. */
  #searchText: SearchText | null = null;

  constructor(rows: IndexedMapping[] = []) {
    this.#rows = rows.sort(compare);
  }

  get rows(): readonly IndexedMapping[] {
    return this.#rows;
  }

  /** Takes out rows, then adds others. Linear in the size of the bucket. */
  change(removed: ReadonlySet<IndexedMapping>, added: IndexedMapping[]): void {
    const rest = removed.size > 0 ? this.#rows.filter((row) => !removed.has(row)) : this.#rows;
    this.#rows = merge(rest, added.sort(compare));
    this.#searchText = null;
  }

  /** Prepares the first search, which otherwise waits for it. */
  prepareSearch(): void {
    this.#searchText ??= layOut(this.#rows);
  }

  /** Adds the mappings whose description or account contains the folded text `wanted` to `found`, in order. */
  search(wanted: string, found: Mapping[]): void {
    this.#searchText ??= layOut(this.#rows);
    const { text, starts } = this.#searchText;
    let row = 0;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row])) {
      row = rowAt(starts, row, at);
      const hit = this.#rows[row];
      if (hit) found.push(hit.mapping);
      row++;
      if (row >= this.#rows.length) return;
    }
  }
}

function compare(a: IndexedMapping, b: IndexedMapping): number {
  if (a.description !== b.description) return a.description < b.description ? -1 : 1;
  return a.mapping.key < b.mapping.key ? -1 : 1;
}

function merge(a: readonly IndexedMapping[], b: readonly IndexedMapping[]): IndexedMapping[] {
  const merged: IndexedMapping[] = [];
  let next = 0;
  for (const row of a) {
    for (let other = b[next]; other && compare(other, row) < 0; other = b[++next]) merged.push(other);
    merged.push(row);
  }
  merged.push(...b.slice(next));
  return merged;
}

function layOut(rows: readonly IndexedMapping[]): SearchText {
  const starts = new Uint32Array(rows.length + 1);
  let start = 0;
  rows.forEach(({ description, glAccount }, row) => {
    starts[row] = start;
    start += description.length + glAccount.length + 2;
  });
  starts[rows.length] = start;
  return { text: rows.map((row) => `${row.description}\n${row.glAccount}\n`).join(''), starts };
}

/** The row whose text has position `at`, searched from row `from` on in growing steps: hits are often close together. */
function rowAt(starts: Uint32Array, from: number, at: number): number {
  let low = from;
  let step = 1;
  while (low + step < starts.length - 1 && (starts[low + step] ?? 0) <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}
