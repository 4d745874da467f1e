import type { MappingChange, StoredChange } from '#model/history.ts';
import { EMPTY_SUM, type ListChecksum, withEntry, withoutEntry } from '#model/listChecksum.ts';
import {
  fieldsOf,
  isMappingFields,
  isSameMapping,
  type Mapping,
  type MappingKey,
  readMapping,
} from '#model/mapping.ts';
import type { Child } from '../database.ts';

/** A value in a form of before, by key: a plain text or number, or an object of another shape. */
export type LegacyValue = readonly [key: MappingKey, stored: unknown];

/**
 * The checksum of the list in memory, and how its entries are stored. Entries of the present form are known by their
 * mapping; of the others the stored value is kept, for the history must say what it was.
 */
export class LegacyValues {
  #former = new Map<MappingKey, unknown>();
  #sum = EMPTY_SUM;

  get sum(): ListChecksum {
    return this.#sum;
  }

  /** The values in former forms. */
  get former(): Iterable<LegacyValue> {
    return this.#former;
  }

  /** Takes what was cached with a list. */
  restore(sum: ListChecksum, former: Iterable<LegacyValue>): void {
    this.#sum = sum;
    this.#former = new Map(former);
  }

  /** Takes a whole list, and returns its mappings. */
  replace(children: readonly Child[]): Mapping[] {
    this.restore(EMPTY_SUM, []);
    return children.map(([key, stored]) => this.#add(key as MappingKey, stored));
  }

  /**
   * One entry has changed to `stored`; null: it is gone.
   * @param mapping the entry until now
   * @returns the entry from now on
   */
  set(key: MappingKey, mapping: Mapping | undefined, stored: unknown): Mapping | null {
    this.#sum = withoutEntry(this.#sum, key, this.storedOf(key, mapping));
    this.#former.delete(key);
    return stored === null ? null : this.#add(key, stored);
  }

  /** How an entry is stored; null for none. */
  storedOf(key: MappingKey, mapping: Mapping | undefined): unknown {
    return this.#former.get(key) ?? (mapping === undefined ? null : fieldsOf(mapping));
  }

  /** The changes as the history has them, without those that change nothing. */
  changesOf(changes: readonly MappingChange[], entries: ReadonlyMap<MappingKey, Mapping>): StoredChange[] {
    return changes.flatMap(({ key, after }) => {
      const mapping = entries.get(key);
      const isKept =
        after === null ? mapping === undefined : isSameMapping(after, mapping) && !this.#former.has(key);
      const before = this.storedOf(key, mapping);
      return isKept ? [] : [{ key, before, after: after && fieldsOf(after) }];
    });
  }

  #add(key: MappingKey, stored: unknown): Mapping {
    this.#sum = withEntry(this.#sum, key, stored);
    if (!isMappingFields(stored)) this.#former.set(key, stored);
    return readMapping(key, stored);
  }
}
