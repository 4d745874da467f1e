import type { HistoryChange, RestoreLine } from '#contract/history.ts';
import type { EntryChanges } from '#model/history.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { isSameMapping, isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import type { EntryChange } from '../list/listWrites.ts';
import { readableChange } from './readableChange.ts';

/** What a restore would do to the list as it is now. */
export type RestorePlan = {
  /** Changes of mappings that nobody else has changed since. */
  readonly changes: readonly RestoreLine[];
  /** Changes of mappings that somebody else has changed since. */
  readonly conflicts: readonly RestoreLine[];
  /** Former values that cannot be stored. */
  readonly unusable: readonly RestoreLine[];
  /** Number of mappings that are as they were already. */
  readonly same: number;
};

/** What the entries did to one key. */
type KeyHistory = {
  /** The value before the first of them, and after the last of them. */
  readonly target: Mapping | null;
  left: Mapping | null;
  /** Something else changed the key between two of them. */
  isBroken: boolean;
};

/**
 * Plans to take entries back: every key that they changed is to be as it was before the first of them. For the list as of
 * a moment these are all entries since. A key is in conflict when it is not what the entries left: restoring it would
 * also undo what somebody else did.
 *
 * ```ts
 * const planner = new RestorePlanner();
 * planner.add([{ key, before: { key, description: 'ACME', glAccount: '6100' }, after: null }]);
 * planner.plan(new Map()).changes; // the mapping ACME, 6100 is stored again
 * ```
 */
export class RestorePlanner {
  readonly #keys = new Map<MappingKey, KeyHistory>();

  /** Takes the changes of one entry; entries come oldest first. */
  add(changes: readonly HistoryChange[]): void {
    for (const { key, before, after } of changes) {
      const known = this.#keys.get(key);
      if (known === undefined) this.#keys.set(key, { target: before, left: after, isBroken: false });
      else {
        known.isBroken ||= !isSameMapping(known.left, before);
        known.left = after;
      }
    }
  }

  /** The plan for the list with these entries. Mappings are put back before others are removed: no answer is missing meanwhile. */
  plan(list: ReadonlyMap<MappingKey, Mapping>): RestorePlan {
    const parts = { changes: [], conflicts: [], unusable: [] } as Record<PlanPart, RestoreLine[]>;
    let same = 0;
    for (const [key, { target, left, isBroken }] of this.#keys) {
      const current = list.get(key) ?? null;
      const line = { key, before: current, after: target };
      if (isSameMapping(current, target)) same++;
      else if (!isStorable(key, target)) parts.unusable.push(line);
      else if (isBroken || !isSameMapping(current, left)) parts.conflicts.push({ ...line, left });
      else parts.changes.push(line);
    }
    for (const lines of Object.values(parts)) lines.sort(bySetFirst);
    return { ...parts, same };
  }
}

/**
 * The plan of an undo, without a preview: what nobody else has changed since is put back.
 * @param entries oldest first; there may have been others between them
 */
export function planUndo(
  entries: readonly EntryChanges[],
  list: ReadonlyMap<MappingKey, Mapping>,
): { readonly changes: readonly EntryChange[]; readonly conflicts: readonly MappingKey[] } {
  const planner = new RestorePlanner();
  for (const { changes } of entries) planner.add((changes ?? []).map(readableChange));
  const { changes, conflicts, unusable } = planner.plan(list);
  return { changes, conflicts: [...conflicts, ...unusable].map(({ key }) => key) };
}

type PlanPart = 'changes' | 'conflicts' | 'unusable';

function isStorable(key: MappingKey, target: Mapping | null): boolean {
  return target === null || (isUsable(target) && keyProblem(key) === null);
}

function bySetFirst(a: RestoreLine, b: RestoreLine): number {
  return Number(a.after === null) - Number(b.after === null);
}
