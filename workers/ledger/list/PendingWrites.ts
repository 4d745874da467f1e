import { type ListVersion, listUpdate, newListVersion } from '#model/listVersion.ts';
import type { LedgerDatabase } from '../database.ts';
import { type EntryChange, storedByKey } from '../table/entries.ts';

type Parts = {
  readonly database: Pick<LedgerDatabase, 'update' | 'ping'>;
  /** The version as the database tells it at this moment, own writes under way included. */
  toldVersion(): ListVersion | undefined;
};

/**
 * This ledger's own changes of the list on their way to the server. Each brings the list a new version and names the
 * one that it was planned on, so that the server refuses it when somebody else's change was first.
 */
export class PendingWrites {
  readonly #parts: Parts;
  readonly #underWay = new Set<ListVersion>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isAnyUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  /** Whether this is the version of a write that the server has not answered yet. */
  isPending(version: ListVersion): boolean {
    return this.#underWay.has(version);
  }

  /**
   * Stores the changes if the version is still `after`, and calls `onStored` while the write still counts as under
   * way. Resolves with false when somebody else's change was first; rejects when the server refuses for another reason.
   */
  async store(
    after: ListVersion,
    changes: readonly EntryChange[],
    onStored: (version: ListVersion) => void,
  ): Promise<boolean> {
    const id = newListVersion((bytes) => crypto.getRandomValues(bytes));
    this.#underWay.add(id);
    try {
      await this.#parts.database.update(listUpdate(storedByKey(changes), { id, after }));
      onStored(id);
      return true;
    } catch (error) {
      return await this.#judgeRefusal(error, id, after);
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #judgeRefusal(error: unknown, id: ListVersion, after: ListVersion): Promise<boolean> {
    if (!/permission[_ ]denied/i.test(String(error))) throw error;
    try {
      // The server answers in the order of what happened: with this answer the version that it judged by is here.
      await this.#parts.database.ping();
    } catch {
      throw error;
    }
    const told = this.#parts.toldVersion();
    // Sent twice, since the connection broke before the answer came: the first time it was stored.
    if (told === id) return true;
    if (told === after) throw error;
    return false;
  }
}
