import { type EntryChanges, readEntryChanges } from '#model/history.ts';
import type { Log } from '#model/log/entry.ts';
import { CHANGES_PATH } from '#model/paths.ts';
import type { ChildQuery, LedgerDatabase } from '../database.ts';

/** A log whose entries `read` makes of what is stored; null: it is none. */
export type ReadLog<Entry> = {
  readonly log: Log;
  /** Whether its entries can be asked for by batch. */
  readonly hasBatches: boolean;
  read(id: string, stored: unknown): Entry | null;
};

type ChildrenReader = Pick<LedgerDatabase, 'readChildren'>;

/** The entries that `query` selects, oldest first. Rejects when the server refuses. */
export async function readEntries<Entry extends { readonly seq: number }>(
  database: ChildrenReader,
  { log, read }: Pick<ReadLog<Entry>, 'log' | 'read'>,
  query: ChildQuery,
): Promise<readonly Entry[]> {
  const children = await database.readChildren(log.history, query);
  return children.flatMap(([id, stored]) => read(id, stored) ?? []).toSorted((a, b) => a.seq - b.seq);
}

/** The entries of one change set, oldest first. Rejects when the server refuses. */
export function readBatch<Entry extends { readonly seq: number }>(
  database: ChildrenReader,
  log: Pick<ReadLog<Entry>, 'log' | 'read'>,
  batch: string,
): Promise<readonly Entry[]> {
  return readEntries(database, log, { orderBy: 'batch', equalTo: batch });
}

/** What the entries of the list's log from one number to another changed, oldest first. Rejects when the server refuses. */
export async function readChanges(
  database: ChildrenReader,
  startAt: number,
  endAt: number,
): Promise<readonly EntryChanges[]> {
  const children = await database.readChildren(CHANGES_PATH, { orderBy: 'seq', startAt, endAt });
  return children.flatMap(([id, stored]) => readEntryChanges(id, stored) ?? []);
}
