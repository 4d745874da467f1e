import type { ChangeSetId } from '#contract/history.ts';
import type { HistoryEntry } from '#model/history.ts';

/** Entries that one person made in one go, newest first; never empty. */
export type StoredChangeSet = {
  readonly id: ChangeSetId;
  readonly entries: [HistoryEntry, ...HistoryEntry[]];
  /** Sums over the entries. */
  set: number;
  removed: number;
};

/**
 * The change set of an entry. The batch alone would not do: any writer may give any batch, and nobody's change must hide in
 * somebody else's change set.
 */
export function changeSetIdOf({ batch, by, kind }: HistoryEntry): ChangeSetId {
  return `${kind} ${batch} ${by.uid}` as ChangeSetId;
}

/** Change sets in the order of their newest entries, the newest change set first; entries come from both ends. */
export class ChangeSetList {
  readonly #changeSets: StoredChangeSet[] = [];
  readonly #byId = new Map<ChangeSetId, StoredChangeSet>();

  get changeSets(): readonly StoredChangeSet[] {
    return this.#changeSets;
  }

  get(id: ChangeSetId): StoredChangeSet | undefined {
    return this.#byId.get(id);
  }

  /** Adds an entry that is older than all that are here. */
  addOlder(entry: HistoryEntry): void {
    const changeSet = this.#byId.get(changeSetIdOf(entry));
    if (changeSet) join(changeSet, entry, 'end');
    else this.#changeSets.push(this.#begin(entry));
  }

  /** Adds an entry that is newer than all that are here: its change set comes first. */
  addNewer(entry: HistoryEntry): void {
    const changeSet = this.#byId.get(changeSetIdOf(entry));
    if (changeSet) {
      this.#changeSets.splice(this.#changeSets.indexOf(changeSet), 1);
      join(changeSet, entry, 'start');
    }
    this.#changeSets.unshift(changeSet ?? this.#begin(entry));
  }

  #begin(entry: HistoryEntry): StoredChangeSet {
    const changeSet: StoredChangeSet = {
      id: changeSetIdOf(entry),
      entries: [entry],
      set: entry.set,
      removed: entry.removed,
    };
    this.#byId.set(changeSet.id, changeSet);
    return changeSet;
  }
}

/** The change sets of some entries. */
export function changeSetsOf(entries: readonly HistoryEntry[]): readonly StoredChangeSet[] {
  const list = new ChangeSetList();
  for (const entry of entries.toSorted((a, b) => b.seq - a.seq)) list.addOlder(entry);
  return list.changeSets;
}

function join(changeSet: StoredChangeSet, entry: HistoryEntry, end: 'start' | 'end'): void {
  if (end === 'start') changeSet.entries.unshift(entry);
  else changeSet.entries.push(entry);
  changeSet.set += entry.set;
  changeSet.removed += entry.removed;
}
