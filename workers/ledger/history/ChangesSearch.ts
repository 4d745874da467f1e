import type { HistoryChange } from '#contract/history.ts';
import type { HistoryEntry } from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import { textsOf } from '#model/mapping.ts';
import { type ChangesReader, changesIn } from './ChangesReader.ts';

/** Changes that one step reads. */
const CHANGES_PER_STEP = 10_000;
/** A search reads no more changes than these: they would be some 50 MB. */
const MAX_SEARCHED = 250_000;

/** Keywords and accounts of the changes that have been read for a search, as one text per entry. */
export class ChangesSearch {
  readonly #reader: ChangesReader;
  /** One line per change, in the order of the changes. */
  readonly #texts = new Map<EntryId, string>();
  #size = 0;

  constructor(reader: ChangesReader) {
    this.#reader = reader;
  }

  /** Whether no more is read. */
  get isFull(): boolean {
    return this.#size >= MAX_SEARCHED;
  }

  has({ id }: HistoryEntry): boolean {
    return this.#texts.has(id);
  }

  /** Whether a change of the entry contains `text`, which {@link foldCase} made; false while it has not been read. */
  matches({ id }: HistoryEntry, text: string): boolean {
    return this.#texts.get(id)?.includes(text) ?? false;
  }

  /** The places of the changes that contain `text`, among those of the entry. */
  placesOf({ id }: HistoryEntry, text: string): number[] {
    const lines = this.#texts.get(id)?.split('\n') ?? [];
    return lines.flatMap((line, place) => (line.includes(text) ? [place] : []));
  }

  /** Reads the first of these entries, as many as one step takes. */
  async readSome(entries: readonly HistoryEntry[]): Promise<void> {
    let room = CHANGES_PER_STEP;
    const some = entries.filter((entry, i) => {
      room -= 1 + changesIn(entry);
      return room >= 0 || i === 0;
    });
    await this.readAll(some);
  }

  async readAll(entries: readonly HistoryEntry[]): Promise<void> {
    const unread = entries.filter((entry) => !this.has(entry));
    for await (const part of this.#reader.inParts(unread)) {
      for (const [id, changes] of part) {
        this.#texts.set(id, (changes ?? []).map(searchText).join('\n'));
        this.#size += changes?.length ?? 0;
      }
    }
  }
}

/** What is searched for and what is searched, alike. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** Whether a change contains `text`, which {@link foldCase} made. */
export function contains(change: HistoryChange, text: string): boolean {
  return searchText(change).includes(text);
}

function searchText({ before, after }: HistoryChange): string {
  const texts = [before, after].flatMap((mapping) => (mapping ? textsOf(mapping) : []));
  return foldCase(texts.join('\t').replaceAll('\n', ' '));
}
