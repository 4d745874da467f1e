import type { ListChecksum } from '../listChecksum.ts';
import { type Author, readAuthor } from './author.ts';
import type { EntryId, ListVersion, StoredVersion } from './version.ts';

/** A log of changes of the children of one node, and its places. */
export type Log<Kind extends string = string> = {
  readonly version: string;
  readonly history: string;
  /** Where the embedded backend has the newest seal: see seal.ts. */
  readonly seal: string;
  /** Where an entry has its changes: `history` where they are in it. */
  readonly changes: string;
  /** Where each child has the numbers of the entries that changed it, by their ids; null: nowhere. */
  readonly marks: string | null;
  /** The node whose children the entries change. */
  readonly changed: string;
  readonly kinds: readonly Kind[];
};

/**
 * The kind of the entry with which the embedded backend takes over what was stored before its log began, or past it: it
 * changes nothing and says what there is. No client may write it.
 */
export const TAKEOVER = 'takeover';

/** What every entry of a log says, besides its changes. */
export type LogEntry<Kind extends string> = {
  readonly id: EntryId;
  readonly seq: number;
  /** The entry before. */
  readonly parent: EntryId;
  /** When the server stored it, in milliseconds since 1970. */
  readonly at: number;
  readonly by: Author;
  readonly kind: Kind | typeof TAKEOVER;
  /** The same for all entries of one change set. */
  readonly batch: string;
  readonly note: string | null;
  /** Number of changes of its change set that were planned after it; null where it does not say so. */
  readonly left: number | null;
  /** Of kind `takeover` or `outside`: what all children of the node amounted to; else null. */
  readonly found: ListChecksum | null;
};

/** An entry to be stored after `former`, which is the stored version; see `readListVersion`. */
export type LogEntryPlan<Kind extends string> = {
  readonly id: EntryId;
  readonly former: Pick<ListVersion, 'id' | 'seq'>;
  readonly by: Author;
  readonly kind: Kind | typeof TAKEOVER;
  readonly batch: string;
  readonly note?: string;
  /** Number of changes of the batch that are planned after it. */
  readonly left?: number;
  /** When it is made, in milliseconds since 1970; by default the server says it. */
  readonly at?: number | typeof SERVER_TIME;
};

/** What is stored at a key before and after; null for nothing. */
export type LogChange = { readonly key: string; readonly before: unknown; readonly after: unknown };

/** Stands for the server's time in what is written to the Realtime Database. */
export const SERVER_TIME = { '.sv': 'timestamp' } as const;

/** An update from the root, by path; null removes. All of it is stored, or nothing. */
export type HistoryUpdate = Readonly<Record<string, unknown>>;

/** What only some logs say. */
type OwnFields = {
  /** Of the version: what there is after the entry. */
  readonly sum?: ListChecksum;
  /** Of the entry. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** What else the update stores. */
  readonly additionalWrites?: HistoryUpdate;
};

/**
 * The update from the root that makes `changes` as one entry, and the version after it: what changes, the new version,
 * the entry with its changes, and the marks. Null: what the entry changed is not known.
 */
export function logUpdate<Kind extends string>(
  log: Log<Kind>,
  { id, former, at = SERVER_TIME, ...act }: LogEntryPlan<Kind>,
  changes: readonly LogChange[] | null,
  { sum, entry, additionalWrites }: OwnFields = {},
): { readonly version: StoredVersion; readonly update: HistoryUpdate } {
  const version = { id, seq: former.seq + 1, after: former.id, ...sum };
  const { seq, after } = version;
  const said = changes && { changes: changesByKey(changes) };
  const fields = { seq, after, at, ...act, ...entry };
  const update: Record<string, unknown> = {
    [log.version]: version,
    ...(log.changes === log.history
      ? { [`${log.history}/${id}`]: { ...fields, ...said } }
      : { [`${log.history}/${id}`]: fields, [`${log.changes}/${id}`]: { seq, ...said } }),
    ...additionalWrites,
  };
  // Not copied afterwards: of 1,000 paths that costs several times what all else here does.
  for (const change of changes ?? []) {
    update[`${log.changed}/${change.key}`] = change.after;
    if (log.marks !== null) update[`${log.marks}/${change.key}/${id}`] = seq;
  }
  return { version, update };
}

/**
 * The update with an entry of kind `takeover`.
 * @param found what all children of the log's node amount to
 */
export function takeoverUpdate<Kind extends string>(
  log: Log<Kind>,
  plan: Omit<LogEntryPlan<Kind>, 'kind'>,
  found: ListChecksum,
): HistoryUpdate {
  // The version of the list says what it amounts to, and its entries how many changes they have.
  const isList = log.changes !== log.history;
  const entry = { found, ...(isList && { set: 0, removed: 0 }) };
  return logUpdate(log, { ...plan, kind: TAKEOVER }, null, { entry, ...(isList && { sum: found }) }).update;
}

function changesByKey(changes: readonly LogChange[]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(({ key, before, after }) => [
      key,
      { ...(before !== null && { before }), ...(after !== null && { after }) },
    ]),
  );
}

/** Reads an entry; null when it is none. */
export function readLogEntry<Kind extends string>(
  { kinds }: Log<Kind>,
  id: string,
  stored: unknown,
): LogEntry<Kind> | null {
  const { seq, after, at, by, kind, batch, note, left, found } = fieldsOf(stored);
  const isKnown = kind === TAKEOVER || kinds.includes(kind as Kind);
  if (typeof seq !== 'number' || typeof at !== 'number' || !isKnown) return null;
  return {
    id: id as EntryId,
    seq,
    parent: String(after) as EntryId,
    at,
    by: readAuthor(by),
    kind: kind as Kind,
    batch: String(batch),
    note: typeof note === 'string' ? note : null,
    left: typeof left === 'number' ? left : null,
    found: readSum(found),
  };
}

/** Reads a stored count and sum; null where there are none. */
export function readSum(stored: unknown): ListChecksum | null {
  const { count, sum } = fieldsOf(stored);
  return typeof count === 'number' && typeof sum === 'number' ? { count, sum } : null;
}

/** Reads the changes of what is stored at `{changes}/{id}`, as they are stored; null where it does not have any. */
export function readLogChanges(stored: unknown): readonly LogChange[] | null {
  const { changes } = fieldsOf(stored);
  if (typeof changes !== 'object' || changes === null) return null;
  return Object.entries(changes).flatMap(([key, change]) => {
    // Number-like keys come as an array, in which those that are missing are null.
    if (change === null) return [];
    const { before = null, after = null } = fieldsOf(change);
    return [{ key, before, after }];
  });
}

/**
 * What a stored value has; nothing where it is no object. Children with keys like numbers come as an array, in which those
 * that are missing are null.
 */
export function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
}
