import type { EntryChanges } from '#model/history.ts';
import { isUsable, type Mapping, type MappingKey, readMapping } from '#model/mapping.ts';
import { type EntryChange, isSame } from '../list/listWrites.ts';

/** What it takes to undo entries of the history. */
export type RestorePlan = {
  readonly changes: readonly EntryChange[];
  /** Keys that have changed since, or whose former value cannot be written any more: they stay as they are. */
  readonly conflicts: readonly MappingKey[];
};

/**
 * Plans to put back what was there before `entries`, which are in their order and may have others between them.
 * @param stored the list as it is now
 */
export function planRestore(
  entries: readonly EntryChanges[],
  stored: ReadonlyMap<MappingKey, Mapping>,
): RestorePlan {
  const changes: EntryChange[] = [];
  const conflicts: MappingKey[] = [];
  for (const [key, { before, after }] of netChanges(entries)) {
    const now = stored.get(key) ?? null;
    const former = mappingOf(key, before);
    if (isSame(now, former)) continue;
    const canBeWritten = former === null || isUsable(former);
    if (canBeWritten && isSame(now, mappingOf(key, after))) changes.push({ key, before: now, after: former });
    else conflicts.push(key);
  }
  return { changes, conflicts };
}

/** By key, the value before the first of the entries and the value after the last. */
function netChanges(entries: readonly EntryChanges[]): Map<MappingKey, { before: unknown; after: unknown }> {
  const net = new Map<MappingKey, { before: unknown; after: unknown }>();
  for (const { changes } of entries) {
    for (const { key, before, after } of changes ?? []) {
      net.set(key, { before: net.has(key) ? net.get(key)?.before : before, after });
    }
  }
  return net;
}

function mappingOf(key: MappingKey, stored: unknown): Mapping | null {
  return stored === null ? null : readMapping(key, stored);
}
