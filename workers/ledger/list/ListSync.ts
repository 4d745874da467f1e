import { type ListStep, type ListVersion, NO_VERSION, readListStep } from '#model/listVersion.ts';
import { type Mapping, type MappingKey, readMapping } from '#model/mapping.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { deserializeMappings } from '#model/serializedMappings.ts';
import type { LedgerDatabase, WatchFailure } from '../database.ts';
import type { Timing } from '../timing.ts';
import { type EntryChange, PendingWrites } from './listWrites.ts';
import { MappingCache, type MappingStorage } from './MappingCache.ts';

/** The list in memory, as {@link ListSync} fills it. */
type ListSink = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  /** The list that was cached on an earlier visit. */
  fill(mappings: readonly Mapping[], cachedAt: number): void;
  /** The whole list follows, entry by entry, up to `endReading`; entries that did not come are gone then. */
  beginReading(): void;
  endReading(): void;
  /** One entry changed; null: it was removed. */
  set(key: MappingKey, mapping: Mapping | null): void;
  /** The list is as the server has it, and follows it from now on. */
  confirm(): void;
  fail(failure: WatchFailure): void;
};

export type ListSyncOptions = {
  readonly database: Pick<
    LedgerDatabase,
    'signedIn' | 'watchValue' | 'watchChildren' | 'watchConnection' | 'read' | 'update' | 'ping'
  >;
  readonly storage: MappingStorage;
  readonly timing: Pick<Timing, 'after' | 'now'>;
  readonly sink: ListSink;
};

type Waiting = { readonly resolve: (version: ListVersion) => void; readonly reject: (error: Error) => void };

/**
 * Loads the mapping list and follows the stored one. The cached list comes first, then the version of the stored list.
 * While the two versions are equal, nothing is downloaded. A new version that names the entries it changed costs those
 * entries; one that names none, or is not the next one, costs the whole list, whose changes are followed from then on.
 * After a reconnect the same steps start from the list in memory.
 *
 * Three versions are kept apart: the announced one (as the database reports it, pending writes of this ledger
 * included), the confirmed one (the last announced one that is not of a pending write), and the local one (the list in
 * memory has at least everything of it).
 */
export class ListSync {
  readonly #options: ListSyncOptions;
  /** Number of starts so far: an answer that belongs to an earlier one is ignored. */
  #session = 0;
  readonly #ends: (() => void)[] = [];
  #mode: 'waiting' | 'catching-up' | 'in-step' | 'reading' | 'live' = 'waiting';
  /** Undefined until it is known. */
  #announced: ListStep | undefined;
  #confirmed: ListVersion | undefined;
  /** Null while it is not known. */
  #local: ListVersion | null = null;
  readonly #pending: PendingWrites;
  readonly #waiting: Waiting[] = [];
  #failure: WatchFailure | null = null;
  /** The session in which {@link ListSync.#awaitEvents} is running. */
  #awaitingEvents: number | null = null;
  readonly #cache: MappingCache;

  constructor(options: ListSyncOptions) {
    this.#options = options;
    this.#cache = new MappingCache(options.storage, options.timing);
    this.#pending = new PendingWrites({
      database: options.database,
      announcedVersion: () => this.#announced?.id,
    });
  }

  /** Starts with the cached list. */
  open(): void {
    this.close();
    this.#local = null;
    this.#failure = null;
    void this.#start(this.#session);
  }

  close(): void {
    this.#session++;
    this.#cache.cancelSave();
    this.#endWatches();
  }

  /**
   * Resolves with the stored version once the list in memory has everything of it: a change planned now and stored
   * `after` it was planned on the complete list. Rejects when the list cannot be read.
   */
  async version(): Promise<ListVersion> {
    if (this.#failure !== null) throw new Error(this.#failure.detail);
    const version = this.#versionInStep();
    if (version !== null) return version;
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /**
   * Stores the changes if the stored version is still `after`. Resolves with false when somebody else's change came
   * first; rejects when the server refuses for another reason.
   */
  async commit(after: ListVersion, changes: readonly EntryChange[]): Promise<boolean> {
    const session = this.#session;
    try {
      return await this.#pending.store(after, changes, (id) => {
        if (session === this.#session) this.#onStored(id, changes);
      });
    } finally {
      if (this.#announced !== undefined) this.#onVersion(this.#announced);
    }
  }

  /** Reads the whole list, whatever its version: the owner of the database can change it without a new version. */
  readAnew(): void {
    if (this.#mode === 'in-step') this.#read();
  }

  async #start(session: number): Promise<void> {
    const { database, sink } = this.#options;
    const cached = await this.#cache.read();
    if (session !== this.#session) return;
    if (cached !== null) {
      sink.fill(deserializeMappings(cached.mappings), cached.cachedAt);
      this.#local = cached.version;
    }
    await database.signedIn;
    if (session !== this.#session) return;
    this.#watchVersion();
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
        (stored) => this.#onVersion(readListStep(stored)),
        // A person who may not read the version may not read the list either: reading that fails with the reason.
        () => this.#onVersion(readListStep(null)),
      ),
    );
  }

  /**
   * The connection is lost. The outcome of pending writes is not known, and the events that the SDK sends of the list
   * after a reconnect have no recognisable end: so the version is watched again, and the list is read if the version has changed.
   */
  #restart(): void {
    if (this.#versionInStep() === null || this.#pending.isAnyPending) this.#local = null;
    this.#session++;
    this.#endWatches();
    this.#watchVersion();
  }

  #endWatches(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#mode = 'waiting';
    this.#announced = undefined;
    this.#confirmed = undefined;
  }

  #onVersion(step: ListStep): void {
    this.#announced = step;
    // The SDK reports own writes before the server has stored them.
    if (this.#pending.isPending(step.id) || step.id === this.#confirmed) return;
    this.#confirmed = step.id;
    if (this.#mode === 'live') void this.#awaitEvents();
    else if (this.#mode === 'waiting' || this.#mode === 'in-step') this.#catchUp(step);
  }

  /** Reads nothing, the few entries that have changed since the local version, or the whole list. */
  #catchUp(step: ListStep): void {
    const isKnown = this.#local !== null && this.#local !== NO_VERSION;
    if (isKnown && step.id === this.#local) this.#confirm();
    else if (isKnown && step.after === this.#local && step.keys) void this.#readEntries(step.id, step.keys);
    else this.#read();
  }

  async #readEntries(version: ListVersion, keys: readonly MappingKey[]): Promise<void> {
    const { database, sink } = this.#options;
    const session = this.#session;
    this.#mode = 'catching-up';
    try {
      const stored = await Promise.all(keys.map((key) => database.read(`${MAPPINGS_PATH}/${key}`)));
      if (session !== this.#session) return;
      for (const [i, key] of keys.entries()) {
        sink.set(key, stored[i] === null ? null : readMapping(key, stored[i]));
      }
    } catch {
      // Refused: reading the whole list fails with the reason. Or disconnected: `#restart` has changed the session.
      if (session === this.#session) this.#read();
      return;
    }
    this.#local = version;
    this.#mode = 'waiting';
    this.#saveSoon();
    // Another version may have come meanwhile.
    if (this.#announced && !this.#pending.isPending(this.#announced.id)) this.#catchUp(this.#announced);
    else this.#read();
  }

  #confirm(): void {
    this.#mode = 'in-step';
    this.#options.sink.confirm();
    this.#resolveWaiting();
  }

  /** Everything that the server sends after the confirmed version has at least everything of that version. */
  #read(): void {
    const { database, sink } = this.#options;
    const version = this.#confirmed;
    const session = this.#session;
    this.#mode = 'reading';
    this.#local = null;
    sink.beginReading();
    this.#ends.push(
      database.watchChildren(MAPPINGS_PATH, {
        set: (key, value) => sink.set(key as MappingKey, readMapping(key, value)),
        removed: (key) => sink.set(key as MappingKey, null),
        loaded: () => {
          this.#mode = 'live';
          sink.endReading();
          sink.confirm();
          this.#local = version ?? null;
          this.#saveSoon();
          if (this.#confirmed === version) this.#resolveWaiting();
          else void this.#awaitEvents();
        },
        failed: (failure) => {
          if (session === this.#session) this.#fail(failure);
        },
      }),
    );
  }

  #fail(failure: WatchFailure): void {
    this.close();
    this.#failure = failure;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error(failure.detail));
    if (failure.kind === 'refused') this.#cache.delete();
    this.#options.sink.fail(failure);
  }

  /**
   * The version has changed, and its events of the list may still be on their way. The server sends in order: when the
   * answer to a ping sent now arrives, the events have arrived.
   */
  async #awaitEvents(): Promise<void> {
    const session = this.#session;
    if (this.#awaitingEvents === session) return;
    this.#awaitingEvents = session;
    try {
      while (session === this.#session && this.#local !== this.#confirmed) {
        const version = this.#confirmed;
        await this.#options.database.ping();
        if (session === this.#session && version !== undefined) this.#local = version;
      }
    } catch (error) {
      // The connection is lost, or its loss is about to be noticed; after a reconnect everything starts again.
      console.warn('Whether the mapping list is in step is not known:', error);
    }
    if (session !== this.#session) return;
    this.#awaitingEvents = null;
    this.#saveSoon();
    this.#resolveWaiting();
  }

  /** The server has stored a change of this ledger. */
  #onStored(id: ListVersion, changes: readonly EntryChange[]): void {
    if (this.#mode !== 'in-step' && this.#mode !== 'live') return;
    if (this.#mode === 'in-step') {
      for (const { key, after } of changes) this.#options.sink.set(key, after);
    }
    this.#confirmed = id;
    this.#local = id;
    this.#saveSoon();
    this.#resolveWaiting();
  }

  /** The stored version if the list in memory has everything of it; else null. */
  #versionInStep(): ListVersion | null {
    const isKnown = this.#mode === 'in-step' || this.#mode === 'live';
    return isKnown && this.#local === this.#confirmed ? this.#local : null;
  }

  #resolveWaiting(): void {
    const version = this.#versionInStep();
    if (version === null) return;
    for (const { resolve } of this.#waiting.splice(0)) resolve(version);
  }

  /** Never save a list under a version newer than its contents: it would be trusted. The reverse costs one download. */
  #saveSoon(): void {
    this.#cache.saveSoon(() => {
      const version = this.#versionInStep();
      if (version === null || version === NO_VERSION || this.#pending.isAnyPending) return null;
      return { version, mappings: this.#options.sink.entries.values() };
    });
  }
}
