import type { ListSum } from './listSum.ts';
import type { EntryId } from './listVersion.ts';
import type { MappingFields, MappingKey } from './mapping.ts';

/**
 * What somebody did when they changed the list. `choice`: *Use New* of one row. `accounts`: another account for many
 * mappings. `proposal`: an approved proposal of a user. `undo` takes back what its message named, `restore` goes back to
 * what the history shows. `sample`: the list of the first start. `outside`: accepts what was changed past the app.
 */
export const CHANGE_KINDS = [
  'add',
  'edit',
  'delete',
  'upload',
  'consolidation',
  'duplicates',
  'choice',
  'accounts',
  'proposal',
  'undo',
  'restore',
  'sample',
  'outside',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Who made a change; `server` is a program of the operator, and has no address. */
export type Author = { readonly uid: string; readonly email?: string };

export const SERVER_AUTHOR: Author = { uid: 'server' };

/** A mapping as it is stored today. Former forms are only read: a plain text or number, or an object of another shape. */
export type StoredMapping = MappingFields;

/** The change of one mapping, with the values as they are stored; null for no mapping. */
export type StoredChange = {
  readonly key: MappingKey;
  readonly before: unknown;
  readonly after: StoredMapping | null;
};

/** An entry of the history, without its changes: node `gl_mappings_history/{id}`. */
export type HistoryEntry = {
  readonly id: EntryId;
  readonly seq: number;
  readonly after: EntryId;
  /** When the server stored it, in milliseconds since 1970. */
  readonly at: number;
  readonly by: Author;
  readonly kind: ChangeKind;
  /** The same for all entries of one act. */
  readonly batch: string;
  /** Numbers of mappings that the entry wrote and removed, as the writer says. */
  readonly set: number;
  readonly removed: number;
  readonly note: string | null;
  /** Of an `outside` entry: what the list should have amounted to by its history, and what was found. */
  readonly expected: ListSum | null;
  readonly found: ListSum | null;
};

/** The changes of an entry: node `gl_mappings_changes/{id}`. */
export type EntryChanges = {
  readonly id: EntryId;
  readonly seq: number;
  /** Null for an `outside` entry: what it changed is not known. */
  readonly changes: readonly KeyChange[] | null;
};

/** A change as it is read: both values as they are stored, null for none. */
export type KeyChange = { readonly key: MappingKey; readonly before: unknown; readonly after: unknown };

/** Reads `gl_mappings_history/{id}`; null when it is none. */
export function readHistoryEntry(id: string, stored: unknown): HistoryEntry | null {
  const { seq, after, at, by, kind, batch, set, removed, note, expected, found } = fieldsOf(stored);
  if (typeof seq !== 'number' || typeof at !== 'number' || !isChangeKind(kind)) return null;
  return {
    id: id as EntryId,
    seq,
    after: String(after) as EntryId,
    at,
    by: readAuthor(by),
    kind,
    batch: String(batch),
    set: Number(set ?? 0),
    removed: Number(removed ?? 0),
    note: typeof note === 'string' ? note : null,
    expected: readSum(expected),
    found: readSum(found),
  };
}

/** Reads `gl_mappings_changes/{id}`; null when it is none. */
export function readEntryChanges(id: string, stored: unknown): EntryChanges | null {
  const { seq, changes } = fieldsOf(stored);
  if (typeof seq !== 'number') return null;
  if (typeof changes !== 'object' || changes === null) return { id: id as EntryId, seq, changes: null };
  const read = Object.entries(changes).flatMap(([key, change]) => {
    // Number-like keys come as an array, in which those that are missing are null.
    if (change === null) return [];
    const { before = null, after = null } = fieldsOf(change);
    return [{ key: key as MappingKey, before, after }];
  });
  return { id: id as EntryId, seq, changes: read };
}

export function readAuthor(stored: unknown): Author {
  const { uid, email } = fieldsOf(stored);
  return { uid: String(uid), ...(typeof email === 'string' && { email }) };
}

function isChangeKind(kind: unknown): kind is ChangeKind {
  return (CHANGE_KINDS as readonly unknown[]).includes(kind);
}

function readSum(stored: unknown): ListSum | null {
  const { count, sum } = fieldsOf(stored);
  return typeof count === 'number' && typeof sum === 'number' ? { count, sum } : null;
}

function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
}
