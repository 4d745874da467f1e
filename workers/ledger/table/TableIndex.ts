import type { TableQuery } from '#contract/table.ts';
import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { LETTERS, type Letter, letterOf } from '#model/letter.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { rememberLast } from '../rememberLast.ts';
import { hasAccount, inOrder } from './tableOrder.ts';

/** Mappings read between two steps of building: a few milliseconds' worth. */
const MAPPINGS_PER_STEP = 2_000;

/** A mapping as the table sorts and searches it. */
type IndexedMapping = {
  readonly mapping: Mapping;
  readonly description: string;
  readonly glAccount: string;
};

/**
 * The mapping list by letter, sorted and searchable, for the Database screen. A page of a letter is a slice of an array,
 * a search one scan of the texts, a change one pass over the letters that it concerns.
 */
export class TableIndex {
  /** The mappings of each letter, sorted by description. */
  readonly #rowsOf: Map<Letter, readonly IndexedMapping[]>;
  readonly #rowOfKey: Map<MappingKey, IndexedMapping>;
  #lastFound = rememberLast<readonly Mapping[]>();

  private constructor(
    rowsOf: Map<Letter, readonly IndexedMapping[]>,
    rowOfKey: Map<MappingKey, IndexedMapping>,
  ) {
    this.#rowsOf = rowsOf;
    this.#rowOfKey = rowOfKey;
  }

  /**
   * Builds the index in steps of a few milliseconds each, so that a worker can handle messages in between. Yields the
   * share done.
   */
  static *build(mappings: readonly Mapping[]): Generator<number, TableIndex> {
    const rowsOf = new Map<Letter, IndexedMapping[]>(LETTERS.map((letter) => [letter, []]));
    const rowOfKey = new Map<MappingKey, IndexedMapping>();
    for (const [i, mapping] of mappings.entries()) {
      const row = indexed(mapping);
      rowOfKey.set(mapping.key, row);
      rowsOf.get(letterOf(mapping.description))?.push(row);
      if (i % MAPPINGS_PER_STEP === 0) yield i / mappings.length / 2;
    }
    for (const [i, rows] of [...rowsOf.values()].entries()) {
      rows.sort(compare);
      yield 0.5 + i / rowsOf.size / 2;
    }
    return new TableIndex(rowsOf, rowOfKey);
  }

  get size(): number {
    return this.#rowOfKey.size;
  }

  /** Mappings per letter, in the order of the tabs. */
  perLetter(): number[] {
    return LETTERS.map((letter) => this.#ofLetter(letter).length);
  }

  /** All mappings that the query finds, in its order. */
  find(query: TableQuery): readonly Mapping[] {
    return this.#lastFound(JSON.stringify(query), () =>
      inOrder(
        this.#findRows(query).map(({ mapping }) => mapping),
        query.order ?? 'keyword',
      ),
    );
  }

  /** Applies changes of the list: a mapping, or null where one was removed. */
  apply(changes: Iterable<readonly [MappingKey, Mapping | null]>): void {
    this.#lastFound = rememberLast();
    const removed = new Set<IndexedMapping>();
    const added = new Map<Letter, IndexedMapping[]>();
    const addedTo = (letter: Letter) => {
      const rows = added.get(letter) ?? [];
      added.set(letter, rows);
      return rows;
    };
    for (const [key, mapping] of changes) {
      const old = this.#rowOfKey.get(key);
      if (old) {
        removed.add(old);
        addedTo(letterOf(old.mapping.description));
        this.#rowOfKey.delete(key);
      }
      if (mapping === null) continue;
      const row = indexed(mapping);
      this.#rowOfKey.set(key, row);
      addedTo(letterOf(mapping.description)).push(row);
    }
    for (const [letter, rows] of added) {
      const rest = this.#ofLetter(letter).filter((row) => !removed.has(row));
      this.#rowsOf.set(letter, merge(rest, rows.sort(compare)));
    }
  }

  #ofLetter(letter: Letter): readonly IndexedMapping[] {
    return this.#rowsOf.get(letter) ?? [];
  }

  #findRows(query: TableQuery): readonly IndexedMapping[] {
    if (query.kind === 'letter') return this.#ofLetter(query.letter);
    const { account } = query;
    const wanted = foldForTable(query.text);
    return [...this.#rowsOf.values()].flatMap((rows) =>
      rows.filter(
        ({ mapping, description, glAccount }) =>
          (description.includes(wanted) || glAccount.includes(wanted)) &&
          (typeof account !== 'string' || hasAccount(mapping, account)),
      ),
    );
  }
}

function indexed(mapping: Mapping): IndexedMapping {
  return {
    mapping,
    description: foldForTable(mapping.description),
    glAccount: foldForTable(mapping.glAccount),
  };
}

/** How texts are sorted and searched: without invisible characters, composed, in lower case, runs of white space as one space. */
function foldForTable(text: string): string {
  return withoutInvisible(text).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function compare(a: IndexedMapping, b: IndexedMapping): number {
  if (a.description !== b.description) return a.description < b.description ? -1 : 1;
  return a.mapping.key < b.mapping.key ? -1 : 1;
}

/** Linear: sorting again would compare texts that are in order already. */
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
