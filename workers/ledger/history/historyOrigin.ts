import type { HistoryOrigin } from '#contract/history.ts';
import type { HistoryEntry, MappingChange } from '#model/history.ts';
import type { ListVersion } from '#model/log/version.ts';
import { changesIn } from '../log/changeSets.ts';
import type { ChangesReader } from './ChangesReader.ts';

/** More changes than these, some 4 MB, are not downloaded for one figure: `npm run verify` says it. */
const MAX_READ = 20_000;

/**
 * What the list had before its history knows of it: goes back from `version` over `entries`, which are all there are up to
 * it. Null where there is no history, and where too many changes would have to be read.
 */
export async function historyOrigin(
  { seq, sum }: Pick<ListVersion, 'seq' | 'sum'>,
  entries: readonly HistoryEntry[],
  changes: Pick<ChangesReader<HistoryEntry, MappingChange>, 'inParts'>,
): Promise<HistoryOrigin | null> {
  const newestFirst = entries.filter((entry) => entry.seq <= seq).toSorted((a, b) => b.seq - a.seq);
  // What was before such an entry, nobody knows: its figures are those of the whole list.
  const counted = newestFirst.find(({ found }) => found !== null);
  if (counted?.found) return { mappings: counted.found.count, since: counted.at };
  const first = newestFirst.at(-1);
  if (first === undefined || sum === null) return null;
  const unsure = newestFirst.filter((entry) => addedIn(entry) === null);
  if (unsure.reduce((total, entry) => total + changesIn(entry), 0) > MAX_READ) return null;
  const removed = newestFirst.reduce((total, entry) => total + entry.removed, 0);
  const added = newestFirst.reduce((total, entry) => total + (addedIn(entry) ?? 0), 0);
  return { mappings: sum.count + removed - added - (await countAdded(unsure, changes)), since: first.at };
}

/** Kinds that only add what they write, and a kind that only changes it. */
const ADDING: ReadonlySet<HistoryEntry['kind']> = new Set(['upload', 'sample']);
const CHANGING: HistoryEntry['kind'] = 'accounts';

/** Number of mappings that an entry added to the list; null: only its changes say it. */
function addedIn({ kind, set }: HistoryEntry): number | null {
  if (set === 0 || kind === CHANGING) return 0;
  return ADDING.has(kind) ? set : null;
}

async function countAdded(
  entries: readonly HistoryEntry[],
  changes: Pick<ChangesReader<HistoryEntry, MappingChange>, 'inParts'>,
): Promise<number> {
  let added = 0;
  for await (const part of changes.inParts(entries)) {
    for (const ofEntry of part.values())
      added += ofEntry?.filter(({ before, after }) => before === null && after !== null).length ?? 0;
  }
  return added;
}
