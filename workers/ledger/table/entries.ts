import { type Mapping, type MappingKey, readMapping } from '../../../src/model/mapping.ts';
import { MAPPINGS_PATH } from '../../../src/model/paths.ts';
import type { Changes, LedgerDatabase } from '../database.ts';

/** One entry of the list: what was there, and what is to be there instead; null for nothing. */
export type EntryChange = {
  readonly key: MappingKey;
  readonly before: Mapping | null;
  readonly after: Mapping | null;
};

/** Entries written in one update: atomic each, and small enough not to hold up anybody else (design.md §6). */
export const ENTRIES_PER_UPDATE = 500;

export function entryPath(key: MappingKey): string {
  return `${MAPPINGS_PATH}/${key}`;
}

/** An entry in the form in which it is stored today; older forms are not written any more. */
export function storedForm(mapping: Mapping | null): { description: string; glAccount: string } | null {
  return mapping && { description: mapping.description, glAccount: mapping.glAccount };
}

/** Whether two entries read the same to a person. */
export function isSame(a: Mapping | null, b: Mapping | null): boolean {
  return a?.description === b?.description && a?.glAccount === b?.glAccount;
}

/**
 * Makes the change if the entry is still as it was, as the server decides: two people who change one entry at the
 * same moment cannot both succeed. Returns the entry that stood in the way, or undefined when the change was made.
 */
export async function swapEntry(
  database: Pick<LedgerDatabase, 'replace'>,
  { key, before, after }: EntryChange,
): Promise<{ readonly stored: Mapping | null } | undefined> {
  const { isReplaced, stored } = await database.replace(entryPath(key), (current) =>
    isSame(readEntry(key, current), before) ? storedForm(after) : undefined,
  );
  return isReplaced ? undefined : { stored: readEntry(key, stored) };
}

/** The changes as one multi-path update. */
export function asUpdate(changes: readonly EntryChange[]): Changes {
  return Object.fromEntries(changes.map(({ key, after }) => [entryPath(key), storedForm(after)]));
}

function readEntry(key: MappingKey, stored: unknown): Mapping | null {
  return stored === null || stored === undefined ? null : readMapping(key, stored);
}
