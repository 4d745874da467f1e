import type { HistoryUpdate, Log } from '#model/log/entry.ts';
import { type EntryId, type ListVersion, NO_ENTRY, readListVersion } from '#model/log/version.ts';
import { isRefusal, type LedgerDatabase } from '../database.ts';
import { isStoredDespite } from './storeOnce.ts';

/**
 * Sends entries of one log, several at once if each names the one before. The server refuses an entry when another came
 * first.
 */
export class EntrySender {
  readonly #database: Pick<LedgerDatabase, 'update' | 'read'>;
  readonly #log: Pick<Log, 'version' | 'changes'>;
  readonly #pending = new Map<EntryId, Promise<boolean>>();
  /** Those that the server has not answered at all. */
  readonly #unanswered = new Set<Promise<void>>();

  constructor(database: Pick<LedgerDatabase, 'update' | 'read'>, log: Pick<Log, 'version' | 'changes'>) {
    this.#database = database;
    this.#log = log;
  }

  /** Whether this entry is on its way, and what became of it is not known yet. */
  isPending(id: EntryId): boolean {
    return this.#pending.has(id);
  }

  /** The version that is stored. */
  async version(): Promise<ListVersion> {
    return readListVersion(await this.#database.read(this.#log.version));
  }

  /**
   * Stores the entry that an update makes if the last one is still that which it follows, and calls `onStored` while it
   * still counts as pending, unless it is found to be stored only afterwards. Resolves with false when somebody else's
   * came first; rejects when the server refuses for another reason.
   */
  send(update: HistoryUpdate, onStored: () => void = () => {}): Promise<boolean> {
    const entry = readListVersion(update[this.#log.version]);
    const sent = this.#store(update, entry, onStored).finally(() => this.#pending.delete(entry.id));
    this.#pending.set(entry.id, sent);
    return sent;
  }

  /** Resolves when it is known of all that were sent what became of them. */
  async allAnswered(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending.values());
  }

  async #store(update: HistoryUpdate, entry: ListVersion, onStored: () => void): Promise<boolean> {
    const updating = this.#database.update(update);
    this.#unanswered.add(updating);
    try {
      await updating.finally(() => this.#unanswered.delete(updating));
      onStored();
      return true;
    } catch (error) {
      return this.#isStoredDespite(error, entry);
    }
  }

  async #isStoredDespite(error: unknown, { id, parent }: ListVersion): Promise<boolean> {
    if (!isRefusal(error)) throw error;
    // The events of the version wait for those that were sent after this one; they name it, and are refused with it.
    while (this.#unanswered.size > 0) await Promise.allSettled(this.#unanswered);
    if (await isStoredDespite(this.#database, error, `${this.#log.changes}/${id}/seq`)) return true;
    const last = await this.version().catch(() => {
      throw error;
    });
    // The same version as before: nobody came first, the server refuses the changes themselves.
    if (last.id === (parent ?? NO_ENTRY)) throw error;
    return false;
  }
}
