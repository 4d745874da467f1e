import { type EntryChanges, readEntryChanges } from '#model/history.ts';
import { type ListVersion, NO_ENTRY } from '#model/log/version.ts';
import { CHANGES_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import { readChanges } from './readEntries.ts';

/** Entries of the first question. The following ones ask for as many as may have {@link CHANGES_PER_PAGE}. */
const FIRST_ENTRIES = 20;
const CHANGES_PER_PAGE = 2_500;
/** However short the list is, so many changes are read before the whole list is. */
const MIN_CHANGES = 100;
/** A change is stored with the values before and after it, with its key, and in its entry. */
const CHANGE_TO_MAPPING = 4;

type FollowedDatabase = Pick<LedgerDatabase, 'read' | 'readChildren'>;

/**
 * The entries of the history from one version of the list to a later one, page by page. Ends with null where the whole
 * list must be read: the history does not lead from the one to the other, which `onUnknown` is called for before, or the
 * entries would cost more than the list. Whether an entry without changes has none or does not say them, the sum of the list
 * shows.
 */
export async function* entriesBetween(
  database: FollowedDatabase,
  from: ListVersion,
  to: ListVersion,
  onUnknown: () => Promise<void> = async () => {},
): AsyncGenerator<readonly EntryChanges[] | null> {
  if (isNext(from, to)) {
    const entry = readEntryChanges(to.id, await database.read(`${CHANGES_PATH}/${to.id}`));
    yield entry && [entry];
    return;
  }
  if (from.seq < 1 || to.seq <= from.seq || !(await isKnown(database, from))) {
    if (from.seq >= 1) await onUnknown();
    yield null;
    return;
  }
  const most = Math.max(MIN_CHANGES, (to.sum?.count ?? 0) / CHANGE_TO_MAPPING);
  let changes = 0;
  let entries = FIRST_ENTRIES;
  for (let seq = from.seq; seq < to.seq && changes < most; ) {
    const page = await readPage(database, seq, Math.min(seq + entries, to.seq));
    if (page === null) break;
    yield page;
    seq = page.at(-1)?.seq ?? seq;
    changes += page.reduce((sum, entry) => sum + 1 + (entry.changes?.length ?? 0), 0);
    const next = Math.min(CHANGES_PER_PAGE, most - changes);
    entries = Math.max(1, Math.floor((next * (seq - from.seq)) / changes));
    if (seq === to.seq) return;
  }
  yield null;
}

/** A list of before there was a history is known by the id of its version. */
function isNext(from: ListVersion, to: ListVersion): boolean {
  return from.id !== NO_ENTRY && to.parent === from.id && to.seq === from.seq + 1;
}

/** Whether the history has the entry. It has not where a backup was put back since. */
export async function isKnown(
  database: Pick<FollowedDatabase, 'read'>,
  { id, seq }: Pick<ListVersion, 'id' | 'seq'>,
): Promise<boolean> {
  return (await database.read(`${CHANGES_PATH}/${id}/seq`)) === seq;
}

/** The entries after `seq` up to `last`; null when one is missing. */
async function readPage(
  database: FollowedDatabase,
  seq: number,
  last: number,
): Promise<readonly EntryChanges[] | null> {
  const entries = await readChanges(database, seq + 1, last);
  const isWhole = entries.length === last - seq && entries.every((entry, i) => entry.seq === seq + 1 + i);
  return isWhole ? entries : null;
}
