import type { KeywordResult } from '#contract/ledger.ts';
import type { Author, ChangeKind, StoredChange } from '#model/history.ts';
import { type EntryPlan, entryUpdate, outsideUpdate, type PlannedEntry } from '#model/historyUpdate.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_CHANGES_PER_ENTRY } from '#model/limits.ts';
import type { ListSum } from '#model/listSum.ts';
import { type EntryId, type ListVersion, newEntryId } from '#model/listVersion.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import { CHANGES_PATH } from '#model/paths.ts';
import { isRefusal, type LedgerDatabase, reasonOf } from '../database.ts';

/** More retries than this mean that many people are changing the list all the time. */
const MAX_TRIES = 25;

/** The change of one entry of the list: its old and its new value, null for no entry. */
export type EntryChange = {
  readonly key: MappingKey;
  readonly before: Mapping | null;
  readonly after: Mapping | null;
};

/** What the history says of a change: its kind, and what its entries have in common. */
export type ListAct = { readonly kind: ChangeKind; readonly batch: string; readonly note?: string };

/** An act of its own. */
export function newAct(kind: ChangeKind, note?: string): ListAct {
  return { kind, batch: newId(), ...(note !== undefined && { note }) };
}

function newId(): EntryId {
  return newEntryId((bytes) => crypto.getRandomValues(bytes));
}

/** What was written of many changes, and why the rest was not; `failure` is null when all were written. */
export type Written = { readonly changes: readonly EntryChange[]; readonly failure: string | null };

/** A list that can be changed; see {@link ListWriter.write}. */
export type WritableList = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  write(act: ListAct, plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]>;
};

/** Stores `description` for `glAccount` in place of what its key held. Resolves when the server has it. */
export async function writeMapping(
  list: WritableList,
  kind: ChangeKind,
  description: string,
  glAccount: string,
): Promise<KeywordResult> {
  const key = mappingKey(description);
  const problem = keyProblem(key);
  if (problem !== null) return { kind: 'unstorable', problem };
  try {
    const after = { key, description: description.trim(), glAccount };
    await list.write(newAct(kind), () => [{ key, before: list.entries.get(key) ?? null, after }]);
    return { kind: 'saved' };
  } catch (error) {
    return { kind: 'failed', detail: reasonOf(error) };
  }
}

/**
 * Writes the changes in entries of up to {@link MAX_CHANGES_PER_ENTRY}, each of them whole or not at all; stops at the
 * first that fails. A change for which `isWanted` returns false at the moment of writing is left out.
 */
export async function writeInChunks(
  list: Pick<WritableList, 'write'>,
  act: ListAct,
  changes: readonly EntryChange[],
  onProgress: (written: number) => void,
  isWanted: (change: EntryChange) => boolean = () => true,
): Promise<Written> {
  const written: EntryChange[] = [];
  for (let from = 0; from < changes.length; from += MAX_CHANGES_PER_ENTRY) {
    const chunk = changes.slice(from, from + MAX_CHANGES_PER_ENTRY);
    try {
      written.push(...(await list.write(act, () => chunk.filter(isWanted))));
    } catch (error) {
      return { changes: written, failure: reasonOf(error) };
    }
    onProgress(written.length);
  }
  return { changes: written, failure: null };
}

/** Whether two entries read the same to a person. */
export function isSame(a: Mapping | null, b: Mapping | null): boolean {
  return a?.description === b?.description && a?.glAccount === b?.glAccount;
}

/** Whether the list has what the changes were to bring about. */
export function isStored(
  entries: ReadonlyMap<MappingKey, Mapping>,
  changes: readonly EntryChange[],
): boolean {
  return changes.every(({ key, after }) => isSame(entries.get(key) ?? null, after));
}

/** Whether the entry still has the value that the change begins with. */
export function isAsBefore(entries: ReadonlyMap<MappingKey, Mapping>, { key, before }: EntryChange): boolean {
  return isSame(entries.get(key) ?? null, before);
}

/** The list as the server has it, and a way to store a change of a given version of it. */
type VersionedList = {
  version(): Promise<ListVersion>;
  commit(after: ListVersion, act: ListAct, changes: readonly EntryChange[]): Promise<boolean>;
};

/**
 * Makes changes of the shared list, one after another. Each is planned on the current list and stored only if nobody
 * has changed the list since: so a plan may read any entry and rely on it.
 */
export class ListWriter {
  readonly #list: VersionedList;
  #last: Promise<unknown> = Promise.resolve();

  constructor(list: VersionedList) {
    this.#list = list;
  }

  /**
   * Stores the changes that `plan` returns, as one entry of the history; plans again each time that somebody else's
   * change comes first. Resolves with what was stored when the server has it; with nothing when nothing was planned.
   * Rejects when the server refuses, and when the list is not what its history says; waits while the server cannot be
   * reached.
   */
  write(act: ListAct, plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]> {
    const written = this.#last.then(() => this.#store(act, plan));
    this.#last = written.catch(() => {});
    return written;
  }

  async #store(act: ListAct, plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const version = await this.#list.version();
      const changes = plan();
      if (changes.length === 0 || (await this.#list.commit(version, act, changes))) return changes;
    }
    throw new Error('Others are changing the list all the time. Please try again.');
  }
}

type PendingWritesOptions = {
  readonly database: Pick<LedgerDatabase, 'update' | 'read'>;
  readonly author: Author;
  /** The version last received from the database, but for those of pending writes. */
  announcedVersion(): ListVersion | undefined;
};

/**
 * This ledger's own changes of the list that the server has not answered yet. Each is an entry of the history with an id
 * chosen before it is sent, and names the entry that it was planned on; the server refuses it when another came first.
 */
export class PendingWrites {
  readonly #options: PendingWritesOptions;
  readonly #ids = new Set<EntryId>();

  constructor(options: PendingWritesOptions) {
    this.#options = options;
  }

  /** Whether this is the entry of a write that the server has not answered yet. */
  isPending(id: EntryId): boolean {
    return this.#ids.has(id);
  }

  /** The entry that makes `changes` after `former`; `sum`: what the list amounts to before. */
  plan(former: ListVersion, sum: ListSum, act: ListAct, changes: readonly StoredChange[]): PlannedEntry {
    return entryUpdate(this.#planOf(former, sum, act), changes);
  }

  /** The entry that accepts a list which amounts to `found`. */
  planOutside(former: ListVersion, expected: ListSum, found: ListSum): PlannedEntry {
    return outsideUpdate(this.#planOf(former, expected, newAct('outside')), found);
  }

  /**
   * Stores the entry if the last one is still that which it follows, and calls `onStored` while it still counts as
   * pending. Resolves with false when somebody else's came first; rejects when the server refuses for another reason.
   */
  async store({ update, version }: PlannedEntry, onStored: () => void): Promise<boolean> {
    this.#ids.add(version.id);
    try {
      await this.#options.database.update(update);
      onStored();
      return true;
    } catch (error) {
      return await this.#isStoredDespite(error, version.id, version.after);
    } finally {
      this.#ids.delete(version.id);
    }
  }

  #planOf(former: ListVersion, sum: ListSum, act: ListAct): EntryPlan {
    return { id: newId(), former, sum, act: { ...act, by: this.#options.author } };
  }

  /** The SDK sends a write again when the connection was lost before the answer: it is refused if it had succeeded. */
  async #isStoredDespite(error: unknown, id: EntryId, after: EntryId): Promise<boolean> {
    if (!isRefusal(error)) throw error;
    let seq: unknown;
    try {
      // The server answers in order: with this answer, the version that the write was refused for has arrived.
      seq = await this.#options.database.read(`${CHANGES_PATH}/${id}/seq`);
    } catch {
      throw error;
    }
    if (typeof seq === 'number') return true;
    if (this.#options.announcedVersion()?.id === after) throw error;
    return false;
  }
}
