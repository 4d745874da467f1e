import type { ChangeSetId } from '#contract/history.ts';
import type { HistoryEntry } from '#model/history.ts';
import type { LogEntry } from '#model/log/entry.ts';
import type { LoggedKind } from '#model/text/historyWords.ts';

/** An entry as it is listed; what only those of the list say is null in others. */
export type ListedEntry = LogEntry<LoggedKind> & Pick<HistoryEntry, 'set' | 'removed' | 'to' | 'expected'>;

/** Entries that one person made in one go, newest first; never empty. */
export type StoredChangeSet<Entry extends ListedEntry = ListedEntry> = {
  readonly id: ChangeSetId;
  readonly entries: [Entry, ...Entry[]];
  /** Sums over the entries. */
  set: number;
  removed: number;
};

/** Number of changes of an entry, as its writer says, or of a change set. */
export function changesIn({ set, removed }: Pick<ListedEntry, 'set' | 'removed'>): number {
  return set + removed;
}

/**
 * The change set of an entry. The batch alone would not do: any writer may give any batch, and nobody's change must hide in
 * somebody else's change set.
 */
export function changeSetIdOf({ batch, by, kind }: ListedEntry): ChangeSetId {
  return `${kind} ${batch} ${by.uid}` as ChangeSetId;
}

/** The change sets of some entries, in the order of their newest entries, the newest first. */
export function changeSetsOf<Entry extends ListedEntry>(
  entries: readonly Entry[],
): readonly StoredChangeSet<Entry>[] {
  const changeSets = new Map<ChangeSetId, StoredChangeSet<Entry>>();
  for (const entry of entries.toSorted((a, b) => b.seq - a.seq)) {
    const { set, removed } = entry;
    const id = changeSetIdOf(entry);
    const known = changeSets.get(id);
    if (known === undefined) changeSets.set(id, { id, entries: [entry], set, removed });
    else {
      known.entries.push(entry);
      known.set += set;
      known.removed += removed;
    }
  }
  return [...changeSets.values()];
}
