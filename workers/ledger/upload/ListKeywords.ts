import { StoredKeywords } from '#engine/upload/uploadDecision.ts';
import type { ListEvent, MappingList } from '../list/MappingList.ts';
import type { Timing } from '../timing.ts';

/** Mappings read between two looks at the messages that wait: a few milliseconds of work. */
const MAPPINGS_PER_STEP = 2_000;

type FollowedList = Pick<MappingList, 'watch' | 'entries'>;

/** The keywords of the shared list, kept in step with it from the moment they are first asked for until `close`. */
export class ListKeywords {
  readonly #list: FollowedList;
  readonly #timing: Pick<Timing, 'yieldToEventLoop'>;
  #built: Promise<StoredKeywords> | null = null;
  #endWatch = () => {};

  constructor(list: FollowedList, timing: Pick<Timing, 'yieldToEventLoop'>) {
    this.#list = list;
    this.#timing = timing;
  }

  /** Resolves with the keywords once they are complete; builds them in short steps the first time. */
  get(): Promise<StoredKeywords> {
    this.#built ??= this.#build();
    return this.#built;
  }

  /** Frees the memory; keywords that were handed out are no longer kept in step. */
  close(): void {
    this.#endWatch();
    this.#built = null;
  }

  async #build(): Promise<StoredKeywords> {
    const { entries } = this.#list;
    const stored = new StoredKeywords();
    // Changes are followed from the beginning, since they may come between two steps.
    this.#endWatch = this.#list.watch((event) => follow(event, stored, entries));
    const keys = [...entries.keys()];
    for (let from = 0; from < keys.length; from += MAPPINGS_PER_STEP) {
      for (const key of keys.slice(from, from + MAPPINGS_PER_STEP)) stored.put(key, entries.get(key) ?? null);
      await this.#timing.yieldToEventLoop();
    }
    return stored;
  }
}

function follow(event: ListEvent, stored: StoredKeywords, entries: FollowedList['entries']): void {
  if (event.kind === 'changed') {
    for (const [key, mapping] of event.changes) stored.put(key, mapping);
    return;
  }
  // The whole list is read again, which happens after a failure only.
  stored.clear();
  if (event.kind === 'loaded') for (const [key, mapping] of entries) stored.put(key, mapping);
}
