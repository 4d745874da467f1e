import { LIST_LOG, readEntryChanges, readHistoryEntry } from '#model/history.ts';
import { HISTORY_ARCHIVE_PATH } from '#model/paths.ts';
import { StartError } from '../StartError.ts';
import type { Store } from '../store/store.ts';
import { readNamedFile } from '../store/wholeFile.ts';
import { LeafTable } from './LeafTable.ts';
import { fromPlain, nodeAt, type TreeNode } from './tree/node.ts';

/** An entry as it is stored in the two places of the history. */
export type ArchivedEntry = {
  readonly id: string;
  readonly history: unknown;
  readonly changes: unknown;
  /** Its hash; entries that were moved before there were seals have none. */
  readonly seal?: string;
  /** Of the first entry of a file: the seal before, blank where there was none. */
  readonly formerSeal?: string;
};

/** The number of an archived entry; NaN where it has none. */
export function seqOf({ history }: ArchivedEntry): number {
  return Number((history as { readonly seq?: unknown } | null)?.seq);
}

/** Oldest first, without a gap. */
export type ArchivedEntries = readonly ArchivedEntry[];

type Head = { readonly archive: string; readonly version: number; readonly entries: number };

/** In the first line of a file. */
const ARCHIVE = 'GL Classifier history';
const VERSION = 1;
/**
 * The entries that a former version has moved to a file: one JSON text per line after a line about the file.
 * @throws StartError when the file is none, or is not whole
 */
export function readHistoryFile(file: string): ArchivedEntries {
  const lines = readNamedFile(file).split('\n');
  const head = parse(lines[0]) as Partial<Head> | null;
  if (head?.archive !== ARCHIVE) throw unusable(file, 'it is no archive of a history');
  if (head.version !== VERSION) throw unusable(file, 'a newer GL Classifier made it');
  const entries = lines.slice(1, -1).map((line) => parse(line) as ArchivedEntry | null);
  const whole = entries.filter((entry) => entry !== null);
  if (whole.length !== entries.length || whole.length !== head.entries || !isChain(whole))
    throw unusable(file, 'it is not whole');
  return whole;
}

/**
 * Stores archived entries, which continue to those that are there, with the seals that they had.
 * @returns how many; 0 where none had been moved
 */
export function readBack(store: Store, tree: TreeNode | null, archived: ArchivedEntries): number {
  if (nodeAt(tree, [HISTORY_ARCHIVE_PATH]) === null) return 0;
  const table = new LeafTable(store);
  const entries = archived.flatMap(({ id, history, changes }) => [
    { path: [LIST_LOG.history, id], value: fromPlain(history) },
    { path: [LIST_LOG.changes, id], value: fromPlain(changes) },
  ]);
  store.transaction(() => {
    table.save(tree, [...entries, { path: [HISTORY_ARCHIVE_PATH], value: null }]);
    table.seals.unarchive(
      archived.flatMap((entry) =>
        entry.seal === undefined ? [] : [{ seq: seqOf(entry), hash: entry.seal }],
      ),
    );
  });
  return archived.length;
}

/** Whether each entry follows the one before it, and has its changes. */
function isChain(entries: ArchivedEntries): boolean {
  return entries.every(({ id, history, changes }, index) => {
    const before = entries[index - 1];
    const entry = readHistoryEntry(id, history);
    if (entry === null || readEntryChanges(id, changes)?.seq !== entry.seq) return false;
    return before === undefined || entry.parent === before.id;
  });
}

function parse(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return null;
  }
}

function unusable(file: string, why: string): StartError {
  return new StartError('data-damaged', `${file} cannot be used (${why}).`);
}
