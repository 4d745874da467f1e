import type { KeywordResult } from '#contract/ledger.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { type ListVersion, listUpdate, newListVersion } from '#model/listVersion.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import type { LedgerDatabase } from '../database.ts';

/** Entries written in one update: each update is atomic, and small enough not to hold up other writers (design.md §6). */
export const ENTRIES_PER_UPDATE = 500;
/** More retries than this mean that many people are changing the list all the time. */
const MAX_TRIES = 25;

/** The change of one entry of the list: its old and its new value, null for no entry. */
export type EntryChange = {
  readonly key: MappingKey;
  readonly before: Mapping | null;
  readonly after: Mapping | null;
};

/** What was written of many changes, and why the rest was not; `failure` is null when all were written. */
export type Written = { readonly changes: readonly EntryChange[]; readonly failure: string | null };

/** A list that can be changed; see {@link ListWriter.write}. */
export type WritableList = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  write(plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]>;
};

/** Stores `description` for `glAccount` in place of what its key held. Resolves when the server has it. */
export async function writeMapping(
  list: WritableList,
  description: string,
  glAccount: string,
): Promise<KeywordResult> {
  const key = mappingKey(description);
  const problem = keyProblem(key);
  if (problem !== null) return { kind: 'unstorable', problem };
  try {
    const after = { key, description: description.trim(), glAccount };
    await list.write(() => [{ key, before: list.entries.get(key) ?? null, after }]);
    return { kind: 'saved' };
  } catch (error) {
    return { kind: 'failed', detail: reasonOf(error) };
  }
}

/**
 * Writes the changes in chunks of {@link ENTRIES_PER_UPDATE}, each of them whole or not at all; stops at the first that
 * fails. A change for which `isWanted` returns false at the moment of writing is left out.
 */
export async function writeInChunks(
  list: Pick<WritableList, 'write'>,
  changes: readonly EntryChange[],
  onProgress: (written: number) => void,
  isWanted: (change: EntryChange) => boolean = () => true,
): Promise<Written> {
  const written: EntryChange[] = [];
  for (let from = 0; from < changes.length; from += ENTRIES_PER_UPDATE) {
    const chunk = changes.slice(from, from + ENTRIES_PER_UPDATE);
    try {
      written.push(...(await list.write(() => chunk.filter(isWanted))));
    } catch (error) {
      return { changes: written, failure: reasonOf(error) };
    }
    onProgress(written.length);
  }
  return { changes: written, failure: null };
}

/** The message of a refused or failed write. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  version(): Promise<ListVersion>;
  commit(after: ListVersion, changes: readonly EntryChange[]): Promise<boolean>;
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
   * Stores the changes that `plan` returns, in one update; plans again each time that somebody else's change comes
   * first. Resolves with what was stored when the server has it; with nothing when nothing was planned. Rejects when
   * the server refuses; waits while the server cannot be reached.
   */
  write(plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]> {
    const written = this.#last.then(() => this.#store(plan));
    this.#last = written.catch(() => {});
    return written;
  }

  async #store(plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]> {
    let refused: readonly EntryChange[] = [];
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const version = await this.#list.version();
      // The SDK re-sends a write whose answer was lost; when somebody else's change came in between, the server refuses
      // the second attempt although the first has succeeded.
      if (refused.length > 0 && isStored(this.#list.entries, refused)) return refused;
      const changes = plan();
      if (changes.length === 0 || (await this.#list.commit(version, changes))) return changes;
      refused = changes;
    }
    throw new Error('Others are changing the list all the time. Please try again.');
  }
}

type PendingWritesOptions = {
  readonly database: Pick<LedgerDatabase, 'update' | 'ping'>;
  /** The version last received from the database, those of pending writes included. */
  announcedVersion(): ListVersion | undefined;
};

/**
 * This ledger's own changes of the list that the server has not answered yet. Each gives the list a new version and
 * names the version that it was planned on; the server refuses it when another change came first.
 */
export class PendingWrites {
  readonly #options: PendingWritesOptions;
  readonly #versions = new Set<ListVersion>();

  constructor(options: PendingWritesOptions) {
    this.#options = options;
  }

  get isAnyPending(): boolean {
    return this.#versions.size > 0;
  }

  /** Whether this is the version of a write that the server has not answered yet. */
  isPending(version: ListVersion): boolean {
    return this.#versions.has(version);
  }

  /**
   * Stores the changes if the stored version is still `after`, and calls `onStored` while the write still counts as
   * pending. Resolves with false when somebody else's change came first; rejects when the server refuses for another
   * reason.
   */
  async store(
    after: ListVersion,
    changes: readonly EntryChange[],
    onStored: (version: ListVersion) => void,
  ): Promise<boolean> {
    const id = newListVersion((bytes) => crypto.getRandomValues(bytes));
    this.#versions.add(id);
    try {
      await this.#options.database.update(listUpdate(storedByKey(changes), { id, after }));
      onStored(id);
      return true;
    } catch (error) {
      return await this.#isStoredDespite(error, id, after);
    } finally {
      this.#versions.delete(id);
    }
  }

  async #isStoredDespite(error: unknown, id: ListVersion, after: ListVersion): Promise<boolean> {
    if (!/permission[_ ]denied/i.test(String(error))) throw error;
    try {
      // The server sends its answers in order: after this one, the version that the write was refused for has arrived.
      await this.#options.database.ping();
    } catch {
      throw error;
    }
    const announced = this.#options.announcedVersion();
    // The SDK re-sent this write after a reconnect; the first attempt had already succeeded.
    if (announced === id) return true;
    if (announced === after) throw error;
    return false;
  }
}

/** The new values by key, in the form in which entries are stored today; older forms are only read. */
function storedByKey(changes: readonly EntryChange[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    changes.map(({ key, after }) => [
      key,
      after && { description: after.description, glAccount: after.glAccount },
    ]),
  );
}
