import { ACCESS_LOG, type AccessChange, readAccessHistoryEntry } from '#model/accessHistory.ts';
import type { ChartAccount } from '#model/chart.ts';
import { CHART_LOG, type ChartChange, readChartHistoryEntry } from '#model/chartHistory.ts';
import { accessKey } from '#model/email.ts';
import type { HistoryEntry } from '#model/history.ts';
import type { LogEntry } from '#model/log/entry.ts';
import type { EntryId } from '#model/log/version.ts';
import { accessName } from '#model/text/accessWords.ts';
import { accountSettings } from '#model/text/chartMessages.ts';
import type { LoggedKind } from '#model/text/historyWords.ts';
import type { ReadLog } from '../log/readEntries.ts';

/** An entry as it is listed; what only those of the list say is null in others. */
export type ListedEntry = LogEntry<LoggedKind> & Pick<HistoryEntry, 'set' | 'removed' | 'to' | 'expected'>;

/** Changes by entry; null where the history does not say what was changed, or they are not stored any more. */
export type ChangesById<Change> = ReadonlyMap<EntryId, readonly Change[] | null>;

/** Reads what entries changed. */
export type ChangesSource<Entry, Change> = {
  read(entries: readonly Entry[]): Promise<ChangesById<Change>>;
  /** The same, one part after another, oldest entries first. */
  inParts(entries: readonly Entry[]): AsyncIterable<ChangesById<Change>>;
  /** Whether the changes of the entry are not as many as it says, as far as they have been read. */
  differs(id: EntryId): boolean;
};

/** A log as the History screen lists, searches and exports it. */
export type ListedLog<Entry extends ListedEntry, Change> = ReadLog<Entry> & {
  readonly changes: ChangesSource<Entry, Change>;
  /** Whether its entries can be asked for by batch. */
  readonly hasBatches: boolean;
  /** The key of what the change changed. */
  keyOf(change: Change): string;
  /** What a search looks in. */
  textsOf(change: Change): readonly string[];
  /** The cells of an exported line, between the kind and the number of the entry; null: it is not known what was changed. */
  cellsOf(change: Change | null): readonly string[];
};

/** An entry that has its changes in it. */
export type EntryWithChanges<Change> = ListedEntry & { readonly changes: readonly Change[] };

/** The log of access. */
export const LISTED_ACCESS: ListedLog<EntryWithChanges<AccessChange>, AccessChange> = {
  log: ACCESS_LOG,
  read: (id, stored) => listed(readAccessHistoryEntry(id, stored)),
  changes: inEntries(),
  hasBatches: false,
  keyOf: ({ email }) => accessKey(email),
  textsOf: ({ email, before, after }) => [email, accessName(before), accessName(after)],
  cellsOf: (change) =>
    change ? [change.email, accessName(change.before), accessName(change.after)] : ['', '', ''],
};

/** The log of the chart of accounts. */
export const LISTED_CHART: ListedLog<EntryWithChanges<ChartChange>, ChartChange> = {
  log: CHART_LOG,
  read: (id, stored) => listed(readChartHistoryEntry(id, stored)),
  changes: inEntries(),
  hasBatches: true,
  keyOf: ({ key }) => key,
  textsOf: ({ before, after }) => [codeOf(before, after), accountSettings(before), accountSettings(after)],
  cellsOf: (change) =>
    change
      ? [codeOf(change.before, change.after), accountSettings(change.before), accountSettings(change.after)]
      : ['', '', ''],
};

/** Number of changes of an entry, as its writer says. */
export function changesIn({ set, removed }: Pick<ListedEntry, 'set' | 'removed'>): number {
  return set + removed;
}

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
function inEntries<Change>(): ChangesSource<EntryWithChanges<Change>, Change> {
  const changesOf = (entries: readonly EntryWithChanges<Change>[]) =>
    new Map(entries.map(({ id, changes }) => [id, changes]));
  return {
    read: async (entries) => changesOf(entries),
    async *inParts(entries) {
      yield changesOf(entries.toSorted((a, b) => a.seq - b.seq));
    },
    differs: () => false,
  };
}
