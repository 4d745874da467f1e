import {
  type EntryChanges,
  type HistoryEntry,
  LIST_LOG,
  readEntryChanges,
  readHistoryEntry,
} from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import { CHANGES_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import { readBatch } from '../log/readEntries.ts';

/** Reads what a change set changed, for Undo. Every method rejects when the server refuses. */
export class HistoryReader {
  readonly #database: Pick<LedgerDatabase, 'read' | 'readChildren'>;

  constructor(database: Pick<LedgerDatabase, 'read' | 'readChildren'>) {
    this.#database = database;
  }

  /** The entries of one change set, oldest first. */
  batch(batch: string): Promise<readonly HistoryEntry[]> {
    return readBatch(this.#database, { log: LIST_LOG, read: readHistoryEntry }, batch);
  }

  /** Whether the last entry of a change set says that changes of it are left, and nobody has closed it. */
  async hasMoreLeft(batch: string): Promise<boolean> {
    return ((await this.batch(batch)).at(-1)?.left ?? 0) > 0;
  }

  /** What an entry changed; null when there is no such entry. */
  async changes(id: EntryId): Promise<EntryChanges | null> {
    return readEntryChanges(id, await this.#database.read(`${CHANGES_PATH}/${id}`));
  }

  /** What all entries of one change set changed, oldest first; null when there is no such change set. */
  async changesOfBatch(batch: string): Promise<readonly EntryChanges[] | null> {
    const entries = await this.batch(batch);
    const changes = await Promise.all(entries.map(({ id }) => this.changes(id)));
    const found = changes.filter((entry) => entry !== null);
    return found.length > 0 && found.length === entries.length ? found : null;
  }
}
