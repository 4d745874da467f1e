import { normalise } from '#engine/normalise.ts';
import type { ListChange } from '#model/listChange.ts';
import {
  isUsable,
  type Mapping,
  type MappingKey,
  MIN_KEYWORD_LENGTH,
  nonSpaceLength,
} from '#model/mapping.ts';
import { type EntryChange, isSame } from '../list/listWrites.ts';
import type { ListEvent, MappingList } from '../list/MappingList.ts';

/** If more entries have changed than this, every proposal counts as outdated: analysing again is quicker. */
const MAX_COMPARED = 200;

/** The list as an analysis got it, and the keys that others, or the person's own edits, have changed since. */
export class AnalysisSnapshot {
  readonly #list: Pick<MappingList, 'entries'>;
  /** Null before the first analysis. */
  #snapshot: Map<MappingKey, Mapping> | null = null;
  /** Keys whose entries are not as they were. */
  readonly #changed = new Set<MappingKey>();

  constructor(list: Pick<MappingList, 'entries' | 'watch'>) {
    this.#list = list;
    list.watch((event) => this.#onListEvent(event));
  }

  /** Remembers the current list, and returns it. */
  take(): Iterable<Mapping> {
    this.#snapshot = new Map(this.#list.entries);
    this.#changed.clear();
    return this.#snapshot.values();
  }

  /** The number of entries that differ from what the analysis got, not counting its own approved proposals. */
  get changedSince(): number {
    return this.#changed.size;
  }

  /** Brings the snapshot up to date with approved proposals of the analysis. */
  update(changes: readonly EntryChange[]): void {
    for (const { key, after } of changes) {
      if (after) this.#snapshot?.set(key, after);
      else this.#snapshot?.delete(key);
      this.#compare(key);
    }
  }

  /**
   * A changed entry because of which a proposal no longer holds; undefined if there is none. Such an entry is written by
   * the proposed change itself, has the same keyword, contains the keyword for another account, or would match one of the
   * removed texts for another account.
   */
  findOutdating({ set, remove }: ListChange): MappingKey | undefined {
    const written = [...set.map(({ key }) => key), ...remove];
    const direct = written.find((key) => this.#changed.has(key));
    if (direct !== undefined || this.#changed.size === 0) return direct;
    const changed = [...this.#changed];
    if (changed.length > MAX_COMPARED) return changed[0];
    const removed = remove.flatMap((key) => this.#snapshot?.get(key) ?? []).map(textOf);
    return changed.find((key) =>
      [this.#list.entries.get(key), this.#snapshot?.get(key)].some(
        (entry, i) =>
          entry !== undefined && set.some((keyword) => affects(entry, keyword, i === 0 ? removed : null)),
      ),
    );
  }

  #onListEvent(event: ListEvent): void {
    if (this.#snapshot === null) return;
    if (event.kind === 'changed') for (const key of event.changes.keys()) this.#compare(key);
    // The list was read again: every entry may have changed.
    if (event.kind === 'loaded') {
      for (const key of [...this.#snapshot.keys(), ...this.#list.entries.keys()]) this.#compare(key);
    }
  }

  #compare(key: MappingKey): void {
    if (isSame(this.#list.entries.get(key) ?? null, this.#snapshot?.get(key) ?? null))
      this.#changed.delete(key);
    else this.#changed.add(key);
  }
}

/**
 * Whether an entry affects the proposal of `keyword`. `removed`: the texts that its approval removes; null for an entry
 * as it was in the snapshot, which matters only if it was the keyword itself.
 */
function affects(entry: Mapping, keyword: Mapping, removed: readonly string[] | null): boolean {
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
