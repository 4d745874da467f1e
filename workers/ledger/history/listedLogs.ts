import { ACCESS_LOG, type AccessChange, readAccessHistoryEntry } from '#model/accessHistory.ts';
import type { ChartAccount } from '#model/chart.ts';
import { CHART_LOG, type ChartChange, readChartHistoryEntry } from '#model/chartHistory.ts';
import { type HistoryEntry, LIST_LOG, type MappingChange, readHistoryEntry } from '#model/history.ts';
import type { LogEntry } from '#model/log/entry.ts';
import { textsOf } from '#model/mapping.ts';
import { accessName } from '#model/text/accessWords.ts';
import { accountSettings } from '#model/text/chartMessages.ts';
import type { LoggedKind } from '#model/text/historyWords.ts';
import type { ListedEntry } from '../log/changeSets.ts';
import type { ChangesById, ChangesDatabase, ListedLog } from './ListedLog.ts';
import { readKeyHistory, readListRun } from './listChanges.ts';

/** An entry that has its changes in it. */
export type EntryWithChanges<Change> = ListedEntry & { readonly changes: readonly Change[] };

/** The log of the list. */
export const LISTED_LIST: ListedLog<HistoryEntry, MappingChange> = {
  log: LIST_LOG,
  read: readHistoryEntry,
  readRun: readListRun,
  ofKey: readKeyHistory,
  hasBatches: true,
  textsOf: ({ before, after }) => [before, after].flatMap((mapping) => (mapping ? textsOf(mapping) : [])),
  cellsOf: (change) => [change?.before, change?.after].flatMap((one) => (one ? textsOf(one) : ['', ''])),
};

/** The log of access. */
export const LISTED_ACCESS: ListedLog<EntryWithChanges<AccessChange>, AccessChange> = {
  log: ACCESS_LOG,
  read: (id, stored) => listed(readAccessHistoryEntry(id, stored)),
  readRun: readInEntries,
  hasBatches: false,
  textsOf: ({ email, before, after }) => [email, accessName(before), accessName(after)],
  cellsOf: (change) =>
    change ? [change.email, accessName(change.before), accessName(change.after)] : ['', '', ''],
};

/** The log of the chart of accounts. */
export const LISTED_CHART: ListedLog<EntryWithChanges<ChartChange>, ChartChange> = {
  log: CHART_LOG,
  read: (id, stored) => listed(readChartHistoryEntry(id, stored)),
  readRun: readInEntries,
  hasBatches: true,
  textsOf: ({ before, after }) => [codeOf(before, after), accountSettings(before), accountSettings(after)],
  cellsOf: (change) =>
    change
      ? [codeOf(change.before, change.after), accountSettings(change.before), accountSettings(change.after)]
      : ['', '', ''],
};

function codeOf(before: ChartAccount | null, after: ChartAccount | null): string {
  return (after ?? before)?.code ?? '';
}

function listed<Change extends { readonly after: unknown }>(
  entry: (LogEntry<LoggedKind> & { readonly changes: readonly Change[] }) | null,
): EntryWithChanges<Change> | null {
  if (entry === null) return null;
  const removed = entry.changes.filter(({ after }) => after === null).length;
  return { ...entry, set: entry.changes.length - removed, removed, to: null, expected: null };
}

/** The changes of entries that have them in them. */
async function readInEntries<Change>(
  _database: ChangesDatabase,
  run: readonly EntryWithChanges<Change>[],
): Promise<ChangesById<Change>> {
  return new Map(run.map(({ id, changes }) => [id, changes]));
}
