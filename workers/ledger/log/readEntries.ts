import type { Log } from '#model/log/entry.ts';
import type { Child, LedgerDatabase } from '../database.ts';

/** A log whose entries `read` makes of what is stored; null: it is none. */
export type ReadLog<Entry> = {
  readonly log: Log;
  read(id: string, stored: unknown): Entry | null;
};

type ChildrenReader = Pick<LedgerDatabase, 'readChildren'>;

/** The entries of one change set, oldest first. Rejects when the server refuses. */
export async function readBatch<Entry extends { readonly seq: number }>(
  database: ChildrenReader,
  { log, read }: ReadLog<Entry>,
  batch: string,
): Promise<readonly Entry[]> {
  const children = await database.readChildren(log.history, { orderBy: 'batch', equalTo: batch });
  return entriesOf(children, read);
}

/** The entries among children of a history, oldest first. */
export function entriesOf<Entry extends { readonly seq: number }>(
  children: readonly Child[],
  read: ReadLog<Entry>['read'],
): readonly Entry[] {
  return children.flatMap(([id, stored]) => read(id, stored) ?? []).toSorted((a, b) => a.seq - b.seq);
}
