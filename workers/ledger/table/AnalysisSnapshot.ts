import { normalise } from '#engine/normalise.ts';
import type { MappingChange } from '#model/history.ts';
import type { ListChange } from '#model/listChange.ts';
import {
  isSameMapping,
  isUsable,
  type Mapping,
  type MappingKey,
  MIN_KEYWORD_LENGTH,
  nonSpaceLength,
} from '#model/mapping.ts';
import type { ListEvent, MappingList } from '../list/MappingList.ts';

/** If more entries have changed than this, every consolidation counts as outdated: analysing again is quicker. */
const MAX_COMPARED = 200;

/** The list as an analysis got it, and the keys that others, or the person's own edits, have changed since. */
export class AnalysisSnapshot {
  readonly #list: Pick<MappingList, 'entries'>;
  /** Null before the first analysis. */
  #snapshot: Map<MappingKey, Mapping> | null = null;
  /** What the entries were at first that the analysis itself has changed. */
  readonly #approved = new Map<MappingKey, Mapping>();
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
    this.#approved.clear();
    return this.#snapshot.values();
  }

  /** The number of entries that differ from what the analysis got, not counting its own approved consolidations. */
  get changedSince(): number {
    return this.#changed.size;
  }

  /** Brings the snapshot up to date with approved consolidations of the analysis. */
  update(changes: readonly MappingChange[]): void {
    for (const { key, after } of changes) {
      const former = this.#snapshot?.get(key);
      if (former && !this.#approved.has(key)) this.#approved.set(key, former);
      if (after) this.#snapshot?.set(key, after);
      else this.#snapshot?.delete(key);
      this.#compare(key);
    }
  }

  /**
   * A changed entry because of which a consolidation no longer holds; undefined if there is none. Such an entry is
   * written by the change itself, has the same keyword, contains the keyword for another account, would match one of the
   * removed texts for another account, or matches a text that an approval has replaced and that this one bears on.
   */
  findOutdating({ set, remove }: ListChange): MappingKey | undefined {
    const written = [...set.map(({ key }) => key), ...remove];
    const direct = written.find((key) => this.#changed.has(key));
    if (direct !== undefined || this.#changed.size === 0) return direct;
    const changed = [...this.#changed];
    if (changed.length > MAX_COMPARED) return changed[0];
    const removed = remove.flatMap((key) => this.#snapshot?.get(key) ?? []).map(textOf);
    const replaced = this.#replacedTexts(set);
    return changed.find((key) =>
      [this.#list.entries.get(key), this.#snapshot?.get(key)].some(
        (entry, i) =>
          entry !== undefined &&
          (set.some((keyword) => affects(entry, keyword, i === 0 ? removed : null)) ||
            (isUsable(entry) && matchesOne(textOf(entry), replaced))),
      ),
    );
  }

  /**
   * The texts replaced by approvals that these keywords may bear on: they contain one of them, or the text of the entry
   * that it overwrites.
   */
  #replacedTexts(set: readonly Mapping[]): string[] {
    const bearing = set
      .flatMap((keyword) => [keyword, this.#snapshot?.get(keyword.key) ?? keyword])
      .map(textOf);
    return [...this.#approved]
      .filter(([key, { description }]) => this.#snapshot?.get(key)?.description !== description)
      .map(([, mapping]) => textOf(mapping))
      .filter((text) => bearing.some((part) => text.includes(part)));
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
    if (isSameMapping(this.#list.entries.get(key), this.#snapshot?.get(key))) this.#changed.delete(key);
    else this.#changed.add(key);
  }
}

/**
 * Whether an entry affects the consolidation of `keyword`. `removed`: the texts that its approval removes; null for an
 * entry as it was in the snapshot, which matters only if it was the keyword itself.
 */
function affects(entry: Mapping, keyword: Mapping, removed: readonly string[] | null): boolean {
  if (!isUsable(entry)) return false;
  const text = textOf(entry);
  const wanted = textOf(keyword);
  if (text === wanted) return true;
  if (removed === null || entry.glAccount === keyword.glAccount) return false;
  if (text.includes(wanted)) return true;
  return matchesOne(text, removed);
}

/** Whether the classifier finds a keyword in one of the texts. */
function matchesOne(keyword: string, texts: readonly string[]): boolean {
  const mayBeContained = nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH;
  return texts.some((text) => text === keyword || (mayBeContained && text.includes(keyword)));
}

function textOf({ description }: Mapping): string {
  return normalise(description);
}
