import {
  type EntryChanges,
  type HistoryEntry,
  type KeyChange,
  readEntryChanges,
  readHistoryEntry,
} from '#model/history.ts';
import type { EntryId } from '#model/listVersion.ts';
import type { MappingKey } from '#model/mapping.ts';
import { CHANGES_BY_KEY_PATH, CHANGES_PATH, HISTORY_PATH } from '#model/paths.ts';
import type { Child, LedgerDatabase } from '../database.ts';

/** The change of one mapping, and the entry that made it. */
export type MappingChange = { readonly entry: HistoryEntry; readonly change: KeyChange };

/** Reads the history of the list, for admins. Every method rejects when the server refuses. */
export class HistoryReader {
  readonly #database: Pick<LedgerDatabase, 'read' | 'readChildren'>;

  constructor(database: Pick<LedgerDatabase, 'read' | 'readChildren'>) {
    this.#database = database;
  }

  /** The last `count` entries, newest first; with `before`, the last ones of a smaller number. */
  async entries(count: number, before?: number): Promise<readonly HistoryEntry[]> {
    const children = await this.#database.readChildren(HISTORY_PATH, {
      orderBy: 'seq',
      limitToLast: count,
      ...(before !== undefined && { endAt: before - 1 }),
    });
    return entriesOf(children).toReversed();
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

  /** What happened to one mapping, newest first. */
  async ofMapping(key: MappingKey): Promise<readonly MappingChange[]> {
    const marks = await this.#database.readChildren(`${CHANGES_BY_KEY_PATH}/${key}`);
    const ids = marks.toSorted((a, b) => Number(b[1]) - Number(a[1])).map(([id]) => id as EntryId);
    const found = await Promise.all(ids.map((id) => this.#ofMapping(key, id)));
    return found.filter((change) => change !== null);
  }

  async #ofMapping(key: MappingKey, id: EntryId): Promise<MappingChange | null> {
    const [stored, change] = await Promise.all([
      this.#database.read(`${HISTORY_PATH}/${id}`),
      this.#database.read(`${CHANGES_PATH}/${id}/changes/${key}`),
    ]);
    const entry = readHistoryEntry(id, stored);
    if (entry === null || typeof change !== 'object' || change === null) return null;
    const { before = null, after = null } = change as { before?: unknown; after?: unknown };
    return { entry, change: { key, before, after } };
  }
}

function entriesOf(children: readonly Child[]): HistoryEntry[] {
  return children.map(([id, stored]) => readHistoryEntry(id, stored)).filter((entry) => entry !== null);
}
