import type { ReactNode } from 'react';
import {
  HISTORY_EXPORT_HEADERS,
  type HistoryRow,
  type LogHistoryApi,
  type LogName,
} from '#contract/history.ts';
import { ACCESS_CHANGE_KINDS, type AccessChange } from '#model/accessHistory.ts';
import { CHART_CHANGE_KINDS, type ChartChange } from '#model/chartHistory.ts';
import { CHANGE_KINDS, type MappingChange } from '#model/history.ts';
import { TAKEOVER } from '#model/log/entry.ts';
import { accessName, accessParts } from '#model/text/accessWords.ts';
import { accountSettings, chartEntryWords } from '#model/text/chartMessages.ts';
import { counted } from '#model/text/figures.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { changeSetParts, type LoggedKind, takeoverParts, type WordPart } from '#model/text/historyWords.ts';
import { type ChangeTableRow, mappingValue } from '../../list-history/ChangeTable.tsx';
import type { HistoryPages } from '../../list-history/HistoryStore.ts';
import type { AsyncApi } from '../../services/workerLink.ts';

/** A history as the screen reads it. */
export type LogService<Change> = AsyncApi<Omit<LogHistoryApi<Change>, 'page'>> & HistoryPages<Change>;

/** What an opened change set can put back: all of it or some of its changes, one of its entries, everything as of then. */
export type Restorable = { readonly some: boolean; readonly entry: boolean; readonly asOf: string };

/** How the screen shows a log. */
export type LogView<Change> = {
  readonly name: LogName;
  readonly kinds: readonly LoggedKind[];
  readonly search: string;
  readonly nothingYet: string;
  /** The name of the exported file, without its ending. */
  readonly exportFile: string;
  readonly exportHeader: readonly string[];
  /** The headings of an opened change set. */
  readonly headings: readonly string[];
  /** Null: nothing is put back from here. */
  readonly restorable: Restorable | null;
  /** A change set in one line. */
  partsOf(row: HistoryRow<Change>, account: (code: string) => string): readonly WordPart[];
  /** A change below the headings. */
  lineOf(change: Change): Pick<ChangeTableRow, 'key' | 'description' | 'values'>;
};

/** The logs that the screen shows, in the order of its links. */
export const LOG_NAMES: Readonly<Record<LogName, string>> = {
  list: 'Mappings',
  access: 'Access',
  chart: 'Chart of accounts',
};

export const LIST_VIEW: LogView<MappingChange> = {
  name: 'list',
  kinds: CHANGE_KINDS,
  search: 'Search keywords and accounts',
  nothingYet: historyMessages.nothingYet,
  exportFile: 'gl_history',
  exportHeader: HISTORY_EXPORT_HEADERS.list,
  headings: ['Keyword', 'Before', 'After'],
  restorable: { some: true, entry: true, asOf: 'Restore the whole list as of here…' },
  partsOf: changeSetParts,
  lineOf: ({ key, before, after }) => {
    const description = (after ?? before)?.description ?? key;
    return { key, description, values: [before, after].map((value) => mappingValue(value, description)) };
  },
};

export const ACCESS_VIEW: LogView<AccessChange> = {
  name: 'access',
  kinds: ACCESS_CHANGE_KINDS,
  search: 'Search people and rights',
  nothingYet: historyMessages.noAccessHistory,
  exportFile: 'access_history',
  exportHeader: HISTORY_EXPORT_HEADERS.access,
  headings: ['Person', 'Before', 'After'],
  restorable: { some: false, entry: false, asOf: 'Restore everybody’s access as of here…' },
  partsOf: (row) => {
    if (row.kind === TAKEOVER)
      return takeoverParts('Access', counted(row.found?.count ?? 0, 'person', 'people'));
    return row.changes ? accessParts(row.changes) : countedParts(row);
  },
  lineOf: ({ email, before, after }) => ({
    key: email,
    description: email,
    values: [accessName(before), accessName(after)],
  }),
};

export const CHART_VIEW: LogView<ChartChange> = {
  name: 'chart',
  kinds: CHART_CHANGE_KINDS,
  search: 'Search codes and names',
  nothingYet: historyMessages.noChartHistory,
  exportFile: 'chart_history',
  exportHeader: HISTORY_EXPORT_HEADERS.chart,
  headings: ['Account', 'Before', 'After'],
  restorable: null,
  partsOf: ({ changes, ...row }) => {
    if (row.kind === TAKEOVER) return takeoverParts('The chart', counted(row.found?.count ?? 0, 'account'));
    return changes ? [{ text: chartEntryWords({ ...row, changes }), is: 'plain' }] : countedParts(row);
  },
  lineOf: ({ key, before, after }) => ({
    key,
    description: (after ?? before)?.code ?? key,
    values: [chartValue(before), chartValue(after)],
  }),
};

function countedParts<Change>(row: Omit<HistoryRow<Change>, 'changes'>): readonly WordPart[] {
  return changeSetParts({ ...row, changes: null });
}

function chartValue(account: ChartChange['after']): ReactNode {
  return account === null ? historyMessages.notInChart : accountSettings(account);
}
