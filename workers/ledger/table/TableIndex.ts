import type { TableQuery } from '#contract/table.ts';
import { withoutInvisible } from '#model/hiddenCharacters.ts';
import { LETTERS, letterOf } from '#model/letter.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { rememberLast } from '../rememberLast.ts';
import { hasAccount, inOrder } from './tableOrder.ts';

/** Mappings read between two steps of building: a few milliseconds' worth. */
const MAPPINGS_PER_STEP = 2_000;

/** A mapping as the table sorts and searches it. */
type IndexedMapping = {
  readonly mapping: Mapping;
  /** Place of its letter among the tabs. */
  readonly letter: number;
  readonly description: string;
  readonly glAccount: string;
};

/**
 * The mapping list sorted by letter and description, and searchable, for the Database screen. A page is a scan of the
 * rows; a change is sorted in at the next question, which takes linear time.
 */
export class TableIndex {
  #rows: readonly IndexedMapping[];
  /** Changes that are not among the rows yet; null for a removed mapping. */
  readonly #changed = new Map<MappingKey, Mapping | null>();
  #lastFound = rememberLast<readonly Mapping[]>();

  private constructor(rows: readonly IndexedMapping[]) {
    this.#rows = rows;
  }

  /** Builds the index in steps of a few milliseconds each, so that a worker can handle messages in between. */
  static *build(mappings: readonly Mapping[]): Generator<void, TableIndex> {
    const ofLetter = LETTERS.map((): IndexedMapping[] => []);
    for (const [i, mapping] of mappings.entries()) {
      const row = indexed(mapping);
      ofLetter[row.letter]?.push(row);
      if (i % MAPPINGS_PER_STEP === 0) yield;
    }
    for (const rows of ofLetter) {
      rows.sort(compare);
      yield;
    }
    return new TableIndex(ofLetter.flat());
  }

  get size(): number {
    return this.#sorted().length;
  }

  /** Mappings per letter, in the order of the tabs. */
  perLetter(): number[] {
    const numbers = LETTERS.map(() => 0);
    for (const { letter } of this.#sorted()) numbers[letter] = (numbers[letter] ?? 0) + 1;
    return numbers;
  }

  /** All mappings that the query finds, in its order. */
  find(query: TableQuery): readonly Mapping[] {
    const rows = this.#sorted();
    return this.#lastFound(JSON.stringify(query), () => {
      const found = rows.filter(finderOf(query)).map(({ mapping }) => mapping);
      return inOrder(found, query.order ?? 'keyword');
    });
  }

  /** Applies changes of the list: a mapping, or null where one was removed. */
  apply(changes: Iterable<readonly [MappingKey, Mapping | null]>): void {
    for (const [key, mapping] of changes) this.#changed.set(key, mapping);
  }

  #sorted(): readonly IndexedMapping[] {
    if (this.#changed.size === 0) return this.#rows;
    const rest = this.#rows.filter(({ mapping }) => !this.#changed.has(mapping.key));
    const changed = [...this.#changed.values()].filter((mapping) => mapping !== null);
    this.#rows = [...rest, ...changed.map(indexed)].sort(compare);
    this.#changed.clear();
    this.#lastFound = rememberLast();
    return this.#rows;
  }
}

/** Whether a query finds a mapping. */
function finderOf(query: TableQuery): (row: IndexedMapping) => boolean {
  if (query.kind === 'letter') {
    const wanted = LETTERS.indexOf(query.letter);
    return ({ letter }) => letter === wanted;
  }
  const { account } = query;
  const text = foldForTable(query.text);
  return ({ mapping, description, glAccount }) =>
    (description.includes(text) || glAccount.includes(text)) &&
    (typeof account !== 'string' || hasAccount(mapping, account));
}

function indexed(mapping: Mapping): IndexedMapping {
  return {
    mapping,
    letter: LETTERS.indexOf(letterOf(mapping.description)),
    description: foldForTable(mapping.description),
    glAccount: foldForTable(mapping.glAccount),
  };
}

/** How texts are sorted and searched: without invisible characters, composed, in lower case, runs of white space as one space. */
function foldForTable(text: string): string {
  return withoutInvisible(text).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function compare(a: IndexedMapping, b: IndexedMapping): number {
  if (a.letter !== b.letter) return a.letter - b.letter;
  if (a.description !== b.description) return a.description < b.description ? -1 : 1;
  return a.mapping.key < b.mapping.key ? -1 : 1;
}
