import { type HistoryEntry, LIST_LOG, readEntryChanges, readHistoryEntry } from '#model/history.ts';
import { type ArchiveMark, readArchiveMark, storedArchiveMark } from '#model/historyArchive.ts';
import { type ListChecksum, withEntry, withoutEntry } from '#model/listChecksum.ts';
import { readListVersion } from '#model/log/version.ts';
import {
  CHANGES_BY_KEY_PATH,
  CHANGES_PATH,
  HISTORY_ARCHIVE_PATH,
  HISTORY_PATH,
  LIST_VERSION_PATH,
} from '#model/paths.ts';
import { readSeals } from '../integrity/seals.ts';
import type { Store } from '../store/store.ts';
import type { ArchivedEntries } from './historyFile.ts';
import { LeafTable, type Loaded } from './LeafTable.ts';
import type { Change } from './tree/changes.ts';
import { fromPlain, nodeAt, type TreeNode, toPlain } from './tree/node.ts';

type Archiving = {
  /** Entries of before this moment go, in milliseconds since 1970. */
  readonly before: number;
  readonly now: Date;
  /** Puts the entries where they stay. When it throws, nothing is removed. */
  readonly keep: (entries: ArchivedEntries) => void;
};

/**
 * Moves the oldest entries of the list's history out of a data folder that no server uses: the entries, their changes,
 * and their marks by key. A mark says where the history begins from then on. The newest entry stays, and so do all
 * entries of an action of which one stays.
 * @returns the number of the last entry moved, null when none was; and how many were moved
 */
export function archiveHistory(
  { store, found: { tree } }: { readonly store: Store; readonly found: Loaded },
  { before, now, keep }: Archiving,
): { readonly last: number | null; readonly moved: number } {
  const table = new LeafTable(store);
  const entries = entriesOf(tree);
  const moved = entries.slice(0, numberToMove(entries, before));
  const last = moved.at(-1);
  if (last === undefined) return { last: null, moved: 0 };
  const plain = (node: string, id: string) => toPlain(nodeAt(tree, [node, id]));
  const seals = new Map(
    readSeals(store.db)
      .get(LIST_LOG.seal)
      ?.map((seal) => [seal.seq, seal.hash]),
  );
  const sealed = (seq: number, isFirst: boolean) => {
    const seal = seals.get(seq);
    if (seal === undefined) return {};
    return isFirst ? { seal, formerSeal: seals.get(seq - 1) ?? '' } : { seal };
  };
  keep(
    moved.map(({ id, seq }, index) => ({
      id,
      history: plain(HISTORY_PATH, id),
      changes: plain(CHANGES_PATH, id),
      ...sealed(seq, index === 0),
    })),
  );
  const { id, seq } = last;
  const mark = { id, seq, at: now.getTime(), sum: sumBefore(tree, entries.slice(moved.length)) };
  store.transaction(() => {
    table.save(tree, [...removals(tree, moved), markChange(mark)]);
    table.seals.archive(seq, storedArchiveMark(mark));
  });
  return { last: seq, moved: moved.length };
}

/** The entries that are here, oldest first. */
function entriesOf(tree: TreeNode | null): readonly HistoryEntry[] {
  const version = readListVersion(toPlain(nodeAt(tree, [LIST_VERSION_PATH])));
  const first = (readArchiveMark(toPlain(nodeAt(tree, [HISTORY_ARCHIVE_PATH])))?.seq ?? 0) + 1;
  const entries: HistoryEntry[] = [];
  let { id } = version;
  for (let { seq } = version; seq >= first; seq--) {
    const entry = readHistoryEntry(id, toPlain(nodeAt(tree, [HISTORY_PATH, id])));
    if (entry === null) throw new Error(`entry ${seq} (${id}) is missing`);
    entries.push(entry);
    id = entry.parent;
  }
  return entries.reverse();
}

function numberToMove(entries: readonly HistoryEntry[], before: number): number {
  // The clock may have been put back: what follows a newer entry stays, however old it says it is.
  const firstNewer = entries.findIndex(({ at }) => at >= before);
  let number = firstNewer < 0 ? entries.length - 1 : firstNewer;
  const firstOfBatch = new Map<string, number>();
  for (const [index, { batch }] of entries.entries())
    if (!firstOfBatch.has(batch)) firstOfBatch.set(batch, index);
  // From the newest back, an action that reaches further back takes what lies between with it.
  for (let index = entries.length - 1; index >= number; index--)
    number = Math.min(number, firstOfBatch.get(entries[index]?.batch ?? '') ?? number);
  return number;
}

/** What the list amounted to before these entries, which lead to the list as it is; null where it cannot be said. */
function sumBefore(tree: TreeNode | null, entries: readonly HistoryEntry[]): ListChecksum | null {
  const { sum } = readListVersion(toPlain(nodeAt(tree, [LIST_VERSION_PATH])));
  return entries.reduceRight<ListChecksum | null>((after, { id }) => {
    const changes = readEntryChanges(id, toPlain(nodeAt(tree, [CHANGES_PATH, id])))?.changes ?? null;
    if (after === null || changes === null) return null;
    return changes.reduce(
      (total, change) => withEntry(withoutEntry(total, change.key, change.after), change.key, change.before),
      after,
    );
  }, sum);
}

function removals(tree: TreeNode | null, entries: readonly HistoryEntry[]): Change[] {
  return entries.flatMap(({ id }) => {
    const changes = readEntryChanges(id, toPlain(nodeAt(tree, [CHANGES_PATH, id])))?.changes ?? [];
    const places = [
      [HISTORY_PATH, id],
      [CHANGES_PATH, id],
      ...changes.map(({ key }) => [CHANGES_BY_KEY_PATH, key, id]),
    ];
    return places.map((path) => ({ path, value: null }));
  });
}

function markChange(mark: ArchiveMark): Change {
  return { path: [HISTORY_ARCHIVE_PATH], value: fromPlain(storedArchiveMark(mark)) };
}
