import type { HistoryEntry, MappingChange } from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { CHANGES_BY_KEY_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import type { ChangesReader } from './ChangesReader.ts';
import { changeSetsOf, type StoredChangeSet } from './changeSets.ts';
import type { HistoryEntries } from './HistoryEntries.ts';

/** Entries of one mapping that are shown, the newest ones. */
const MAX_OF_KEY = 1_000;

/** What is known of one mapping's history while the history had some number of entries. */
type KeyHistory = {
  readonly changeSets: readonly StoredChangeSet<HistoryEntry>[];
  /** What each entry made of the mapping. */
  readonly changes: ReadonlyMap<EntryId, MappingChange>;
};

/** Finds the history of one mapping, by the marks of its key. */
export class KeyHistories {
  readonly #database: Pick<LedgerDatabase, 'read'>;
  readonly #entries: HistoryEntries<HistoryEntry, MappingChange>;
  readonly #changes: ChangesReader;
  /** The last one, which is asked for again and again. */
  #last: Promise<KeyHistory> | null = null;
  #lastName = '';

  constructor(
    database: Pick<LedgerDatabase, 'read'>,
    entries: HistoryEntries<HistoryEntry, MappingChange>,
    changes: ChangesReader,
  ) {
    this.#database = database;
    this.#entries = entries;
    this.#changes = changes;
  }

  of(key: MappingKey): Promise<KeyHistory> {
    const name = `${this.#entries.log.total} ${key}`;
    if (this.#last === null || this.#lastName !== name) {
      this.#lastName = name;
      this.#last = this.#read(key);
      // A failure is not remembered.
      this.#last.catch(() => {
        this.#last = null;
      });
    }
    return this.#last;
  }

  async #read(key: MappingKey): Promise<KeyHistory> {
    const stored = (await this.#database.read(`${CHANGES_BY_KEY_PATH}/${key}`)) ?? {};
    const ids = Object.entries(stored as Readonly<Record<string, number>>)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_OF_KEY)
      .map(([id]) => id as EntryId);
    const entries = (await Promise.all(ids.map((id) => this.#entries.entry(id)))).filter(
      (entry) => entry !== undefined,
    );
    const changes = await Promise.all(
      entries.map(async ({ id }) => [id, await this.#changes.readOne(id, key)] as const),
    );
    return {
      changeSets: changeSetsOf(entries),
      changes: new Map(changes.flatMap(([id, change]) => (change ? [[id, change] as const] : []))),
    };
  }
}
