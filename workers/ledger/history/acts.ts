import type { ActId } from '#contract/history.ts';
import type { HistoryEntry } from '#model/history.ts';

/** Entries that one person made in one go, newest first; never empty. */
export type Act = {
  readonly id: ActId;
  readonly entries: [HistoryEntry, ...HistoryEntry[]];
  /** Sums over the entries. */
  set: number;
  removed: number;
};

/**
 * The act of an entry. The batch alone would not do: any writer may give any batch, and nobody's change must hide in
 * somebody else's act.
 */
export function actIdOf({ batch, by, kind }: HistoryEntry): ActId {
  return `${kind} ${batch} ${by.uid}` as ActId;
}

/** Acts in the order of their newest entries, the newest act first; entries come from both ends. */
export class ActList {
  readonly #acts: Act[] = [];
  readonly #byId = new Map<ActId, Act>();

  get acts(): readonly Act[] {
    return this.#acts;
  }

  get(id: ActId): Act | undefined {
    return this.#byId.get(id);
  }

  /** Adds an entry that is older than all that are here. */
  addOlder(entry: HistoryEntry): void {
    const act = this.#byId.get(actIdOf(entry));
    if (act) join(act, entry, 'end');
    else this.#acts.push(this.#begin(entry));
  }

  /** Adds an entry that is newer than all that are here: its act comes first. */
  addNewer(entry: HistoryEntry): void {
    const act = this.#byId.get(actIdOf(entry));
    if (act) {
      this.#acts.splice(this.#acts.indexOf(act), 1);
      join(act, entry, 'start');
    }
    this.#acts.unshift(act ?? this.#begin(entry));
  }

  #begin(entry: HistoryEntry): Act {
    const act: Act = { id: actIdOf(entry), entries: [entry], set: entry.set, removed: entry.removed };
    this.#byId.set(act.id, act);
    return act;
  }
}

/** The acts of some entries. */
export function actsOf(entries: readonly HistoryEntry[]): readonly Act[] {
  const list = new ActList();
  for (const entry of entries.toSorted((a, b) => b.seq - a.seq)) list.addOlder(entry);
  return list.acts;
}

function join(act: Act, entry: HistoryEntry, end: 'start' | 'end'): void {
  if (end === 'start') act.entries.unshift(entry);
  else act.entries.push(entry);
  act.set += entry.set;
  act.removed += entry.removed;
}
