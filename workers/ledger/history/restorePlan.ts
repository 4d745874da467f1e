import type { RestoreLine, RestoreTarget } from '#contract/history.ts';
import { type ChartAccount, type ChartKey, isSameAccount } from '#model/chart.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isSameMapping, isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import type { ListedEntry } from '../log/changeSets.ts';
import type { LogReader } from '../log/LogReader.ts';

/** The value at a key before and after; null for none. */
type Change<Key, Value> = { readonly key: Key; readonly before: Value | null; readonly after: Value | null };

/** A change that a restore makes. `left`: what the entries taken back had made of it, where that is not what is there. */
type PlannedChange<Key, Value> = Change<Key, Value> & { readonly left?: Value | null };

/** What a restore would do to what there is now, such as the list and its mappings. */
export type RestorePlan<Line = RestoreLine> = {
  /** Changes of mappings that nobody else has changed since. */
  readonly changes: readonly Line[];
  /** Changes of mappings that somebody else has changed since. */
  readonly conflicts: readonly Line[];
  /** Former values that cannot be stored. */
  readonly unusable: readonly Line[];
  /** Number of mappings that are as they were already. */
  readonly same: number;
};

/** What a restore has to know of the values of a log. */
export type RestorableValues<Key, Value> = {
  isSame(a: Value | null, b: Value | null): boolean;
  isStorable(key: Key, target: Value | null): boolean;
};

/** Mappings of the list. */
export const RESTORABLE_MAPPINGS: RestorableValues<MappingKey, Mapping> = {
  isSame: (a, b) => isSameMapping(a, b),
  isStorable: (key, target) => target === null || (isUsable(target) && keyProblem(key) === null),
};

/** Accounts of the chart. */
export const RESTORABLE_ACCOUNTS: RestorableValues<ChartKey, ChartAccount> = {
  isSame: isSameAccount,
  isStorable: () => true,
};

/** The entries that a restore takes back, what it goes back to, and whether others since are not known. */
type Taken<Entry> = {
  readonly entries: readonly Entry[];
  /** Null where it is not in the history. */
  readonly to: Entry | null;
  readonly hasGap: boolean;
};

/** What a restore takes back: a change set, an entry, or all after an entry. */
export async function takenBy<Entry extends ListedEntry>(
  target: Exclude<RestoreTarget, { kind: 'mapping' }>,
  log: LogReader<Entry>,
): Promise<Taken<Entry>> {
  if (target.kind === 'changeSet') {
    const entries = await log.ofChangeSet(target.changeSet);
    return { entries, to: entries.at(-1) ?? null, hasGap: false };
  }
  const entry = await log.entry(target.entry);
  if (entry === undefined) return { entries: [], to: null, hasGap: true };
  if (target.kind === 'entry') return { entries: [entry], to: entry, hasGap: false };
  const entries = await log.after(entry);
  return { entries, to: entry, hasGap: entries.length !== log.total - entry.seq };
}

/** What the entries did to one key. */
type KeyHistory<Value> = {
  /** The value before the first of them, and after the last of them. */
  readonly target: Value | null;
  left: Value | null;
  /** Something else changed the key between two of them. */
  isBroken: boolean;
};

/**
 * Plans to take entries back: every key that they changed is to be as it was before the first of them. For the list as of
 * a moment these are all entries since. A key is in conflict when it is not what the entries left: restoring it would
 * also undo what somebody else did.
 *
 * ```ts
 * const planner = new RestorePlanner(RESTORABLE_MAPPINGS);
 * planner.add([{ key, before: { key, description: 'ACME', glAccount: '6100' }, after: null }]);
 * planner.plan(new Map()).changes; // the mapping ACME, 6100 is stored again
 * ```
 */
export class RestorePlanner<Key, Value> {
  readonly #values: RestorableValues<Key, Value>;
  readonly #keys = new Map<Key, KeyHistory<Value>>();

  constructor(values: RestorableValues<Key, Value>) {
    this.#values = values;
  }

  /** Takes the changes of one entry; entries come oldest first. */
  add(changes: readonly Change<Key, Value>[]): void {
    for (const { key, before, after } of changes) {
      const known = this.#keys.get(key);
      if (known === undefined) this.#keys.set(key, { target: before, left: after, isBroken: false });
      else {
        known.isBroken ||= !this.#values.isSame(known.left, before);
        known.left = after;
      }
    }
  }

  /** The plan for a list of these. */
  plan(list: ReadonlyMap<Key, Value>): RestorePlan<PlannedChange<Key, Value>> {
    const { isSame, isStorable } = this.#values;
    const parts = { changes: [], conflicts: [], unusable: [] } as Record<
      PlanPart,
      PlannedChange<Key, Value>[]
    >;
    let same = 0;
    for (const [key, { target, left, isBroken }] of this.#keys) {
      const current = list.get(key) ?? null;
      const line = { key, before: current, after: target };
      if (isSame(current, target)) same++;
      else if (!isStorable(key, target)) parts.unusable.push(line);
      else if (isBroken || !isSame(current, left)) parts.conflicts.push({ ...line, left });
      else parts.changes.push(line);
    }
    for (const lines of Object.values(parts)) lines.sort(bySetFirst);
    return { ...parts, same };
  }
}

/**
 * The plan of an undo, without a preview: what nobody else has changed since is put back.
 * @param entries the changes of each, oldest first; there may have been others between them
 */
export function planUndo<Key, Value>(
  values: RestorableValues<Key, Value>,
  entries: readonly (readonly Change<Key, Value>[])[],
  stored: ReadonlyMap<Key, Value>,
) {
  const planner = new RestorePlanner(values);
  for (const changes of entries) planner.add(changes);
  const { changes, conflicts, unusable } = planner.plan(stored);
  return { changes, conflicts: [...conflicts, ...unusable] };
}

type PlanPart = 'changes' | 'conflicts' | 'unusable';

/** Mappings are put back before others are removed: no answer is missing meanwhile. */
export function bySetFirst(a: { readonly after: unknown }, b: { readonly after: unknown }): number {
  return Number(a.after === null) - Number(b.after === null);
}
