import { type Mapping, type MappingKey, readMapping } from '../../src/model/mapping.ts';
import { MAPPINGS_PATH } from '../../src/model/paths.ts';
import type { Classifier, ClassifierChange } from '../engine/classifier.ts';
import type { LedgerDatabase, WatchFailure } from './database.ts';

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

  /** Reads the list from the beginning and follows it. */
  load(): void {
    this.#endWatch();
    this.#entries.clear();
    this.#news.clear();
    this.#classifier = null;
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
    this.#parts.onLoaded({ classifier: this.#classifier, size: this.#entries.size });
  }

  #applyNews(): void {
    if (this.#classifier === null || this.#news.size === 0) return;
    const news = [...this.#news];
    this.#news.clear();
    for (const [key, mapping] of news) this.#store(key, mapping);
    const change = this.#classifier.apply(
      news.flatMap(([, mapping]) => mapping ?? []),
      news.filter(([, mapping]) => mapping === null).map(([key]) => key),
    );
    this.#parts.onChanged(change, this.#entries.size);
  }
}
