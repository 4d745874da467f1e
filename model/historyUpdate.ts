import type { Author, ChangeKind, StoredChange } from './history.ts';
import { type ListSum, withEntry, withoutEntry } from './listSum.ts';
import type { EntryId, ListVersion, StoredListVersion } from './listVersion.ts';
import { MAPPING_FIELDS } from './mapping.ts';
import {
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
  MAPPINGS_PATH,
} from './paths.ts';

/** Stands for the server's time in what is written to the Realtime Database. */
export const SERVER_TIME = { '.sv': 'timestamp' } as const;

/** What somebody does to the list in one or more entries; `batch` is the same for all of them. */
export type Act = {
  readonly kind: ChangeKind;
  readonly by: Author;
  readonly batch: string;
  readonly note?: string;
  /** What else each of its updates stores, from the root by path. */
  readonly beside?: HistoryUpdate;
};

/** An entry to be stored after `former`; `sum` is what the list amounts to before it. */
export type EntryPlan = {
  readonly id: EntryId;
  readonly former: ListVersion;
  readonly sum: ListSum;
  readonly act: Act;
  /** When it is made, in milliseconds since 1970; by default the server says it. */
  readonly at?: number | typeof SERVER_TIME;
};

/** An update from the root, by path; null removes. All of it is stored, or nothing. */
export type HistoryUpdate = Readonly<Record<string, unknown>>;

/** What an update stores, and the version of the list after it. */
export type PlannedEntry = { readonly version: StoredListVersion; readonly update: HistoryUpdate };

/**
 * The update that makes `changes` as one entry of the history: the mappings, the new version, the entry, its changes,
 * and the mark of each key. The rules take nothing less (docs/rules.md). `changes` are not empty, at most
 * `MAX_CHANGES_PER_ENTRY`, and each of them changes what is stored.
 */
export function entryUpdate(plan: EntryPlan, changes: readonly StoredChange[]): PlannedEntry {
  const version = versionAfter(plan, sumAfter(plan.sum, changes));
  const { id, seq } = version;
  const removed = changes.filter(({ after }) => after === null).length;
  const update: Record<string, unknown> = {
    [LIST_VERSION_PATH]: version,
    [`${HISTORY_PATH}/${id}`]: { ...entryFields(plan, version), set: changes.length - removed, removed },
    [`${CHANGES_PATH}/${id}`]: { seq, changes: changesByKey(changes) },
    ...plan.act.beside,
  };
  // Not copied afterwards: of 1,000 paths that costs several times what all else here does.
  for (const { key, after } of changes) {
    update[`${MAPPINGS_PATH}/${key}`] = after;
    update[`${CHANGES_BY_KEY_PATH}/${key}/${id}`] = seq;
  }
  return { version, update };
}

/**
 * The update that accepts a list which is not what its history says: an entry of kind `outside`, without changes.
 * @param found what the list amounts to
 */
export function outsideUpdate(plan: EntryPlan, found: ListSum): PlannedEntry {
  const version = versionAfter(plan, found);
  const { id, seq } = version;
  const entry = { ...entryFields(plan, version), set: 0, removed: 0, expected: plan.sum, found };
  return {
    version,
    update: {
      [LIST_VERSION_PATH]: version,
      [`${HISTORY_PATH}/${id}`]: entry,
      [`${CHANGES_PATH}/${id}`]: { seq },
    },
  };
}

/** What a list that amounted to `sum` amounts to after the changes. */
function sumAfter(sum: ListSum, changes: readonly StoredChange[]): ListSum {
  return changes.reduce(
    (total, { key, before, after }) => withEntry(withoutEntry(total, key, before), key, after),
    sum,
  );
}

function versionAfter({ id, former }: EntryPlan, sum: ListSum): StoredListVersion {
  return { id, seq: former.seq + 1, after: former.id, ...sum };
}

function entryFields({ act, at = SERVER_TIME }: EntryPlan, { seq, after }: StoredListVersion) {
  const { kind, by, batch, note } = act;
  return { seq, after, at, by, kind, batch, ...(note !== undefined && { note }) };
}

function changesByKey(changes: readonly StoredChange[]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(({ key, before, after }) => [
      key,
      { ...(before !== null && { before: storable(before) }), ...(after !== null && { after }) },
    ]),
  );
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
