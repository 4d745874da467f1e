import type { Mapping, MappingKey } from '#model/mapping.ts';

/** One entry of the list: what was there, and what is to be there instead; null for nothing. */
export type EntryChange = {
  readonly key: MappingKey;
  readonly before: Mapping | null;
  readonly after: Mapping | null;
};

/** A list that can be changed entry by entry; see `MappingList`. */
type WritableList = {
  readonly entries: ReadonlyMap<MappingKey, Mapping>;
  write(plan: () => readonly EntryChange[]): Promise<readonly EntryChange[]>;
};

/** Entries written in one update: atomic each, and small enough not to hold up anybody else (design.md §6). */
export const ENTRIES_PER_UPDATE = 500;

/** An entry in the form in which it is stored today; older forms are not written any more. */
function storedForm(mapping: Mapping | null): { description: string; glAccount: string } | null {
  return mapping && { description: mapping.description, glAccount: mapping.glAccount };
}

/** Whether two entries read the same to a person. */
export function isSame(a: Mapping | null, b: Mapping | null): boolean {
  return a?.description === b?.description && a?.glAccount === b?.glAccount;
}

/** Whether the entry is as it was before the change. */
export function isAsBefore(entries: ReadonlyMap<MappingKey, Mapping>, { key, before }: EntryChange): boolean {
  return isSame(entries.get(key) ?? null, before);
}

/**
 * Makes the change if the entry is still as it was, as the server decides: two people who change one entry at the
 * same moment cannot both succeed. Returns the entry that stood in the way, or undefined when the change was made.
 */
export async function swapEntry(
  list: WritableList,
  change: EntryChange,
): Promise<{ readonly stored: Mapping | null } | undefined> {
  const made = await list.write(() => (isAsBefore(list.entries, change) ? [change] : []));
  return made.length > 0 ? undefined : { stored: list.entries.get(change.key) ?? null };
}

/** What is to be stored, by key. */
export function storedByKey(changes: readonly EntryChange[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(changes.map(({ key, after }) => [key, storedForm(after)]));
}
