import type { Classifier, ClassifierChange } from '#engine/classifier.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { WatchFailure } from '../database.ts';
import { ListSync, type ListSyncOptions } from './ListSync.ts';
import { type EntryChange, isSame, ListWriter } from './listWrites.ts';

/** An event of the list: it is being read again, it is complete, or entries changed (null: removed). */
export type ListEvent =
  | { readonly kind: 'loading' | 'loaded' }
  | { readonly kind: 'changed'; readonly changes: ReadonlyMap<MappingKey, Mapping | null> };

type MappingListOptions = Pick<ListSyncOptions, 'database' | 'storage' | 'timing'> & {
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** The stored list is complete, or the cached one is here; the classifier is a new one. */
  onLoaded(): void;
  /** The list and its classifier are about to go: it is read anew, or may not be read any more. */
  onClearing(): void;
  /** The list that began as the cached one is now the stored one. */
  onConfirmed(): void;
  onChanged(change: ClassifierChange): void;
  onFailed(failure: WatchFailure): void;
};

/**
 * The shared mapping list and the classifier made of it; both follow the stored list. Until it is confirmed, the list
 * may be the one that this browser cached on an earlier visit.
 */
export class MappingList {
  readonly #options: MappingListOptions;
  readonly #sync: ListSync;
  readonly #writer: ListWriter;
  readonly #entries = new Map<MappingKey, Mapping>();
  #classifier: Classifier | null = null;
  #isConfirmed = false;
  #cachedAt: number | null = null;
  /** Changes not yet applied: a mapping, or null where one was removed. */
  readonly #unapplied = new Map<MappingKey, Mapping | null>();
  /** While the whole list is being read: keys in memory that have not come yet. */
  #notRead = new Set<MappingKey>();
  readonly #listeners = new Set<(event: ListEvent) => void>();

  constructor(options: MappingListOptions) {
    this.#options = options;
    const { database, storage, timing } = options;
    this.#sync = new ListSync({
      database,
      storage,
      timing,
      sink: {
        entries: this.#entries,
        fill: (mappings, cachedAt) => this.#fill(mappings, cachedAt),
        beginReading: () => {
          this.#notRead = new Set(this.#entries.keys());
        },
        endReading: () => this.#endReading(),
        set: (key, mapping) => this.#set(key, mapping),
        confirm: () => this.#confirm(),
        fail: (failure) => this.#fail(failure),
      },
    });
    this.#writer = new ListWriter({
      entries: this.#entries,
      version: () => this.#sync.version(),
      commit: (after, changes) => this.#sync.commit(after, changes),
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

  /** When the list that is not confirmed was cached, in milliseconds since 1970; null for none. */
  get cachedAt(): number | null {
    return this.#isConfirmed ? null : this.#cachedAt;
  }

  /** Calls `onEvent` after every change of the confirmed list has been applied. Returns the end. */
  watch(onEvent: (event: ListEvent) => void): () => void {
    this.#listeners.add(onEvent);
    return () => this.#listeners.delete(onEvent);
  }

  /** Takes the cached list, then reads and follows the stored one. */
  load(): void {
    this.#clear();
    this.#sync.open();
  }

  /** Reads the whole stored list again where it is known only by its version. */
  readAnew(): void {
    this.#sync.readAnew();
  }

  /** See {@link ListWriter.write}. */
  write(plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]> {
    return this.#writer.write(plan);
  }

  /** Ends following the stored list. */
  close(): void {
    this.#sync.close();
  }

  #clear(): void {
    if (this.#classifier !== null) this.#options.onClearing();
    this.#entries.clear();
    this.#unapplied.clear();
    this.#notRead.clear();
    this.#classifier = null;
    this.#isConfirmed = false;
    this.#cachedAt = null;
    this.#notify({ kind: 'loading' });
  }

  #fill(mappings: readonly Mapping[], cachedAt: number): void {
    for (const mapping of mappings) this.#entries.set(mapping.key, mapping);
    this.#cachedAt = cachedAt;
    this.#classifier = this.#options.createClassifier(this.#entries.values());
    this.#options.onLoaded();
  }

  #endReading(): void {
    for (const key of this.#notRead) this.#set(key, null);
    this.#notRead.clear();
    this.#applyChanges();
  }

  #confirm(): void {
    if (this.#isConfirmed) return;
    this.#isConfirmed = true;
    const wasCached = this.#classifier !== null;
    this.#classifier ??= this.#options.createClassifier(this.#entries.values());
    this.#notify({ kind: 'loaded' });
    if (wasCached) this.#options.onConfirmed();
    else this.#options.onLoaded();
  }

  /** A person who is refused the stored list must not see the cached one. */
  #fail(failure: WatchFailure): void {
    if (failure.kind === 'refused' && !this.#isConfirmed) this.#clear();
    this.#options.onFailed(failure);
  }

  #set(key: MappingKey, mapping: Mapping | null): void {
    this.#notRead.delete(key);
    if (this.#classifier === null) {
      this.#store(key, mapping);
      return;
    }
    if (!this.#unapplied.has(key) && isSame(this.#entries.get(key) ?? null, mapping)) return;
    // One multi-path update comes as many events in a row: they are applied together.
    if (this.#unapplied.size === 0) queueMicrotask(() => this.#applyChanges());
    this.#unapplied.set(key, mapping);
  }

  #store(key: MappingKey, mapping: Mapping | null): void {
    if (mapping === null) this.#entries.delete(key);
    else this.#entries.set(key, mapping);
  }

  #applyChanges(): void {
    if (this.#classifier === null || this.#unapplied.size === 0) return;
    const changes = new Map(this.#unapplied);
    this.#unapplied.clear();
    for (const [key, mapping] of changes) this.#store(key, mapping);
    const change = this.#classifier.apply(
      [...changes.values()].filter((mapping) => mapping !== null),
      [...changes.keys()].filter((key) => changes.get(key) === null),
    );
    if (this.#isConfirmed) this.#notify({ kind: 'changed', changes });
    this.#options.onChanged(change);
  }

  #notify(event: ListEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
