import { type Mapping, type MappingKey, readMapping } from '../../src/model/mapping.ts';
import { MAPPINGS_PATH } from '../../src/model/paths.ts';
import type { Classifier, ClassifierChange } from '../engine/classifier.ts';
import type { LedgerDatabase, WatchFailure } from './database.ts';

/** What happened to the list: it is being read anew, it is whole, or entries changed (null: removed). */
export type ListNews =
  | { readonly kind: 'loading' | 'loaded' }
  | { readonly kind: 'changed'; readonly changes: ReadonlyMap<MappingKey, Mapping | null> };

export type MappingListParts = {
  readonly database: Pick<LedgerDatabase, 'watchChildren'>;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** The list is whole; `classifier` is a new one. */
  onLoaded(list: { classifier: Classifier; size: number }): void;
  onChanged(change: ClassifierChange, size: number): void;
  onFailed(failure: WatchFailure): void;
};

/** The shared mapping list as it is stored now, and the classifier made of it, both kept in step. */
export class MappingList {
  readonly #parts: MappingListParts;
  readonly #entries = new Map<MappingKey, Mapping>();
  #classifier: Classifier | null = null;
  /** News not yet applied: a mapping, or null where one was removed. */
  readonly #news = new Map<MappingKey, Mapping | null>();
  readonly #watchers = new Set<(news: ListNews) => void>();
  #endWatch = () => {};

  constructor(parts: MappingListParts) {
    this.#parts = parts;
  }

  /** The stored entries by key, those that cannot match included. */
  get entries(): ReadonlyMap<MappingKey, Mapping> {
    return this.#entries;
  }

  /** Null until the list is whole. */
  get classifier(): Classifier | null {
    return this.#classifier;
  }

  /** Tells of every change after it has been applied. Returns the end. */
  watch(onNews: (news: ListNews) => void): () => void {
    this.#watchers.add(onNews);
    return () => this.#watchers.delete(onNews);
  }

  /** Reads the list from the beginning and follows it. */
  load(): void {
    this.#endWatch();
    this.#entries.clear();
    this.#news.clear();
    this.#classifier = null;
    this.#tell({ kind: 'loading' });
    this.#endWatch = this.#parts.database.watchChildren(MAPPINGS_PATH, {
      set: (key, value) => this.#hear(key, readMapping(key, value)),
      removed: (key) => this.#hear(key, null),
      loaded: () => this.#becomeWhole(),
      failed: (failure) => this.#parts.onFailed(failure),
    });
  }

  /** Follows the list no more. */
  close(): void {
    this.#endWatch();
  }

  #hear(key: string, mapping: Mapping | null): void {
    if (this.#classifier === null) {
      this.#store(key as MappingKey, mapping);
      return;
    }
    // One multi-path update comes as many events in a row: they are applied together.
    if (this.#news.size === 0) queueMicrotask(() => this.#applyNews());
    this.#news.set(key as MappingKey, mapping);
  }

  #store(key: MappingKey, mapping: Mapping | null): void {
    if (mapping === null) this.#entries.delete(key);
    else this.#entries.set(key, mapping);
  }

  #becomeWhole(): void {
    this.#classifier = this.#parts.createClassifier(this.#entries.values());
    this.#tell({ kind: 'loaded' });
    this.#parts.onLoaded({ classifier: this.#classifier, size: this.#entries.size });
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
    this.#tell({ kind: 'changed', changes: news });
    this.#parts.onChanged(change, this.#entries.size);
  }

  #tell(news: ListNews): void {
    for (const tell of this.#watchers) tell(news);
  }
}
