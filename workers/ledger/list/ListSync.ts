import { type EntryChanges, LIST_LOG, type MappingChange } from '#model/history.ts';
import {
  closedUpdate,
  type EntryPlan,
  entryUpdate,
  outsideUpdate,
  type PlannedEntry,
} from '#model/historyUpdate.ts';
import { type IntegrityMismatch, LIST_DIFFERS_REFUSAL } from '#model/integrityMismatch.ts';
import { isSameSum, type ListChecksum } from '#model/listChecksum.ts';
import type { Author } from '#model/log/author.ts';
import { type ListVersion, NO_ENTRY, readListVersion } from '#model/log/version.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { type Child, failureOf, type LedgerDatabase, type WatchFailure } from '../database.ts';
import { EntrySender, type SentEntry } from '../log/appendEntry.ts';
import { newId } from '../log/newId.ts';
import type { Timing } from '../timing.ts';
import { entriesBetween } from './ListFollower.ts';
import { LegacyValues } from './legacyValues.ts';
import { type ListChangeSet, newChangeSet, type SentListEntry } from './listWrites.ts';
import { MappingCache, type MappingStorage } from './MappingCache.ts';

/** The list in memory, as {@link ListSync} fills it. */
type ListObserver = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  /** The list that was cached on an earlier visit. */
  fill(mappings: readonly Mapping[], cachedAt: number): void;
  /** The whole list; entries that are not among these are gone. */
  replace(mappings: readonly Mapping[]): void;
  /** One entry changed; null: it was removed. */
  set(key: MappingKey, mapping: Mapping | null): void;
  /** What has been filled in is the list as the server has it. Called after every change. */
  confirm(): void;
  /** The list is as the server has it, and that is not what its history says. */
  onMismatch(mismatch: IntegrityMismatch): void;
  fail(failure: WatchFailure): void;
};

export type ListSyncOptions = {
  readonly database: Pick<
    LedgerDatabase,
    'signedIn' | 'watchValue' | 'watchConnection' | 'read' | 'readChildren' | 'update'
  >;
  readonly storage: MappingStorage;
  readonly timing: Pick<Timing, 'after' | 'now'>;
  readonly author: Author;
  readonly observer: ListObserver;
  /** The server has sent the version of the list. */
  onAnswered(): void;
};

type Waiting = { readonly resolve: (version: ListVersion) => void; readonly reject: (error: Error) => void };

/** A list that does not agree with its history may have been read in the middle of a change: it is read once more. */
const WHOLE_READS = 2;

/**
 * Loads the mapping list and follows the stored one. The cached list comes first, then the version of the stored list.
 * While the two versions are equal, nothing is downloaded. Of a later version the entries of the history since are read;
 * the whole list is read where that does not lead to it. After a reconnect the same steps start from the list in memory.
 *
 * Two versions are kept apart: the announced one, as the database reports it, and the local one, whose state the list in
 * memory has. Versions of pending writes of this ledger count only when the server has stored them.
 */
export class ListSync {
  readonly #options: ListSyncOptions;
  /** Number of starts so far: an answer that belongs to an earlier one is ignored. */
  #session = 0;
  readonly #ends: (() => void)[] = [];
  #mode: 'waiting' | 'catching-up' | 'in-step' | 'mismatch' = 'waiting';
  /** Undefined until it is known. */
  #announced: ListVersion | undefined;
  /** The last one received, which may be that of a pending write. */
  #received: ListVersion | undefined;
  /** Null while there is no list in memory. */
  #local: ListVersion | null = null;
  readonly #forms = new LegacyValues();
  readonly #sender: EntrySender;
  readonly #waiting: Waiting[] = [];
  #failure: string | null = null;
  /** The whole list is asked for. After a reconnect the same question is answered. */
  #reading: Promise<readonly Child[]> | null = null;
  #mustRead = false;
  readonly #cache: MappingCache;

  constructor(options: ListSyncOptions) {
    this.#options = options;
    this.#cache = new MappingCache(options.storage, options.timing);
    this.#sender = new EntrySender(options.database, LIST_LOG);
  }

  /** Starts with the cached list. */
  open(): void {
    this.close();
    this.#local = null;
    this.#failure = null;
    this.#reading = null;
    void this.#start(this.#session);
  }

  close(): void {
    this.#session++;
    this.#cache.cancelSave();
    this.#endWatches();
  }

  /**
   * Resolves with the stored version once the list in memory is in its state: a change planned now and stored after it
   * was planned on the complete list. Rejects when the list cannot be read, and when it is not what its history says.
   */
  async version(): Promise<ListVersion> {
    if (this.#failure !== null) throw new Error(this.#failure);
    if (this.#mode === 'mismatch') throw new Error(LIST_DIFFERS_REFUSAL);
    if (this.#mode === 'in-step' && this.#local !== null) return this.#local;
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Whether the stored version is this one, or will be when what was sent is answered; as far as is known. */
  isExpected({ id }: ListVersion): boolean {
    return this.#mode === 'in-step' && (this.#local?.id === id || this.#sender.isPending(id));
  }

  /**
   * Sends the changes as an entry of the history, which is stored if the stored version is `after` then: the present
   * one, or that of an entry sent before, whose changes concern other keys. Rejects when the server refuses for another
   * reason than that somebody else's change came first. Null where the changes change nothing.
   */
  send(
    after: ListVersion,
    changeSet: ListChangeSet,
    changes: readonly MappingChange[],
  ): SentListEntry | null {
    const stored = this.#forms.changesOf(changes, this.#options.observer.entries);
    if (stored.length === 0) return null;
    const planned = entryUpdate(this.#planOf(after, after.sum ?? this.#forms.sum, changeSet), stored);
    const isStored = this.#store(planned, () => {
      for (const { key, after: value } of stored) this.#set(key, value);
    });
    return { version: readListVersion(planned.version), isStored };
  }

  /** Makes the list that is not what its history says the one that counts. Rejects when the server refuses. */
  async accept(): Promise<void> {
    const { sum } = this.#announced ?? {};
    if (this.#mode !== 'mismatch' || !this.#announced || !sum) return;
    const plan = this.#planOf(this.#announced, sum, newChangeSet('outside'));
    await this.#store(outsideUpdate(plan, this.#forms.sum), () => {});
  }

  /** Sends an entry after that version which closes a batch. */
  sendClosed(after: ListVersion, changeSet: ListChangeSet): SentEntry {
    const planned = closedUpdate(this.#planOf(after, after.sum ?? this.#forms.sum, changeSet));
    return { isStored: this.#store(planned, () => {}) };
  }

  #planOf(former: ListVersion, sum: ListChecksum, changeSet: ListChangeSet): EntryPlan {
    return { id: newId(), former, sum, changeSet: { ...changeSet, by: this.#options.author } };
  }

  /** Reads the whole list, whatever its version: the owner of the database can change it without a new one. */
  reload(): void {
    if (this.#mode === 'waiting' || this.#announced === undefined) return;
    this.#mustRead = true;
    this.#catchUp();
  }

  async #start(session: number): Promise<void> {
    const { database, observer } = this.#options;
    const cached = await this.#cache.read();
    if (session !== this.#session) return;
    if (cached !== null) {
      observer.fill(cached.mappings, cached.cachedAt);
      this.#forms.restore(cached.sum, cached.former);
      this.#local = { ...cached.version, parent: null, sum: cached.sum };
    }
    await database.signedIn;
    if (session === this.#session) this.#watchVersion();
  }

  #watchVersion(): void {
    const { database } = this.#options;
    let wasConnected = false;
    this.#ends.push(
      database.watchConnection((isConnected) => {
        if (wasConnected && !isConnected) this.#restart();
        wasConnected = isConnected;
      }),
      database.watchValue(
        LIST_VERSION_PATH,
        (stored) => this.#onVersion(readListVersion(stored)),
        (failure) => this.#fail(failure),
      ),
    );
  }

  /** The connection is lost: what the server has meanwhile is known when the version has been read again. */
  #restart(): void {
    this.#session++;
    this.#endWatches();
    this.#watchVersion();
  }

  #endWatches(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#mode = 'waiting';
    this.#announced = undefined;
    this.#received = undefined;
  }

  #onVersion(version: ListVersion): void {
    this.#received = version;
    this.#options.onAnswered();
    // The SDK reports own writes before the server has stored them.
    if (this.#sender.isPending(version.id) || version.id === this.#announced?.id) return;
    this.#announced = version;
    this.#catchUp();
  }

  #catchUp(): void {
    if (this.#mode === 'catching-up') return;
    this.#mode = 'catching-up';
    const session = this.#session;
    this.#reach(session).catch((error: unknown) => {
      if (session === this.#session) this.#fail(failureOf(error));
    });
  }

  /** Brings the list in memory to the announced version, which may change meanwhile. */
  async #reach(session: number): Promise<void> {
    let reads = 0;
    while (!this.#isReached() && reads < WHOLE_READS) {
      const isFollowed = reads === 0 && !this.#mustRead && (await this.#follow(session));
      if (session !== this.#session) return;
      if (isFollowed) continue;
      await this.#readWhole(session);
      if (session !== this.#session) return;
      reads++;
    }
    if (this.#isReached()) this.#confirm();
    else this.#onMismatch();
  }

  #isReached(): boolean {
    const { id, sum } = this.#announced ?? {};
    if (this.#mustRead || this.#local === null || this.#local.id !== id) return false;
    return !sum || isSameSum(sum, this.#forms.sum);
  }

  /** Applies the entries up to the announced version; false when the whole list must be read. */
  async #follow(session: number): Promise<boolean> {
    const [from, to] = [this.#local, this.#announced];
    if (from === null || to === undefined || from.id === to.id) return false;
    for await (const entries of entriesBetween(this.#options.database, from, to)) {
      if (session !== this.#session || entries === null) return false;
      for (const entry of entries) this.#apply(entry);
    }
    return this.#local?.id === to.id && (!to.sum || isSameSum(to.sum, this.#forms.sum));
  }

  #apply({ id, seq, changes }: EntryChanges): void {
    for (const { key, after } of changes ?? []) this.#set(key, after);
    this.#local = { id, seq, parent: null, sum: this.#forms.sum };
  }

  /** The server answers in order: the list that comes has at least everything of the version announced then. */
  async #readWhole(session: number): Promise<void> {
    this.#mustRead = false;
    const reading = this.#reading ?? this.#options.database.readChildren(MAPPINGS_PATH);
    this.#reading = reading;
    const children = await reading.finally(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    if (session !== this.#session || this.#announced === undefined) return;
    this.#options.observer.replace(this.#forms.replace(children));
    this.#local = { ...this.#announced, sum: this.#forms.sum };
  }

  #set(key: MappingKey, stored: unknown): void {
    const { observer } = this.#options;
    observer.set(key, this.#forms.set(key, observer.entries.get(key), stored));
  }

  #confirm(): void {
    this.#mode = 'in-step';
    this.#options.observer.confirm();
    this.#saveSoon();
    this.#resolveWaiting();
  }

  #onMismatch(): void {
    this.#mode = 'mismatch';
    this.#rejectWaiting(LIST_DIFFERS_REFUSAL);
    const expected = this.#announced?.sum;
    if (expected) this.#options.observer.onMismatch({ expected, found: this.#forms.sum });
  }

  #fail(failure: WatchFailure): void {
    this.close();
    this.#failure = failure.detail;
    this.#rejectWaiting(failure.detail);
    if (failure.kind === 'refused') this.#cache.delete();
    this.#options.observer.fail(failure);
  }

  /** @param apply brings the list in memory to the state after the entry */
  async #store(planned: PlannedEntry, apply: () => void): Promise<boolean> {
    const session = this.#session;
    let isStored = false;
    try {
      const { update } = planned;
      const { id, after: parent } = planned.version;
      isStored = await this.#sender.send({ id, parent, update }, () => {
        if (session !== this.#session) return;
        const version = readListVersion(planned.version);
        // The event may wait until all of our own entries are answered; or that of somebody's next entry is here already.
        if (version.seq > (this.#received?.seq ?? 0)) this.#received = version;
        if (this.#mode !== 'in-step' || this.#local?.id !== version.parent) return;
        apply();
        this.#local = { ...version, sum: this.#forms.sum };
        this.#announced = this.#local;
        this.#confirm();
      });
    } finally {
      if (this.#received !== undefined) this.#onVersion(this.#received);
    }
    // The entry may have been found in the history only.
    if (isStored) await this.version().catch(() => {});
    return isStored;
  }

  #resolveWaiting(): void {
    if (this.#local === null) return;
    for (const { resolve } of this.#waiting.splice(0)) resolve(this.#local);
  }

  #rejectWaiting(detail: string): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(detail));
  }

  /** A list without a version cannot be recognised later, so it is not saved. */
  #saveSoon(): void {
    this.#cache.saveSoon(() => {
      if (this.#mode !== 'in-step' || this.#local === null || this.#local.id === NO_ENTRY) return null;
      const { id, seq } = this.#local;
      const { sum, former } = this.#forms;
      return {
        version: { id, seq },
        sum,
        former: [...former],
        mappings: this.#options.observer.entries.values(),
      };
    });
  }
}
