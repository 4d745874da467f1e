import {
  type EntryChanges,
  type HistoryEntry,
  type MappingChange,
  readEntryChanges,
} from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import { CHANGES_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import type { HistoryEntries } from './HistoryEntries.ts';

type Batches = Pick<HistoryEntries<HistoryEntry, MappingChange>, 'ofBatch'>;

/** Reads what a change set changed, for Undo. Every method rejects when the server refuses. */
export class HistoryReader {
  readonly #database: Pick<LedgerDatabase, 'read'>;
  readonly #entries: Batches;

  constructor(database: Pick<LedgerDatabase, 'read'>, entries: Batches) {
    this.#database = database;
    this.#entries = entries;
  }

  /** Whether the last entry of a change set says that changes of it are left, and nobody has closed it. */
  async hasMoreLeft(batch: string): Promise<boolean> {
    return ((await this.#entries.ofBatch(batch)).at(-1)?.left ?? 0) > 0;
  }

  /** What an entry changed; null when there is no such entry. */
  async changes(id: EntryId): Promise<EntryChanges | null> {
    return readEntryChanges(id, await this.#database.read(`${CHANGES_PATH}/${id}`));
  }

  /** What all entries of one change set changed, oldest first; null when there is no such change set. */
  async changesOfBatch(batch: string): Promise<readonly EntryChanges[] | null> {
    const entries = await this.#entries.ofBatch(batch);
    const changes = await Promise.all(entries.map(({ id }) => this.changes(id)));
    const found = changes.filter((entry) => entry !== null);
    return found.length > 0 && found.length === entries.length ? found : null;
  }
}
