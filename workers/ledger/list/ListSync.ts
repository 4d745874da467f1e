import { type ListStep, type ListVersion, NO_VERSION, readListStep } from '#model/listVersion.ts';
import { type Mapping, type MappingKey, readMapping } from '#model/mapping.ts';
import { LIST_VERSION_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { unpackMappings } from '#model/serializedMappings.ts';
import type { LedgerDatabase, WatchFailure } from '../database.ts';
import type { EntryChange } from '../table/entries.ts';
import type { Timing } from '../timing.ts';
import type { MappingCache } from './indexedDbMappingCache.ts';
import { MappingCacheWriter } from './MappingCache.ts';
import { PendingWrites } from './PendingWrites.ts';

/** The list in memory, as {@link ListSync} fills it. */
export type ListSink = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  /** What was kept of an earlier visit. */
  fill(mappings: readonly Mapping[], cachedAt: number): void;
  /** The whole list comes, entry by entry; then `endReading`, and what did not come is gone. */
  beginReading(): void;
  endReading(): void;
  /** One entry changed; null: it was removed. */
  hear(key: MappingKey, mapping: Mapping | null): void;
  /** The list is as the server has it, and is kept so from now on. */
  confirm(): void;
  failed(failure: WatchFailure): void;
};

export type ListSyncParts = {
  readonly database: Pick<
    LedgerDatabase,
    'signedIn' | 'watchValue' | 'watchChildren' | 'watchConnection' | 'read' | 'update' | 'ping'
  >;
  readonly cache: MappingCache;
  readonly timing: Pick<Timing, 'after' | 'now'>;
  readonly sink: ListSink;
};

type Waiting = { readonly resolve: (version: ListVersion) => void; readonly reject: (error: Error) => void };

/**
 * Brings the mapping list here and keeps it in step. First comes what was kept in this browser, then the version of
 * the stored list. Where the two agree nothing is downloaded until the version changes; then the entries that the new
 * version names. Where it names none, or is not the next one, the whole list is read and followed. A connection that
 * comes back begins in the same way with what is here.
 */
export class ListSync {
  readonly #parts: ListSyncParts;
  /** Counts beginnings, so that what belongs to an earlier one is told from the current. */
  #session = 0;
  readonly #ends: (() => void)[] = [];
  #mode: 'waiting' | 'catching-up' | 'in-step' | 'reading' | 'live' = 'waiting';
  /** The version as the database tells it, own writes under way included; undefined until it is known. */
  #told: ListStep | undefined;
  /** The last one that is not of an own write under way. */
  #heard: ListVersion | undefined;
  /** The list here has at least everything of this version; null: not known. */
  #label: ListVersion | null = null;
  readonly #own: PendingWrites;
  readonly #waiting: Waiting[] = [];
  #failure: WatchFailure | null = null;
  /** The session in which {@link ListSync.#settle} is at work. */
  #settling: number | null = null;
  readonly #keeper: MappingCacheWriter;

  constructor(parts: ListSyncParts) {
    this.#parts = parts;
    this.#keeper = new MappingCacheWriter(parts.cache, parts.timing);
    this.#own = new PendingWrites({ database: parts.database, toldVersion: () => this.#told?.id });
  }

  /** Begins with what is kept in this browser. */
  open(): void {
    this.close();
    this.#label = null;
    this.#failure = null;
    void this.#begin(this.#session);
  }

  close(): void {
    this.#session++;
    this.#keeper.rest();
    this.#endWatches();
  }

  /**
   * Resolves with a version that the list here has everything of: a change that is stored `after` it is made
   * knowing the whole list. Waits while that is not known; rejects when the list cannot be had.
   */
  async version(): Promise<ListVersion> {
    if (this.#failure !== null) throw new Error(this.#failure.detail);
    const version = this.#settledVersion();
    if (version !== null) return version;
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /**
   * Stores the changes if the version is still `after`. Resolves with false when somebody else's change was first;
   * rejects when the server refuses for another reason.
   */
  async commit(after: ListVersion, changes: readonly EntryChange[]): Promise<boolean> {
    const session = this.#session;
    try {
      return await this.#own.store(after, changes, (id) => {
        if (session === this.#session) this.#takeOwn(id, changes);
      });
    } finally {
      if (this.#told !== undefined) this.#hear(this.#told);
    }
  }

  /** Reads the whole list, whatever its version: somebody may have changed it past the rules. */
  readAnew(): void {
    if (this.#mode === 'in-step') this.#read();
  }

  async #begin(session: number): Promise<void> {
    const { database, sink } = this.#parts;
    const kept = await this.#keeper.read();
    if (session !== this.#session) return;
    if (kept !== null) {
      sink.fill(unpackMappings(kept.mappings), kept.cachedAt);
      this.#label = kept.version;
    }
    await database.signedIn;
    if (session !== this.#session) return;
    this.#watchVersion();
  }

  #watchVersion(): void {
    const { database } = this.#parts;
    let wasConnected = false;
    this.#ends.push(
      database.watchConnection((isConnected) => {
        if (wasConnected && !isConnected) this.#beginAgain();
        wasConnected = isConnected;
      }),
      database.watchValue(
        LIST_VERSION_PATH,
        (stored) => {
          this.#told = readListStep(stored);
          this.#hear(this.#told);
        },
        // Whoever may not read the version is told so by the list itself.
        () => {
          this.#told = readListStep(null);
          this.#hear(this.#told);
        },
      ),
    );
  }

  /**
   * The connection is gone. What comes of writes under way is not known, and what the SDK would tell of the list
   * after the return has no end that could be seen: so the version is asked for anew, and the list if need be.
   */
  #beginAgain(): void {
    if (this.#settledVersion() === null || this.#own.isAnyUnderWay) this.#label = null;
    this.#session++;
    this.#endWatches();
    this.#watchVersion();
  }

  #endWatches(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#mode = 'waiting';
    this.#told = undefined;
    this.#heard = undefined;
  }

  #hear(step: ListStep): void {
    // The SDK tells of own writes before the server has them.
    if (this.#own.isPending(step.id) || step.id === this.#heard) return;
    this.#heard = step.id;
    if (this.#mode === 'live') void this.#settle();
    else if (this.#mode === 'waiting' || this.#mode === 'in-step') this.#catchUp(step);
  }

  /** Nothing is to be read, or the few entries that have changed since the version here, or the whole list. */
  #catchUp(step: ListStep): void {
    const isKnown = this.#label !== null && this.#label !== NO_VERSION;
    if (isKnown && step.id === this.#label) this.#beInStep();
    else if (isKnown && step.after === this.#label && step.keys) void this.#readEntries(step.id, step.keys);
    else this.#read();
  }

  async #readEntries(version: ListVersion, keys: readonly MappingKey[]): Promise<void> {
    const { database, sink } = this.#parts;
    const session = this.#session;
    this.#mode = 'catching-up';
    try {
      const stored = await Promise.all(keys.map((key) => database.read(`${MAPPINGS_PATH}/${key}`)));
      if (session !== this.#session) return;
      for (const [i, key] of keys.entries()) {
        sink.hear(key, stored[i] === null ? null : readMapping(key, stored[i]));
      }
    } catch {
      // Refused, which the list itself tells better; or disconnected, which begins again.
      if (session === this.#session) this.#read();
      return;
    }
    this.#label = version;
    this.#mode = 'waiting';
    this.#keepSoon();
    // Another one may have come meanwhile.
    if (this.#told && !this.#own.isPending(this.#told.id)) this.#catchUp(this.#told);
    else this.#read();
  }

  #beInStep(): void {
    this.#mode = 'in-step';
    this.#parts.sink.confirm();
    this.#tellVersion();
  }

  /** Whatever the server sends after the version that is known now has at least everything of that version. */
  #read(): void {
    const { database, sink } = this.#parts;
    const version = this.#heard;
    const session = this.#session;
    this.#mode = 'reading';
    this.#label = null;
    sink.beginReading();
    this.#ends.push(
      database.watchChildren(MAPPINGS_PATH, {
        set: (key, value) => sink.hear(key as MappingKey, readMapping(key, value)),
        removed: (key) => sink.hear(key as MappingKey, null),
        loaded: () => {
          this.#mode = 'live';
          sink.endReading();
          sink.confirm();
          this.#label = version ?? null;
          this.#keepSoon();
          if (this.#heard === version) this.#tellVersion();
          else void this.#settle();
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
    if (failure.kind === 'refused') this.#keeper.drop();
    this.#parts.sink.failed(failure);
  }

  /**
   * The version has changed, and the news of the list may still be on their way. The server answers in the order of
   * what happened: with the answer to a question asked now, they are here.
   */
  async #settle(): Promise<void> {
    const session = this.#session;
    if (this.#settling === session) return;
    this.#settling = session;
    try {
      while (session === this.#session && this.#label !== this.#heard) {
        const version = this.#heard;
        await this.#parts.database.ping();
        if (session === this.#session && version !== undefined) this.#label = version;
      }
    } catch (error) {
      // The connection is gone, or about to be found so; its return begins anew.
      console.warn('Whether the mapping list is in step is not known:', error);
    }
    if (session !== this.#session) return;
    this.#settling = null;
    this.#keepSoon();
    this.#tellVersion();
  }

  /** The server has stored an own change. */
  #takeOwn(id: ListVersion, changes: readonly EntryChange[]): void {
    if (this.#mode !== 'in-step' && this.#mode !== 'live') return;
    if (this.#mode === 'in-step') {
      for (const { key, after } of changes) this.#parts.sink.hear(key, after);
    }
    this.#heard = id;
    this.#label = id;
    this.#keepSoon();
    this.#tellVersion();
  }

  #settledVersion(): ListVersion | null {
    const isKnown = this.#mode === 'in-step' || this.#mode === 'live';
    return isKnown && this.#label === this.#heard ? this.#label : null;
  }

  #tellVersion(): void {
    const version = this.#settledVersion();
    if (version === null) return;
    for (const { resolve } of this.#waiting.splice(0)) resolve(version);
  }

  #keepSoon(): void {
    this.#keeper.keepSoon(() => {
      const version = this.#settledVersion();
      if (version === null || version === NO_VERSION || this.#own.isAnyUnderWay) return null;
      return { version, mappings: this.#parts.sink.entries.values() };
    });
  }
}
