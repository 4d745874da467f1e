import { normalise } from '#engine/normalise.ts';
import { type Mapping, type MappingKey, mappingKey } from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { Timing } from '../timing.ts';

/** Mappings read between two looks at the messages that wait: a few milliseconds' worth. */
const MAPPINGS_PER_STEP = 2_000;

/** The stored list by key and by keyword, kept in step, for finding out whether a pair exists already. */
export class KeywordIndex {
  readonly #entries = new Map<MappingKey, Mapping>();
  /** How many entries are one keyword to the classifier (`ACME`, `acme`). */
  readonly #keywords = new Map<string, number>();
  readonly #end: () => void;

  private constructor(list: Pick<MappingList, 'watch'>) {
    this.#end = list.watch((news) => {
      if (news.kind === 'changed') for (const [key, mapping] of news.changes) this.#put(key, mapping);
    });
  }

  /** Builds the index in short steps, following changes from the beginning. The caller closes it. */
  static async build(
    list: Pick<MappingList, 'watch' | 'entries'>,
    timing: Pick<Timing, 'yieldToEventLoop'>,
  ): Promise<KeywordIndex> {
    const index = new KeywordIndex(list);
    const keys = [...list.entries.keys()];
    for (let from = 0; from < keys.length; from += MAPPINGS_PER_STEP) {
      // Read anew: entries may have changed since the step before.
      for (const key of keys.slice(from, from + MAPPINGS_PER_STEP)) {
        index.#put(key, list.entries.get(key) ?? null);
      }
      await timing.yieldToEventLoop();
    }
    return index;
  }

  /** The entry at the key of a description. */
  at(description: string): Mapping | undefined {
    return this.#entries.get(mappingKey(description));
  }

  /** Whether an entry has the key of the description, or is the same keyword to the classifier. */
  has(description: string): boolean {
    return this.at(description) !== undefined || this.#keywords.has(normalise(description));
  }

  /** Follows the list no more. */
  close(): void {
    this.#end();
  }

  #put(key: MappingKey, mapping: Mapping | null): void {
    const old = this.#entries.get(key);
    if (old) this.#count(old, -1);
    if (mapping) {
      this.#entries.set(key, mapping);
      this.#count(mapping, 1);
    } else this.#entries.delete(key);
  }

  #count({ description }: Mapping, by: number): void {
    const keyword = normalise(description);
    const count = (this.#keywords.get(keyword) ?? 0) + by;
    if (count > 0) this.#keywords.set(keyword, count);
    else this.#keywords.delete(keyword);
  }
}
