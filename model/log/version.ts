import type { ListChecksum } from '../listChecksum.ts';

/**
 * Names one entry of the history, and with it the state that the list has after it. Chosen by the writer before sending,
 * at random, and never used twice: equal ids mean equal lists.
 */
export type EntryId = string & { readonly __brand: 'EntryId' };

/** What a list comes after that was last changed before there were versions. Says nothing about what is in it. */
export const NO_ENTRY = 'none' as EntryId;

/** The version of a log, as it is stored: the entry that was made last, and its number. */
export type StoredVersion = {
  readonly id: EntryId;
  /** 1 for the first entry of the history. */
  readonly seq: number;
  /** The entry before; `parent` where a version is read. */
  readonly after: EntryId;
};

/** The version of the list, as it is stored, with the list's checksum. */
export type StoredListVersion = StoredVersion & ListChecksum;

/** A version as it is read. */
export type ListVersion = {
  readonly id: EntryId;
  /** 0: the list was last changed before there was a history. */
  readonly seq: number;
  /** The entry before; null where it is not said. */
  readonly parent: EntryId | null;
  /** Null where there is no history yet: the list has no checksum. */
  readonly sum: ListChecksum | null;
};

export const NO_VERSION: ListVersion = { id: NO_ENTRY, seq: 0, parent: null, sum: null };

const RANDOM_BYTES = 12;

/** @param fillRandomly e.g. `crypto.getRandomValues` */
export function newEntryId(fillRandomly: (bytes: Uint8Array<ArrayBuffer>) => unknown): EntryId {
  const bytes = new Uint8Array(RANDOM_BYTES);
  fillRandomly(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as EntryId;
}

/** Reads a version as it is stored; former forms of the list's had an id alone, or names of keys beside it. */
export function readListVersion(stored: unknown): ListVersion {
  if (typeof stored !== 'object' || stored === null) return NO_VERSION;
  const { id, seq, after, count, sum } = stored as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '') return NO_VERSION;
  if (typeof seq !== 'number') return { ...NO_VERSION, id: id as EntryId };
  const isSummed = typeof count === 'number' && typeof sum === 'number';
  return {
    id: id as EntryId,
    seq,
    parent: typeof after === 'string' ? (after as EntryId) : null,
    sum: isSummed ? { count, sum } : null,
  };
}
