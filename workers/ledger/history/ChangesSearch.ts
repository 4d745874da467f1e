import { withoutInvisible } from '#model/hiddenCharacters.ts';
import type { EntryId } from '#model/log/version.ts';
import { changesIn, type ListedEntry, type ListedLog } from './listedLogs.ts';

/** Changes that one step reads. */
const CHANGES_PER_STEP = 10_000;
/** A search reads no more changes than these: they would be some 50 MB. */
const MAX_SEARCHED = 250_000;

/** What is searched for in the changes that have been read, such as keywords and accounts, as one text per entry. */
export class ChangesSearch<Entry extends ListedEntry, Change> {
  readonly #log: ListedLog<Entry, Change>;
  /** One line per change, in the order of the changes. */
  readonly #texts = new Map<EntryId, string>();
  #size = 0;

  constructor(log: ListedLog<Entry, Change>) {
    this.#log = log;
  }

  /** Whether no more is read. */
  get isFull(): boolean {
    return this.#size >= MAX_SEARCHED;
  }

  has({ id }: Entry): boolean {
    return this.#texts.has(id);
  }

  /** Whether a change of the entry contains `text`, which {@link foldCase} made; false while it has not been read. */
  matches({ id }: Entry, text: string): boolean {
    return this.#texts.get(id)?.includes(text) ?? false;
  }

  /** The places of the changes that contain `text`, among those of the entry. */
  placesOf({ id }: Entry, text: string): number[] {
    const lines = this.#texts.get(id)?.split('\n') ?? [];
    return lines.flatMap((line, place) => (line.includes(text) ? [place] : []));
  }

  /** Reads the first of these entries, as many as one step takes. */
  async readSome(entries: readonly Entry[]): Promise<void> {
    let room = CHANGES_PER_STEP;
    const some = entries.filter((entry, i) => {
      room -= 1 + changesIn(entry);
      return room >= 0 || i === 0;
    });
    await this.readAll(some);
  }

  async readAll(entries: readonly Entry[]): Promise<void> {
    const unread = entries.filter((entry) => !this.has(entry));
    for await (const part of this.#log.changes.inParts(unread)) {
      for (const [id, changes] of part) {
        this.#texts.set(
          id,
          (changes ?? []).map((change) => searchText(this.#log.textsOf(change))).join('\n'),
        );
        this.#size += changes?.length ?? 0;
      }
    }
  }
}

/** What is searched for and what is searched, alike. */
export function foldCase(text: string): string {
  return withoutInvisible(text).toLowerCase();
}

/** Whether the texts of a change contain `text`, which {@link foldCase} made. */
export function contains(texts: readonly string[], text: string): boolean {
  return searchText(texts).includes(text);
}

function searchText(texts: readonly string[]): string {
  return foldCase(texts.join('\t').replaceAll('\n', ' '));
}
