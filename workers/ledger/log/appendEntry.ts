import type { Log } from '#model/log/entry.ts';
import { type EntryId, readListVersion } from '#model/log/version.ts';
import { type Changes, isRefusal, type LedgerDatabase } from '../database.ts';
import { isStoredDespite } from './storeOnce.ts';

/** More tries than this mean that many people are changing the same thing all the time. */
const MAX_TRIES = 25;

/** A log that entries are appended to. */
type OpenLog<State, Change> = {
  /** What the entries change: `the list`. */
  readonly subject: string;
  /** What is stored, with its version. */
  state(): Promise<State>;
  /**
   * Sends an entry after that state. Resolves with whether it is stored; false: another came first. Null where the changes
   * change nothing.
   */
  send(state: State, changes: readonly Change[]): Promise<boolean> | null;
};

/**
 * Stores what `plan` makes of what is stored, as one entry; plans again each time that somebody else's entry comes
 * first. Resolves with what was stored when the server has it; with nothing when nothing was planned. Rejects when the
 * server refuses; waits while it cannot be reached.
 */
export async function appendEntry<State, Change>(
  log: OpenLog<State, Change>,
  plan: (state: State) => readonly Change[],
): Promise<readonly Change[]> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const state = await log.state();
    const changes = plan(state);
    const isStored = log.send(state, changes);
    if (isStored === null || (await isStored)) return changes;
  }
  throw new Error(`Others are changing ${log.subject} all the time. Please try again.`);
}

/** An entry with an id chosen before it is sent, and the one that it was planned on. */
type NewEntry = { readonly id: EntryId; readonly parent: EntryId; readonly update: Changes };

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

  /**
   * Stores the entry if the last one is still that which it follows, and calls `onStored` while it still counts as
   * pending, unless it is found to be stored only afterwards. Resolves with false when somebody else's came first;
   * rejects when the server refuses for another reason.
   */
  send(entry: NewEntry, onStored: () => void = () => {}): Promise<boolean> {
    const sent = this.#store(entry, onStored).finally(() => this.#pending.delete(entry.id));
    this.#pending.set(entry.id, sent);
    return sent;
  }

  /** Resolves when it is known of all that were sent what became of them. */
  async allAnswered(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending.values());
  }

  async #store({ id, parent, update }: NewEntry, onStored: () => void): Promise<boolean> {
    const updating = this.#database.update(update);
    this.#unanswered.add(updating);
    try {
      await updating.finally(() => this.#unanswered.delete(updating));
      onStored();
      return true;
    } catch (error) {
      return this.#isStoredDespite(error, id, parent);
    }
  }

  async #isStoredDespite(error: unknown, id: EntryId, parent: EntryId): Promise<boolean> {
    if (!isRefusal(error)) throw error;
    // The events of the version wait for those that were sent after this one; they name it, and are refused with it.
    while (this.#unanswered.size > 0) await Promise.allSettled(this.#unanswered);
    const { version, changes } = this.#log;
    if (await isStoredDespite(this.#database, error, `${changes}/${id}/seq`)) return true;
    const last = await this.#database.read(version).catch(() => {
      throw error;
    });
    // The same version as before: nobody came first, the server refuses the changes themselves.
    if (readListVersion(last).id === parent) throw error;
    return false;
  }
}
