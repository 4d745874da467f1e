import type { ListChecksum } from './listChecksum.ts';
import { fieldsOf, readSum } from './log/entry.ts';
import type { EntryId } from './log/version.ts';

/** The oldest entries of the history, up to this one, were moved to files of the operator. */
export type ArchiveMark = {
  readonly id: EntryId;
  readonly seq: number;
  /** When they were moved, in milliseconds since 1970. */
  readonly at: number;
  /** What the list amounted to after that entry; null where a later `outside` entry hides it. */
  readonly sum: ListChecksum | null;
};

/** Reads `gl_mappings_archive`; null when nothing was moved. */
export function readArchiveMark(stored: unknown): ArchiveMark | null {
  const { id, seq, at } = fieldsOf(stored);
  if (typeof id !== 'string' || typeof seq !== 'number') return null;
  return { id: id as EntryId, seq, at: Number(at ?? 0), sum: readSum(stored) };
}
