import type { ChangeSetId } from '#contract/history.ts';
import type { ListedEntry } from './listedLogs.ts';

/** Entries that one person made in one go, newest first; never empty. */
export type StoredChangeSet<Entry extends ListedEntry = ListedEntry> = {
  readonly id: ChangeSetId;
  readonly entries: [Entry, ...Entry[]];
  /** Sums over the entries. */
  set: number;
  removed: number;
};

/**
 * The change set of an entry. The batch alone would not do: any writer may give any batch, and nobody's change must hide in
 * somebody else's change set.
 */
export function changeSetIdOf({ batch, by, kind }: ListedEntry): ChangeSetId {
  return `${kind} ${batch} ${by.uid}` as ChangeSetId;
}

/** Change sets in the order of their newest entries, the newest change set first; entries come from both ends. */
export class ChangeSetList<Entry extends ListedEntry> {
  readonly #changeSets: StoredChangeSet<Entry>[] = [];
  readonly #byId = new Map<ChangeSetId, StoredChangeSet<Entry>>();

  get changeSets(): readonly StoredChangeSet<Entry>[] {
    return this.#changeSets;
  }

  get(id: ChangeSetId): StoredChangeSet<Entry> | undefined {
    return this.#byId.get(id);
  }

  /** Adds an entry that is older than all that are here. */
  addOlder(entry: Entry): void {
    const changeSet = this.#byId.get(changeSetIdOf(entry));
    if (changeSet) join(changeSet, entry, 'end');
    else this.#changeSets.push(this.#begin(entry));
  }

  /** Adds an entry that is newer than all that are here: its change set comes first. */
  addNewer(entry: Entry): void {
    const changeSet = this.#byId.get(changeSetIdOf(entry));
    if (changeSet) {
      this.#changeSets.splice(this.#changeSets.indexOf(changeSet), 1);
      join(changeSet, entry, 'start');
    }
    this.#changeSets.unshift(changeSet ?? this.#begin(entry));
  }

  #begin(entry: Entry): StoredChangeSet<Entry> {
    const changeSet: StoredChangeSet<Entry> = {
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
export function changeSetsOf<Entry extends ListedEntry>(
  entries: readonly Entry[],
): readonly StoredChangeSet<Entry>[] {
  const list = new ChangeSetList<Entry>();
  for (const entry of entries.toSorted((a, b) => b.seq - a.seq)) list.addOlder(entry);
  return list.changeSets;
}

function join<Entry extends ListedEntry>(
  changeSet: StoredChangeSet<Entry>,
  entry: Entry,
  end: 'start' | 'end',
): void {
  if (end === 'start') changeSet.entries.unshift(entry);
  else changeSet.entries.push(entry);
  changeSet.set += entry.set;
  changeSet.removed += entry.removed;
}
