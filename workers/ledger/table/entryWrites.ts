import type { MappingList } from '../list/MappingList.ts';
import { ENTRIES_PER_UPDATE, type EntryChange } from './entries.ts';

/** What was written of a write of many entries, and why it went no further. */
export type Written = { readonly changes: readonly EntryChange[]; readonly failure: string | null };

/**
 * Writes the changes in chunks, each of them whole or not at all; ends with the first that fails. Leaves out what is
 * not wanted any more at the moment of writing.
 */
export async function writeInChunks(
  list: Pick<MappingList, 'write'>,
  changes: readonly EntryChange[],
  onProgress: (written: number) => void,
  isWanted: (change: EntryChange) => boolean = () => true,
): Promise<Written> {
  const written: EntryChange[] = [];
  for (let from = 0; from < changes.length; from += ENTRIES_PER_UPDATE) {
    const chunk = changes.slice(from, from + ENTRIES_PER_UPDATE);
    try {
      written.push(...(await list.write(() => chunk.filter(isWanted))));
    } catch (error) {
      return { changes: written, failure: reasonOf(error) };
    }
    onProgress(written.length);
  }
  return { changes: written, failure: null };
}

/** What a refused or broken write says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
