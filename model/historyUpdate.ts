import { type ChangeKind, LIST_LOG, type StoredChange } from './history.ts';
import { type ListChecksum, withEntry, withoutEntry } from './listChecksum.ts';
import type { Author } from './log/author.ts';
import { type HistoryUpdate, type LogEntryPlan, logUpdate, SERVER_TIME } from './log/entry.ts';
import type { EntryId, ListVersion, StoredListVersion } from './log/version.ts';
import { MAPPING_FIELDS } from './mapping.ts';
import { BEHIND_PATH } from './paths.ts';

/** What somebody does to the list in one or more entries; `batch` is the same for all of them. */
export type ChangeSet = {
  readonly kind: ChangeKind;
  readonly by: Author;
  readonly batch: string;
  readonly note?: string;
  /** Number of its changes that are planned after the next entry: above 0 for good, it was stopped. */
  readonly left?: number;
  /** Of kind `accounts`: the account that all of its changes lead to. */
  readonly to?: string;
  /** What else each of its updates stores, from the root by path. */
  readonly additionalWrites?: HistoryUpdate;
};

/** An entry to be stored after `former`; `sum` is the checksum of the list before it. */
export type EntryPlan = {
  readonly id: EntryId;
  readonly former: ListVersion;
  readonly sum: ListChecksum;
  readonly changeSet: ChangeSet;
  /** When it is made, in milliseconds since 1970; by default the server says it. */
  readonly at?: number | typeof SERVER_TIME;
};

/** What an update stores, and the version of the list after it. */
export type PlannedEntry = { readonly version: StoredListVersion; readonly update: HistoryUpdate };

/**
 * The update that makes `changes` as one entry of the history: the mappings, the new version, the entry, its changes,
 * and the mark of each key. The rules take nothing less (docs/rules.md). `changes` are not empty, at most
 * `MAX_CHANGES_PER_ENTRY`, and each of them changes what is stored.
 */
export function entryUpdate(plan: EntryPlan, changes: readonly StoredChange[]): PlannedEntry {
  const sum = sumAfter(plan.sum, changes);
  const removed = changes.filter(({ after }) => after === null).length;
  const { additionalWrites = {}, to } = plan.changeSet;
  const entry = { set: changes.length - removed, removed, ...(to !== undefined && { to }) };
  const stored = changes.map(({ key, before, after }) => ({ key, before: storable(before), after }));
  const { version, update } = logUpdate(LIST_LOG, logPlan(plan), stored, { sum, entry, additionalWrites });
  return { version: { ...version, ...sum }, update };
}

/**
 * The update that accepts a list which is not what its history says: an entry of kind `outside`, without changes.
 * @param found the checksum of the list
 */
export function outsideUpdate(plan: EntryPlan, found: ListChecksum): PlannedEntry {
  return updateWithoutChanges(plan, found, { expected: plan.sum, found });
}

/** The update that closes the batch of a change set: an entry of kind `closed`, after which the list is what it was. */
export function closedUpdate(plan: EntryPlan): PlannedEntry {
  return updateWithoutChanges(plan, plan.sum);
}

/** The update that says that entries are missing: an entry of kind `behind`, after which the list is what it was, and its name. */
export function behindUpdate(plan: EntryPlan): PlannedEntry {
  const { id, former, at = SERVER_TIME } = plan;
  return updateWithoutChanges(plan, plan.sum, {}, { [BEHIND_PATH]: { id, seq: former.seq + 1, at } });
}

function updateWithoutChanges(
  plan: EntryPlan,
  sum: ListChecksum,
  said = {},
  additionalWrites: HistoryUpdate = {},
): PlannedEntry {
  const entry = { set: 0, removed: 0, ...said };
  const own = { sum, entry, additionalWrites };
  const { version, update } = logUpdate(LIST_LOG, logPlan(plan), null, own);
  return { version: { ...version, ...sum }, update };
}

/** The checksum after the changes of a list whose checksum was `sum`. */
function sumAfter(sum: ListChecksum, changes: readonly StoredChange[]): ListChecksum {
  return changes.reduce(
    (total, { key, before, after }) => withEntry(withoutEntry(total, key, before), key, after),
    sum,
  );
}

function logPlan({ changeSet, sum: _sum, ...plan }: EntryPlan): LogEntryPlan<ChangeKind> {
  const { to: _to, additionalWrites: _writes, ...act } = changeSet;
  return { ...plan, ...act };
}

/**
 * A former value as the history keeps it: a primitive as it is, of an object the fields of a mapping. Of an object
 * without usable fields the history only keeps that there was one.
 */
function storable(before: unknown): unknown {
  if (typeof before !== 'object' || before === null) return before;
  const stored = before as Readonly<Record<string, unknown>>;
  const kept: Record<string, unknown> = {};
  for (const name of MAPPING_FIELDS) if (isPrimitive(stored[name])) kept[name] = stored[name];
  return Object.keys(kept).length > 0 ? kept : true;
}

function isPrimitive(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
