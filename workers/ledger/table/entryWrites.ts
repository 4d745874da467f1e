import type { LedgerDatabase } from '../database.ts';
import { asUpdate, ENTRIES_PER_UPDATE, type EntryChange } from './entries.ts';

/** How far a write of many entries came. */
export type Written = { readonly changes: readonly EntryChange[]; readonly failure: string | null };

/** Writes the changes in chunks, each of them whole or not at all; ends with the first that fails. */
export async function writeInChunks(
  database: Pick<LedgerDatabase, 'update'>,
  changes: readonly EntryChange[],
  onProgress: (written: number) => void,
): Promise<Written> {
  for (let from = 0; from < changes.length; from += ENTRIES_PER_UPDATE) {
    try {
      await database.update(asUpdate(changes.slice(from, from + ENTRIES_PER_UPDATE)));
    } catch (error) {
      return { changes: changes.slice(0, from), failure: reasonOf(error) };
    }
    onProgress(Math.min(from + ENTRIES_PER_UPDATE, changes.length));
  }
  return { changes, failure: null };
}

/** What a refused or broken write says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
