import type { ListChecksum } from './listChecksum.ts';
import {
  fieldsOf,
  type LogChange,
  type LogEntry,
  readLogChanges,
  readLogEntry,
  readSum,
  TAKEOVER,
} from './log/entry.ts';
import type { EntryId } from './log/version.ts';
import type { Mapping, MappingFields, MappingKey } from './mapping.ts';
import {
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_SEAL_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from './paths.ts';

/**
 * What somebody did when they changed the list. `choice`: *Use New* of one row. `accounts`: another account for many
 * mappings. `proposal`: an approved proposal of a user. `undo` takes back what its message named, `restore` goes back to
 * what the history shows. `sample`: the list of the first start. `outside`: accepts what was changed past the app.
 * `closed` changes nothing: nothing more comes of its batch, though its last entry says that changes are left. Nor does
 * `behind`: an admin, or the server after a restore, says that the list goes on though entries that were seen are missing.
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
  'closed',
  'behind',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number] | typeof TAKEOVER;

/** The change of one mapping: its old and its new value, null for none. */
export type MappingChange = {
  readonly key: MappingKey;
  readonly before: Mapping | null;
  readonly after: Mapping | null;
};

/** A change set that has changes left and no entry for so long was stopped. Milliseconds. */
export const STOPPED_AFTER_MS = 120_000;

/** Whether entries of a kind change nothing. */
export function changesNothing(kind: string): boolean {
  return kind === 'closed' || kind === 'behind' || kind === TAKEOVER;
}

/** The log of the mapping list. Its changes are beside its entries: all who are allowed read those, only admins the entries. */
export const LIST_LOG = {
  version: LIST_VERSION_PATH,
  history: HISTORY_PATH,
  seal: LIST_SEAL_PATH,
  changes: CHANGES_PATH,
  marks: CHANGES_BY_KEY_PATH,
  changed: MAPPINGS_PATH,
  kinds: CHANGE_KINDS,
};

/** A mapping as it is stored today. Former forms are only read: a plain text or number, or an object of another shape. */
export type StoredMapping = MappingFields;

/** The change of one mapping, with the values as they are stored; null for no mapping. */
export type StoredChange = {
  readonly key: MappingKey;
  readonly before: unknown;
  readonly after: StoredMapping | null;
};

/** An entry of the history, without its changes: node `gl_mappings_history/{id}`. */
export type HistoryEntry = LogEntry<ChangeKind> & {
  /** Numbers of mappings that the entry wrote and removed, as the writer says. */
  readonly set: number;
  readonly removed: number;
  /** Of kind `accounts`: the account that all changes lead to; null where it does not say so. */
  readonly to: string | null;
  /** Of an `outside` entry: what the list should have amounted to by its history, where `found` was found. */
  readonly expected: ListChecksum | null;
};

/** The changes of an entry: node `gl_mappings_changes/{id}`. */
export type EntryChanges = {
  readonly id: EntryId;
  readonly seq: number;
  /** Null for an entry of kind `outside`, whose changes are not known, and for those of kind `closed`, `behind` and `takeover`, which have none. */
  readonly changes: readonly KeyChange[] | null;
};

/** A change as it is read: both values as they are stored, null for none. */
export type KeyChange = LogChange & { readonly key: MappingKey };

/** The newest entry of kind `behind`: node `gl_mappings_behind`. What was seen before it may be missing. */
export type BehindEntry = Pick<HistoryEntry, 'id' | 'seq' | 'at'>;

/** Reads `gl_mappings_behind`; null when there is no such entry. */
export function readBehindEntry(stored: unknown): BehindEntry | null {
  const { id, seq, at } = fieldsOf(stored);
  if (typeof id !== 'string' || typeof seq !== 'number' || typeof at !== 'number') return null;
  return { id: id as EntryId, seq, at };
}

/** Reads `gl_mappings_history/{id}`; null when it is none. */
export function readHistoryEntry(id: string, stored: unknown): HistoryEntry | null {
  const entry = readLogEntry(LIST_LOG, id, stored);
  if (entry === null) return null;
  const { set, removed, to, expected } = fieldsOf(stored);
  return {
    ...entry,
    set: Number(set ?? 0),
    removed: Number(removed ?? 0),
    to: typeof to === 'string' ? to : null,
    expected: readSum(expected),
  };
}

/** Reads `gl_mappings_changes/{id}`; null when it is none. */
export function readEntryChanges(id: string, stored: unknown): EntryChanges | null {
  const { seq } = fieldsOf(stored);
  if (typeof seq !== 'number') return null;
  return { id: id as EntryId, seq, changes: readLogChanges(stored) as readonly KeyChange[] | null };
}
