import { normalise } from '#engine/normalise.ts';
import type { ListChange } from '#model/listChange.ts';
import {
  isUsable,
  type Mapping,
  type MappingKey,
  MIN_KEYWORD_LENGTH,
  nonSpaceLength,
} from '#model/mapping.ts';
import type { ListEvent, MappingList } from '../list/MappingList.ts';
import { type EntryChange, isSame } from './entries.ts';

/** With more entries changed than this, nothing is weighed any more: analysing again is the quicker way. */
const MAX_WEIGHED = 200;

/** The list as it was handed out for an analysis, and what others, or edits of one's own, have made of it since. */
export class AnalysisSnapshot {
  readonly #list: Pick<MappingList, 'entries'>;
  /** Null before the first analysis. */
  #then: Map<MappingKey, Mapping> | null = null;
  /** Keys whose entries are not as they were. */
  readonly #changed = new Set<MappingKey>();

  constructor(list: Pick<MappingList, 'entries' | 'watch'>) {
    this.#list = list;
    list.watch((news) => this.#hear(news));
  }

  /** Remembers the list as it is now, and returns it. */
  take(): Iterable<Mapping> {
    this.#then = new Map(this.#list.entries);
    this.#changed.clear();
    return this.#then.values();
  }

  /** Number of entries that are not as the analysis saw them; what it proposed itself does not count. */
  get changedSince(): number {
    return this.#changed.size;
  }

  /** Takes over what was done of the analysis's own proposals. */
  follow(changes: readonly EntryChange[]): void {
    for (const { key, after } of changes) {
      if (after) this.#then?.set(key, after);
      else this.#then?.delete(key);
      this.#compare(key);
    }
  }

  /**
   * The entry that has changed so that what was said of a proposal no longer holds, if there is one: it is written by
   * the change itself, has the same keyword, contains the keyword for another account, or would take one of the
   * removed texts for another account.
   */
  whatOutdates({ set, remove }: ListChange): MappingKey | undefined {
    const written = [...set.map(({ key }) => key), ...remove];
    const direct = written.find((key) => this.#changed.has(key));
    if (direct !== undefined || this.#changed.size === 0) return direct;
    const changed = [...this.#changed];
    if (changed.length > MAX_WEIGHED) return changed[0];
    const removed = remove.flatMap((key) => this.#then?.get(key) ?? []).map(textOf);
    return changed.find((key) =>
      [this.#list.entries.get(key), this.#then?.get(key)].some(
        (entry, i) =>
          entry !== undefined && set.some((keyword) => touches(entry, keyword, i === 0 ? removed : null)),
      ),
    );
  }

  #hear(news: ListEvent): void {
    if (this.#then === null) return;
    // While the list is read anew nothing is known; afterwards everything has to be compared.
    if (news.kind === 'changed') for (const key of news.changes.keys()) this.#compare(key);
    if (news.kind === 'loaded') {
      for (const key of [...this.#then.keys(), ...this.#list.entries.keys()]) this.#compare(key);
    }
  }

  #compare(key: MappingKey): void {
    if (isSame(this.#list.entries.get(key) ?? null, this.#then?.get(key) ?? null)) this.#changed.delete(key);
    else this.#changed.add(key);
  }
}

/**
 * Whether an entry bears on what was said of a keyword. `removed`: texts that go with the keyword's approval; null for
 * an entry as it was, which matters only if it was the keyword itself.
 */
function touches(entry: Mapping, keyword: Mapping, removed: readonly string[] | null): boolean {
  if (!isUsable(entry)) return false;
  const text = textOf(entry);
  const wanted = textOf(keyword);
  if (text === wanted) return true;
  if (removed === null || entry.glAccount === keyword.glAccount) return false;
  if (text.includes(wanted)) return true;
  return nonSpaceLength(text) >= MIN_KEYWORD_LENGTH && removed.some((gone) => gone.includes(text));
}

function textOf({ description }: Mapping): string {
  return normalise(description);
}
