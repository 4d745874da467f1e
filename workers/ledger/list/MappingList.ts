import type { Classifier, ClassifierChange } from '#engine/classifier.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { WatchFailure } from '../database.ts';
import { type EntryChange, isSame } from '../table/entries.ts';
import type { MappingCache } from './indexedDbMappingCache.ts';
import { ListSync, type ListSyncParts } from './ListSync.ts';
import { ListWriter } from './ListWriter.ts';

/** What happened to the list: it is being read anew, it is whole, or entries changed (null: removed). */
export type ListEvent =
  | { readonly kind: 'loading' | 'loaded' }
  | { readonly kind: 'changed'; readonly changes: ReadonlyMap<MappingKey, Mapping | null> };

export type MappingListParts = {
  readonly database: ListSyncParts['database'];
  readonly cache: MappingCache;
  readonly timing: ListSyncParts['timing'];
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** The list is whole, or what was kept of it is here; the classifier is a new one. */
  onLoaded(): void;
  /** What was kept, and has come to be what is stored. */
  onConfirmed(): void;
  onChanged(change: ClassifierChange): void;
  onFailed(failure: WatchFailure): void;
};

/**
 * The shared mapping list and the classifier made of it, both kept in step with what is stored. Until it is
 * confirmed, the list may be one that this browser kept of an earlier visit.
 */
export class MappingList {
  readonly #parts: MappingListParts;
  readonly #sync: ListSync;
  readonly #writer: ListWriter;
  readonly #entries = new Map<MappingKey, Mapping>();
  #classifier: Classifier | null = null;
  #isConfirmed = false;
  #cachedAt: number | null = null;
  /** News not yet applied: a mapping, or null where one was removed. */
  readonly #news = new Map<MappingKey, Mapping | null>();
  /** While the whole list comes: entries here that have not come yet. */
  #awaited = new Set<MappingKey>();
  readonly #watchers = new Set<(news: ListEvent) => void>();

  constructor(parts: MappingListParts) {
    this.#parts = parts;
    const { database, cache, timing } = parts;
    this.#sync = new ListSync({
      database,
      cache,
      timing,
      sink: {
        entries: this.#entries,
        fill: (mappings, cachedAt) => this.#fill(mappings, cachedAt),
        beginReading: () => {
          this.#awaited = new Set(this.#entries.keys());
        },
        endReading: () => this.#endReading(),
        hear: (key, mapping) => this.#hear(key, mapping),
        confirm: () => this.#confirm(),
        failed: (failure) => this.#fail(failure),
      },
    });
    this.#writer = new ListWriter(this.#sync);
  }

  /** The entries by key, those that cannot match included. */
  get entries(): ReadonlyMap<MappingKey, Mapping> {
    return this.#entries;
  }

  /** Null until a list is here. */
  get classifier(): Classifier | null {
    return this.#classifier;
  }

  /** Whether the list is the stored one, and not only what was kept of an earlier visit. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** When the list that is not confirmed was kept, in milliseconds since 1970; null for none. */
  get cachedAt(): number | null {
    return this.#isConfirmed ? null : this.#cachedAt;
  }

  /** Tells of every change of the confirmed list after it has been applied. Returns the end. */
  watch(onNews: (news: ListEvent) => void): () => void {
    this.#watchers.add(onNews);
    return () => this.#watchers.delete(onNews);
  }

  /** Takes what is kept of the list, then reads and follows the stored one. */
  load(): void {
    this.#forget();
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

  /** Follows the list no more. */
  close(): void {
    this.#sync.close();
  }

  #forget(): void {
    this.#entries.clear();
    this.#news.clear();
    this.#awaited.clear();
    this.#classifier = null;
    this.#isConfirmed = false;
    this.#cachedAt = null;
    this.#tell({ kind: 'loading' });
  }

  #fill(mappings: readonly Mapping[], cachedAt: number): void {
    for (const mapping of mappings) this.#entries.set(mapping.key, mapping);
    this.#cachedAt = cachedAt;
    this.#classifier = this.#parts.createClassifier(this.#entries.values());
    this.#parts.onLoaded();
  }

  #endReading(): void {
    for (const key of this.#awaited) this.#hear(key, null);
    this.#awaited.clear();
    this.#applyNews();
  }

  #confirm(): void {
    if (this.#isConfirmed) return;
    this.#isConfirmed = true;
    const wasKept = this.#classifier !== null;
    this.#classifier ??= this.#parts.createClassifier(this.#entries.values());
    this.#tell({ kind: 'loaded' });
    if (wasKept) this.#parts.onConfirmed();
    else this.#parts.onLoaded();
  }

  /** Whoever is refused has no business with what was kept of the list. */
  #fail(failure: WatchFailure): void {
    if (failure.kind === 'refused' && !this.#isConfirmed) this.#forget();
    this.#parts.onFailed(failure);
  }

  #hear(key: MappingKey, mapping: Mapping | null): void {
    this.#awaited.delete(key);
    if (this.#classifier === null) {
      this.#store(key, mapping);
      return;
    }
    if (!this.#news.has(key) && isSame(this.#entries.get(key) ?? null, mapping)) return;
    // One multi-path update comes as many events in a row: they are applied together.
    if (this.#news.size === 0) queueMicrotask(() => this.#applyNews());
    this.#news.set(key, mapping);
  }

  #store(key: MappingKey, mapping: Mapping | null): void {
    if (mapping === null) this.#entries.delete(key);
    else this.#entries.set(key, mapping);
  }

  #applyNews(): void {
    if (this.#classifier === null || this.#news.size === 0) return;
    const news = new Map(this.#news);
    this.#news.clear();
    for (const [key, mapping] of news) this.#store(key, mapping);
    const change = this.#classifier.apply(
      [...news.values()].filter((mapping) => mapping !== null),
      [...news.keys()].filter((key) => news.get(key) === null),
    );
    if (this.#isConfirmed) this.#tell({ kind: 'changed', changes: news });
    this.#parts.onChanged(change);
  }

  #tell(news: ListEvent): void {
    for (const tell of this.#watchers) tell(news);
  }
}
