import type { Child, LedgerDatabase } from '../database.ts';

/** A log whose entries `read` makes of what is stored; null: it is none. */
type ReadLog<Entry> = {
  readonly log: { readonly history: string };
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

/**
 * The newest `most` entries, newest first, and whether there are older ones. Rejects when the server refuses.
 * @param before the number that theirs are below; null for none
 */
export async function readNewest<Entry extends { readonly seq: number }>(
  database: ChildrenReader & Pick<LedgerDatabase, 'signedIn'>,
  { log, read }: ReadLog<Entry>,
  before: number | null,
  most: number,
): Promise<{ readonly entries: readonly Entry[]; readonly hasOlder: boolean }> {
  await database.signedIn;
  const children = await database.readChildren(log.history, {
    orderBy: 'seq',
    limitToLast: most + 1,
    ...(before !== null && { endAt: before - 1 }),
  });
  const entries = entriesOf(children, read).toReversed();
  return { entries: entries.slice(0, most), hasOlder: entries.length > most };
}

/** The entries among children of a history, oldest first. */
export function entriesOf<Entry extends { readonly seq: number }>(
  children: readonly Child[],
  read: ReadLog<Entry>['read'],
): readonly Entry[] {
  return children.flatMap(([id, stored]) => read(id, stored) ?? []).toSorted((a, b) => a.seq - b.seq);
}
