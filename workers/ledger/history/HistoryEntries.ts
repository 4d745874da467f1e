import type { ChangeSetId, HistoryChange } from '#contract/history.ts';
import { type HistoryEntry, LIST_LOG, readHistoryEntry } from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import type { MappingKey } from '#model/mapping.ts';
import { CHANGES_BY_KEY_PATH, HISTORY_PATH } from '#model/paths.ts';
import { readBatch } from '../log/readEntries.ts';
import type { ChangesReader } from './ChangesReader.ts';
import { changeSetIdOf, changeSetsOf, type StoredChangeSet } from './changeSets.ts';
import { type HistoryDatabase, HistoryLog } from './HistoryLog.ts';

/** Entries of one mapping that are shown, the newest ones. */
const MAX_OF_KEY = 1_000;

/** What is known of one mapping's history while the history had `total` entries. */
type KeyHistory = {
  readonly key: MappingKey;
  readonly total: number;
  readonly changeSets: readonly StoredChangeSet[];
  readonly changes: ReadonlyMap<EntryId, HistoryChange>;
};

/** Finds entries of the history: in its log, by change set, and by mapping. */
export class HistoryEntries {
  readonly log: HistoryLog;
  readonly #database: HistoryDatabase;
  readonly #changes: ChangesReader;
  readonly #listeners: (() => void)[] = [];
  #ofKey: Promise<KeyHistory> | null = null;
  #ofKeyName = '';
  #ofChangeSet: {
    readonly id: ChangeSetId;
    readonly total: number;
    readonly entries: readonly HistoryEntry[];
  } | null = null;

  constructor(database: HistoryDatabase, changes: ChangesReader) {
    this.#database = database;
    this.#changes = changes;
    this.log = new HistoryLog(database, () => {
      for (const notify of this.#listeners) notify();
    });
  }

  /** Calls `onChange` when entries have come. */
  onChange(onChange: () => void): void {
    this.#listeners.push(onChange);
  }

  /** An entry by its id; undefined if it is not in the history. */
  async entry(id: EntryId): Promise<HistoryEntry | undefined> {
    const known = this.log.entry(id);
    return known ?? readHistoryEntry(id, await this.#database.read(`${HISTORY_PATH}/${id}`)) ?? undefined;
  }

  /** All entries of a change set, oldest first. */
  async ofChangeSet(id: ChangeSetId): Promise<readonly HistoryEntry[]> {
    const { total } = this.log;
    if (this.#ofChangeSet?.id === id && this.#ofChangeSet.total === total) return this.#ofChangeSet.entries;
    const known = this.log.isComplete ? this.log.changeSet(id)?.entries.toReversed() : undefined;
    const entries = known ?? (await this.#readChangeSet(id));
    this.#ofChangeSet = { id, total, entries };
    return entries;
  }

  async changeSetsOfKey(key: MappingKey): Promise<readonly StoredChangeSet[]> {
    return (await this.#keyHistory(key)).changeSets;
  }

  /** What each entry made of one mapping. */
  async changesOfKey(key: MappingKey): Promise<ReadonlyMap<EntryId, HistoryChange>> {
    return (await this.#keyHistory(key)).changes;
  }

  /** All entries of a batch, oldest first, whoever made them. */
  ofBatch(batch: string): Promise<readonly HistoryEntry[]> {
    return readBatch(this.#database, { log: LIST_LOG, read: readHistoryEntry }, batch);
  }

  async #readChangeSet(id: ChangeSetId): Promise<readonly HistoryEntry[]> {
    const [, batch = ''] = id.split(' ');
    const entries = await this.ofBatch(batch);
    return entries.filter((entry) => changeSetIdOf(entry) === id);
  }

  #keyHistory(key: MappingKey): Promise<KeyHistory> {
    const name = `${this.log.total} ${key}`;
    if (this.#ofKey === null || this.#ofKeyName !== name) {
      this.#ofKeyName = name;
      this.#ofKey = this.#readKey(key);
      // A failure is not remembered.
      this.#ofKey.catch(() => {
        this.#ofKey = null;
      });
    }
    return this.#ofKey;
  }

  async #readKey(key: MappingKey): Promise<KeyHistory> {
    const { total } = this.log;
    const stored = (await this.#database.read(`${CHANGES_BY_KEY_PATH}/${key}`)) ?? {};
    const ids = Object.entries(stored as Readonly<Record<string, number>>)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_OF_KEY)
      .map(([id]) => id as EntryId);
    const entries = (await Promise.all(ids.map((id) => this.entry(id)))).filter(
      (entry) => entry !== undefined,
    );
    const changes = await Promise.all(
      entries.map(async ({ id }) => [id, await this.#changes.readOne(id, key)] as const),
    );
    return {
      key,
      total,
      changeSets: changeSetsOf(entries),
      changes: new Map(changes.flatMap(([id, change]) => (change ? [[id, change] as const] : []))),
    };
  }
}
