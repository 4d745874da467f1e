import { withoutInvisible } from '#model/hiddenCharacters.ts';
import type { EntryId } from '#model/log/version.ts';
import { changesIn, type ListedEntry, type StoredChangeSet } from '../log/changeSets.ts';
import type { ChangesReader } from './ChangesReader.ts';
import type { ListedLog } from './ListedLog.ts';

/** Changes that one step reads. */
const CHANGES_PER_STEP = 10_000;
/** A search reads no more changes than these: they would be some 50 MB. */
const MAX_SEARCHED = 250_000;

/** What a search finds, the entries that it has still to read, and the number of changes that it goes through. */
export type Found<Entry extends ListedEntry> = {
  readonly changeSets: readonly StoredChangeSet<Entry>[];
  readonly unread: readonly Entry[];
  readonly changes: number;
};

/** The place of a change: in the entry of that number, counted from 0. */
export type Place = { readonly part: number; readonly place: number };

/**
 * Finds a text, which {@link foldCase} made, in the changes that have been read, such as keywords and accounts. A blank text
 * is in all of them.
 */
export class ChangesSearch<Entry extends ListedEntry, Change extends { readonly after: unknown }> {
  readonly #log: ListedLog<Entry, Change>;
  readonly #changes: ChangesReader<Entry, Change>;
  /** One line per change, in the order of the changes. */
  readonly #texts = new Map<EntryId, string>();
  #size = 0;

  constructor(log: ListedLog<Entry, Change>, changes: ChangesReader<Entry, Change>) {
    this.#log = log;
    this.#changes = changes;
  }

  /** Whether no more is read. */
  get isFull(): boolean {
    return this.#size >= MAX_SEARCHED;
  }

  /** The change sets with a change that contains the text, as far as they have been read. */
  find(changeSets: readonly StoredChangeSet<Entry>[], text: string): Found<Entry> {
    if (text === '') return { changeSets, unread: [], changes: 0 };
    return {
      changeSets: changeSets.filter(({ entries }) =>
        entries.some(({ id }) => this.#texts.get(id)?.includes(text)),
      ),
      unread: changeSets.flatMap(({ entries }) => entries.filter(({ id }) => !this.#texts.has(id))),
      changes: changeSets.reduce((sum, changeSet) => sum + changesIn(changeSet), 0),
    };
  }

  /** The places of the changes that contain the text. */
  async placesIn(entries: readonly Entry[], text: string): Promise<readonly Place[]> {
    if (text !== '') await this.#read(entries);
    return entries.flatMap((entry, part) => {
      if (text === '') return Array.from({ length: changesIn(entry) }, (_unused, place) => ({ part, place }));
      const lines = this.#texts.get(entry.id)?.split('\n') ?? [];
      return lines.flatMap((line, place) => (line.includes(text) ? [{ part, place }] : []));
    });
  }

  contains(change: Change, text: string): boolean {
    return this.#textOf(change).includes(text);
  }

  /** Reads the first of these entries, as many as one step takes. */
  async readSome(entries: readonly Entry[]): Promise<void> {
    let room = CHANGES_PER_STEP;
    const some = entries.filter((entry, i) => {
      room -= 1 + changesIn(entry);
      return room >= 0 || i === 0;
    });
    await this.#read(some);
  }

  async #read(entries: readonly Entry[]): Promise<void> {
    const unread = entries.filter(({ id }) => !this.#texts.has(id));
    for await (const part of this.#changes.inParts(unread)) {
      for (const [id, changes] of part) {
        this.#texts.set(id, (changes ?? []).map((change) => this.#textOf(change)).join('\n'));
        this.#size += changes?.length ?? 0;
      }
    }
  }

  #textOf(change: Change): string {
    return foldCase(this.#log.textsOf(change).join('\t').replaceAll('\n', ' '));
  }
}

/** What is searched for and what is searched, alike. */
export function foldCase(text: string): string {
  return withoutInvisible(text).toLowerCase();
}
