import { type EntryChanges, type HistoryEntry, readEntryChanges, readHistoryEntry } from '#model/history.ts';
import type { EntryId } from '#model/log/version.ts';
import { CHANGES_PATH, HISTORY_PATH } from '#model/paths.ts';
import type { Child, LedgerDatabase } from '../database.ts';

/** Reads what an act changed, for Undo. Every method rejects when the server refuses. */
export class HistoryReader {
  readonly #database: Pick<LedgerDatabase, 'read' | 'readChildren'>;

  constructor(database: Pick<LedgerDatabase, 'read' | 'readChildren'>) {
    this.#database = database;
  }

  /** The entries of one act, oldest first. */
  async batch(batch: string): Promise<readonly HistoryEntry[]> {
    const children = await this.#database.readChildren(HISTORY_PATH, { orderBy: 'batch', equalTo: batch });
    return entriesOf(children).toSorted((a, b) => a.seq - b.seq);
  }

  /** What an entry changed; null when there is no such entry. */
  async changes(id: EntryId): Promise<EntryChanges | null> {
    return readEntryChanges(id, await this.#database.read(`${CHANGES_PATH}/${id}`));
  }

  /** What all entries of one act changed, oldest first; null when there is no such act. */
  async changesOfBatch(batch: string): Promise<readonly EntryChanges[] | null> {
    const entries = await this.batch(batch);
    const changes = await Promise.all(entries.map(({ id }) => this.changes(id)));
    const found = changes.filter((entry) => entry !== null);
    return found.length > 0 && found.length === entries.length ? found : null;
  }
}

function entriesOf(children: readonly Child[]): HistoryEntry[] {
  return children.map(([id, stored]) => readHistoryEntry(id, stored)).filter((entry) => entry !== null);
}
