import { type KeyChange, LIST_LOG, type MappingChange } from '#model/history.ts';
import {
  closedUpdate,
  type EntryPlan,
  entryUpdate,
  outsideUpdate,
  type PlannedEntry,
} from '#model/historyUpdate.ts';
import { type IntegrityMismatch, LIST_DIFFERS_REFUSAL } from '#model/integrityMismatch.ts';
import type { Author } from '#model/log/author.ts';
import { type ListVersion, NO_ENTRY, readListVersion } from '#model/log/version.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { Child, LedgerDatabase, WatchFailure } from '../database.ts';
import type { SentEntry } from '../log/appendEntry.ts';
import { entriesBetween } from '../log/entriesBetween.ts';
import { LogFollower } from '../log/LogFollower.ts';
import { newId } from '../log/newId.ts';
import type { Timing } from '../timing.ts';
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

/** Follows the log of the list ({@link LogFollower}), caches the list, and makes entries of changes of mappings. */
export class ListSync {
  readonly #options: ListSyncOptions;
  readonly #forms = new LegacyValues();
  readonly #cache: MappingCache;
  readonly #follower: LogFollower<KeyChange>;

  constructor(options: ListSyncOptions) {
    const { database, storage, timing, observer, onAnswered } = options;
    this.#options = options;
    this.#cache = new MappingCache(storage, timing);
    this.#follower = new LogFollower({
      database,
      log: LIST_LOG,
      entriesBetween: (from, to) => entriesBetween(database, from, to),
      onAnswered,
      node: {
        checked: {
          sum: () => this.#forms.sum,
          refusal: LIST_DIFFERS_REFUSAL,
          onMismatch: (mismatch) => observer.onMismatch(mismatch),
        },
        restore: () => this.#restore(),
        replace: (children: readonly Child[]) => observer.replace(this.#forms.replace(children)),
        apply: (changes) => this.#apply(changes),
        onConfirmed: () => {
          observer.confirm();
          this.#saveSoon();
        },
        onFailed: (failure) => this.#onFailed(failure),
      },
    });
  }

  /** Starts with the cached list. */
  open(): void {
    this.#cache.cancelSave();
    this.#follower.open();
  }

  close(): void {
    this.#cache.cancelSave();
    this.#follower.close();
  }

  /** See {@link LogFollower.version}. */
  version(): Promise<ListVersion> {
    return this.#follower.version();
  }

  /** See {@link LogFollower.isExpected}. */
  isExpected(version: ListVersion): boolean {
    return this.#follower.isExpected(version);
  }

  /** See {@link LogFollower.reload}. */
  reload(): void {
    this.#follower.reload();
  }

  /** Sends the changes as an entry after that version; see {@link LogFollower.send}. Null where they change nothing. */
  send(
    after: ListVersion,
    changeSet: ListChangeSet,
    changes: readonly MappingChange[],
  ): SentListEntry | null {
    const stored = this.#forms.changesOf(changes, this.#options.observer.entries);
    if (stored.length === 0) return null;
    const planned = entryUpdate(this.#planOf(after, changeSet), stored);
    return { version: readListVersion(planned.version), ...this.#send(planned, stored) };
  }

  /** Makes the list that is not what its history says the one that counts. Rejects when the server refuses. */
  async accept(): Promise<void> {
    const version = this.#follower.mismatched;
    if (version?.sum)
      await this.#send(outsideUpdate(this.#planOf(version, newChangeSet('outside')), this.#forms.sum))
        .isStored;
  }

  /** Sends an entry after that version which closes a batch. */
  sendClosed(after: ListVersion, changeSet: ListChangeSet): SentEntry {
    return this.#send(closedUpdate(this.#planOf(after, changeSet)));
  }

  #planOf(former: ListVersion, changeSet: ListChangeSet): EntryPlan {
    const sum = former.sum ?? this.#forms.sum;
    return { id: newId(), former, sum, changeSet: { ...changeSet, by: this.#options.author } };
  }

  #send({ update }: PlannedEntry, changes: readonly KeyChange[] = []): SentEntry {
    return { isStored: this.#follower.send(update, changes) };
  }

  async #restore(): Promise<(() => ListVersion) | null> {
    const cached = await this.#cache.read();
    if (cached === null) return null;
    const { version, sum, former, mappings, cachedAt } = cached;
    return () => {
      this.#options.observer.fill(mappings, cachedAt);
      this.#forms.restore(sum, former);
      return { ...version, parent: null, sum };
    };
  }

  #apply(changes: readonly KeyChange[]): void {
    const { observer } = this.#options;
    for (const { key, after } of changes)
      observer.set(key, this.#forms.set(key, observer.entries.get(key), after));
  }

  #onFailed(failure: WatchFailure): void {
    this.#cache.cancelSave();
    if (failure.kind === 'refused') this.#cache.delete();
    this.#options.observer.fail(failure);
  }

  /** A list without a version cannot be recognised later, so it is not saved. */
  #saveSoon(): void {
    this.#cache.saveSoon(() => {
      const { confirmed } = this.#follower;
      if (confirmed === null || confirmed.id === NO_ENTRY) return null;
      const { id, seq } = confirmed;
      const { sum, former } = this.#forms;
      const mappings = this.#options.observer.entries.values();
      return { version: { id, seq }, sum, former: [...former], mappings };
    });
  }
}
