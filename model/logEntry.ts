import { type Author, readAuthor } from './history.ts';
import { type HistoryUpdate, SERVER_TIME } from './historyUpdate.ts';
import type { EntryId, ListVersion } from './listVersion.ts';

/** A log that keeps the changes in its entries: its version, its entries, and the node whose children they change. */
type LogPaths = { readonly version: string; readonly history: string; readonly changed: string };

/** What every entry of such a log says, besides its changes. */
export type LogEntry<Kind extends string> = {
  readonly id: EntryId;
  readonly seq: number;
  readonly after: EntryId;
  /** When the server stored it, in milliseconds since 1970. */
  readonly at: number;
  readonly by: Author;
  readonly kind: Kind;
  /** The same for all entries of one act. */
  readonly batch: string;
  readonly note: string | null;
};

/** An entry to be stored after `former`, which is the stored version; see `readListVersion`. */
export type LogEntryPlan<Kind extends string> = {
  readonly id: EntryId;
  readonly former: Pick<ListVersion, 'id' | 'seq'>;
  readonly by: Author;
  readonly kind: Kind;
  readonly batch: string;
  readonly note?: string;
};

/** What is stored at a key before and after; null for nothing. */
export type LogChange = { readonly key: string; readonly before: unknown; readonly after: unknown };

/** The update from the root that makes `changes` as one entry: what changes, the new version, and the entry. */
export function logUpdate<Kind extends string>(
  paths: LogPaths,
  { id, former, ...act }: LogEntryPlan<Kind>,
  changes: readonly LogChange[],
): HistoryUpdate {
  const version = { id, seq: former.seq + 1, after: former.id };
  const byKey = changes.map(({ key, before, after }) => [
    key,
    { ...(before !== null && { before }), ...(after !== null && { after }) },
  ]);
  return {
    [paths.version]: version,
    [`${paths.history}/${id}`]: {
      seq: version.seq,
      after: version.after,
      at: SERVER_TIME,
      ...act,
      changes: Object.fromEntries(byKey),
    },
    ...Object.fromEntries(changes.map(({ key, after }) => [`${paths.changed}/${key}`, after])),
  };
}

/** Reads an entry, whose changes are as they are stored; null when it is none. */
export function readLogEntry<Kind extends string>(
  id: string,
  stored: unknown,
  kinds: readonly Kind[],
): { readonly fields: LogEntry<Kind>; readonly changes: readonly LogChange[] } | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { seq, after, at, by, kind, batch, note, changes } = stored as Readonly<Record<string, unknown>>;
  if (typeof seq !== 'number' || typeof at !== 'number' || !kinds.includes(kind as Kind)) return null;
  return {
    fields: {
      id: id as EntryId,
      seq,
      after: String(after) as EntryId,
      at,
      by: readAuthor(by),
      kind: kind as Kind,
      batch: String(batch),
      note: typeof note === 'string' ? note : null,
    },
    changes: readChanges(changes),
  };
}

function readChanges(stored: unknown): readonly LogChange[] {
  return Object.entries(stored ?? {}).map(([key, change]) => {
    // Number-like keys come as an array, in which those that are missing are null.
    const { before = null, after = null } = (change ?? {}) as { before?: unknown; after?: unknown };
    return { key, before, after };
  });
}
