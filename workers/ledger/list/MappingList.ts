import type { Classifier, ClassifierChange } from '#engine/classifier.ts';
import { type KeyChange, LIST_LOG, type MappingChange } from '#model/history.ts';
import {
  behindUpdate,
  closedUpdate,
  type EntryPlan,
  entryUpdate,
  outsideUpdate,
} from '#model/historyUpdate.ts';
import { type IntegrityMismatch, LIST_DIFFERS_REFUSAL } from '#model/integrityMismatch.ts';
import type { Author } from '#model/log/author.ts';
import { type ListVersion, NO_ENTRY } from '#model/log/version.ts';
import { isSameMapping, type Mapping, type MappingKey } from '#model/mapping.ts';
import { loadOnce } from '../../lazyService.ts';
import type { Child, WatchFailure } from '../database.ts';
import { entriesBetween } from '../log/entriesBetween.ts';
import { type FollowedDatabase, LogFollower } from '../log/LogFollower.ts';
import { LogWriter, newChangeSet } from '../log/LogWriter.ts';
import { newId } from '../log/newId.ts';
import type { Timing } from '../timing.ts';
import type { LastSeen, LastSeenOptions } from './LastSeen.ts';
import { readLastSeen, type SeenEntry, warn } from './lastSeenStorage.ts';
import { LegacyValues } from './legacyValues.ts';
import type { ListChangeSet, WritableList } from './listWrites.ts';
import { type CachedList, MappingCache, type MappingStorage } from './MappingCache.ts';

/** An event of the list: it is being read again, it is complete, or entries changed (null: removed). */
export type ListEvent =
  | { readonly kind: 'loading' | 'loaded' }
  | { readonly kind: 'changed'; readonly changes: ReadonlyMap<MappingKey, Mapping | null> };

type MappingListOptions = Pick<LastSeenOptions, 'isAdmin' | 'hasSeals' | 'onLoss'> & {
  readonly database: FollowedDatabase & LastSeenOptions['database'];
  readonly storage: MappingStorage;
  /** Where a list is kept that the server's history no longer leads on from. */
  readonly setAsideStorage: MappingStorage;
  readonly lastSeenStorage: LastSeenOptions['lastSeenStorage'];
  readonly timing: Pick<Timing, 'after' | 'now'>;
  readonly author: Author;
  /** The server has sent the version of the list. */
  onAnswered(): void;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** The stored list is complete, or the cached one is here; the classifier is a new one. */
  onLoaded(): void;
  /** The list and its classifier are about to go: it is reloaded, or may not be read any more. */
  onClearing(): void;
  /** The list that began as the cached one is now the stored one. */
  onConfirmed(): void;
  onChanged(change: ClassifierChange): void;
  /** The list begins, or ceases, to be another than its history says. */
  onMismatch(isMismatch: boolean): void;
  onFailed(failure: WatchFailure): void;
};

/**
 * The shared mapping list and the classifier made of it; both follow the stored list. Until it is confirmed, the list
 * may be the one that this browser cached on an earlier visit. While the stored list is not what its history says, the
 * entries are those of the stored one, and the classifier stays as it was.
 */
export class MappingList {
  readonly #options: MappingListOptions;
  readonly #forms = new LegacyValues();
  readonly #cache: MappingCache;
  readonly #setAside: MappingCache;
  /** What this browser saw before it first asked the server. */
  #seenBefore: Promise<SeenEntry | null> | null = null;
  readonly #follower: LogFollower<KeyChange>;
  readonly #writer: LogWriter<MappingChange, KeyChange, ListChangeSet>;
  readonly #entries = new Map<MappingKey, Mapping>();
  #classifier: Classifier | null = null;
  #isConfirmed = false;
  #mismatch: IntegrityMismatch | null = null;
  #cachedAt: number | null = null;
  /** Changed entries, null where one was removed, that the classifier or the listeners do not know yet. */
  readonly #unapplied = new Map<MappingKey, Mapping | null>();
  #unnotified = new Map<MappingKey, Mapping | null>();
  readonly #listeners = new Set<(event: ListEvent) => void>();

  constructor(options: MappingListOptions) {
    this.#options = options;
    const { database, storage, timing, onAnswered } = options;
    this.#cache = new MappingCache(storage, timing);
    this.#setAside = new MappingCache(options.setAsideStorage, timing);
    this.#follower = new LogFollower<KeyChange>({
      database,
      log: LIST_LOG,
      entriesBetween: (from, to) => this.#entriesBetween(from, to),
      onAnswered,
      checked: {
        sum: () => this.#forms.sum,
        refusal: LIST_DIFFERS_REFUSAL,
        onMismatch: (mismatch) => this.#onMismatch(mismatch),
      },
      restore: () => this.#restore(),
      replace: (children) => this.#replace(children),
      apply: (changes) => {
        for (const { key, after } of changes)
          this.#set(key, this.#forms.set(key, this.#entries.get(key), after));
      },
      onConfirmed: () => this.#confirm(),
      onFailed: (failure) => this.#onFailed(failure),
    });
    this.#writer = new LogWriter({
      log: this.#follower,
      subject: 'the list',
      updateOf: (...entry) => this.#updateOf(...entry),
    });
  }

  /** The entries by key, those that cannot match included. */
  get entries(): ReadonlyMap<MappingKey, Mapping> {
    return this.#entries;
  }

  /** Null until a list is here. */
  get classifier(): Classifier | null {
    return this.#classifier;
  }

  /** Whether the list is the stored one, and not only the cached one. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Not null while the stored list is not what its history says: rows get no new answers then. */
  get mismatch(): IntegrityMismatch | null {
    return this.#mismatch;
  }

  /** When the list that is not confirmed was cached, in milliseconds since 1970; null for none. */
  get cachedAt(): number | null {
    return this.#isConfirmed ? null : this.#cachedAt;
  }

  /** The mappings of the list that was set aside; null for none. */
  async readSetAside(): Promise<readonly Mapping[] | null> {
    return (await this.#setAside.read())?.mappings ?? null;
  }

  /** Calls `onEvent` after every change of the confirmed list has been applied. Returns the end. */
  watch(onEvent: (event: ListEvent) => void): () => void {
    this.#listeners.add(onEvent);
    return () => this.#listeners.delete(onEvent);
  }

  /** Takes the cached list, then reads and follows the stored one. */
  load(): void {
    this.#clear();
    this.#cache.cancelSave();
    this.#follower.open();
  }

  /** Reads the whole stored list again. */
  reload(): void {
    this.#follower.reload();
  }

  /** See {@link LogWriter.write}. */
  write(...args: Parameters<WritableList['write']>): Promise<readonly MappingChange[]> {
    return this.#writer.write(...args);
  }

  /** See {@link LogWriter.writePipelined}. */
  writePipelined(...args: Parameters<WritableList['writePipelined']>): Promise<readonly MappingChange[]> {
    return this.#writer.writePipelined(...args);
  }

  /** Stores an entry of kind `closed` of a batch. Rejects as `write` does. */
  async closeBatch(batch: string, note?: string): Promise<void> {
    await this.write({ kind: 'closed', batch, ...(note !== undefined && { note }) }, () => []);
  }

  /** Stores an entry of kind `behind`: from then on nobody misses what was seen before it. Rejects as `write` does. */
  async acknowledgeBehind(note?: string): Promise<void> {
    await this.write(newChangeSet('behind', note), () => []);
  }

  /** Makes the list that is not what its history says the one that counts. Rejects when the server refuses. */
  async accept(): Promise<void> {
    const version = this.#follower.mismatched;
    if (!version?.sum) return;
    const { update } = outsideUpdate(this.#planOf(version, newChangeSet('outside')), this.#forms.sum);
    await this.#follower.send(update, []);
  }

  #updateOf(former: ListVersion, changeSet: ListChangeSet, changes: readonly MappingChange[]) {
    const plan = this.#planOf(former, changeSet);
    if (changeSet.kind === 'closed') return { ...closedUpdate(plan), stored: [] };
    if (changeSet.kind === 'behind') return { ...behindUpdate(plan), stored: [] };
    const stored = this.#forms.changesOf(changes, this.#entries);
    return stored.length === 0 ? null : { ...entryUpdate(plan, stored), stored };
  }

  #planOf(former: ListVersion, changeSet: ListChangeSet): EntryPlan {
    const sum = former.sum ?? this.#forms.sum;
    return { id: newId(), former, sum, changeSet: { ...changeSet, by: this.#options.author } };
  }

  #clear(): void {
    if (this.#classifier !== null) this.#options.onClearing();
    this.#entries.clear();
    this.#unapplied.clear();
    this.#unnotified.clear();
    this.#classifier = null;
    this.#isConfirmed = false;
    this.#mismatch = null;
    this.#cachedAt = null;
    this.#notify({ kind: 'loading' });
  }

  async *#entriesBetween(from: ListVersion, to: ListVersion) {
    const { database } = this.#options;
    for await (const entries of entriesBetween(database, from, to, () => this.#keepAside(from))) {
      if (entries !== null) this.#withLastSeen((lastSeen) => lastSeen.passed(from, entries));
      yield entries;
    }
  }

  /** Another tab may have had more of the list: what was seen last is not replaced. */
  async #keepAside(version: ListVersion): Promise<void> {
    const list = this.#listAt(version);
    const [kept, seen] = await Promise.all([this.#setAside.readId(), readLastSeen(this.#options)]);
    if (!kept || kept !== seen?.id) await this.#setAside.save(list);
  }

  async #restore(): Promise<(() => ListVersion) | null> {
    const reading = this.#cache.read();
    this.#seenBefore ??= this.#readSeenBefore(reading);
    const [cached] = await Promise.all([reading, this.#seenBefore]);
    if (cached === null) return null;
    const { version, sum, former, mappings, cachedAt } = cached;
    return () => {
      for (const mapping of mappings) this.#entries.set(mapping.key, mapping);
      this.#forms.restore(sum, former);
      this.#cachedAt = cachedAt;
      this.#classifier = this.#options.createClassifier(this.#entries.values());
      this.#options.onLoaded();
      return { ...version, parent: null, sum };
    };
  }

  #replace(children: readonly Child[]): void {
    const gone = new Set(this.#entries.keys());
    for (const mapping of this.#forms.replace(children)) {
      gone.delete(mapping.key);
      this.#set(mapping.key, mapping);
    }
    for (const key of gone) this.#set(key, null);
  }

  #set(key: MappingKey, mapping: Mapping | null): void {
    if (isSameMapping(this.#entries.get(key), mapping)) return;
    if (mapping === null) this.#entries.delete(key);
    else this.#entries.set(key, mapping);
    if (this.#classifier !== null) this.#unapplied.set(key, mapping);
    if (this.#isConfirmed) this.#unnotified.set(key, mapping);
  }

  #confirm(): void {
    const { confirmed } = this.#follower;
    const wasMismatch = this.#mismatch !== null;
    this.#mismatch = null;
    const wasMade = this.#classifier !== null;
    this.#classifier ??= this.#options.createClassifier(this.#entries.values());
    const change = this.#apply(this.#classifier);
    const isFirst = this.#notifyStored();
    if (!wasMade) this.#options.onLoaded();
    else if (isFirst) this.#options.onConfirmed();
    if (change !== null) this.#options.onChanged(change);
    if (wasMismatch && wasMade) this.#options.onMismatch(false);
    this.#saveSoon();
    this.#withLastSeen((lastSeen) => lastSeen.onVersion(confirmed));
  }

  /** Its code is not needed for the first answers. */
  #withLastSeen(act: (lastSeen: LastSeen) => void): void {
    this.#loadLastSeen().then(act, warn);
  }

  readonly #loadLastSeen = loadOnce(async () => {
    const { LastSeen } = await import('./LastSeen.ts');
    return new LastSeen(this.#options, await this.#seenBefore);
  });

  /** The version of the cached list counts where nothing else is remembered. */
  async #readSeenBefore(reading: ReturnType<MappingCache['read']>): Promise<SeenEntry | null> {
    const [seen, cached] = await Promise.all([readLastSeen(this.#options), reading]);
    return seen ?? (cached && { ...cached.version, at: cached.cachedAt });
  }

  /** A list without a version cannot be recognised later, so it is not saved. */
  #saveSoon(): void {
    this.#cache.saveSoon(() => {
      const { confirmed } = this.#follower;
      return confirmed === null || confirmed.id === NO_ENTRY ? null : this.#listAt(confirmed);
    });
  }

  /** The list that is here, whose version is given. */
  #listAt({ id, seq }: ListVersion): CachedList {
    const { sum, former } = this.#forms;
    return { version: { id, seq }, sum, former: [...former], mappings: [...this.#entries.values()] };
  }

  #onMismatch(mismatch: IntegrityMismatch): void {
    this.#mismatch = mismatch;
    this.#notifyStored();
    this.#options.onMismatch(true);
    const { mismatched } = this.#follower;
    this.#withLastSeen((lastSeen) => lastSeen.onVersion(mismatched));
  }

  /** A person who is refused the stored list must not see the cached one. */
  #onFailed(failure: WatchFailure): void {
    this.#cache.cancelSave();
    if (failure.kind === 'refused') for (const cache of [this.#cache, this.#setAside]) cache.delete();
    if (failure.kind === 'refused' && !this.#isConfirmed) this.#clear();
    this.#options.onFailed(failure);
  }

  #apply(classifier: Classifier): ClassifierChange | null {
    if (this.#unapplied.size === 0) return null;
    const changes = [...this.#unapplied];
    this.#unapplied.clear();
    return classifier.apply(
      changes.flatMap(([, mapping]) => mapping ?? []),
      changes.flatMap(([key, mapping]) => (mapping === null ? key : [])),
    );
  }

  /** The entries are the stored ones. Returns whether they are for the first time. */
  #notifyStored(): boolean {
    const isFirst = !this.#isConfirmed;
    this.#isConfirmed = true;
    const changes = this.#unnotified;
    this.#unnotified = new Map();
    if (isFirst) this.#notify({ kind: 'loaded' });
    else if (changes.size > 0) this.#notify({ kind: 'changed', changes });
    return isFirst;
  }

  #notify(event: ListEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
