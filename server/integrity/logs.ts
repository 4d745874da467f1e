import { ACCESS_LOG, readAccessHistoryEntry } from '#model/accessHistory.ts';
import { CHART_LOG, readChartHistoryEntry } from '#model/chartHistory.ts';
import { type HistoryEntry, LIST_LOG, readHistoryEntry } from '#model/history.ts';
import type { Log, LogEntry } from '#model/log/entry.ts';

/** An entry of any log; only those of the list say how much they changed. */
export type AnyEntry = LogEntry<string> & Partial<Pick<HistoryEntry, 'set' | 'removed'>>;

/** A log, and what messages call it: for short, and what it is the history of. */
export type NamedLog = {
  readonly log: Log;
  readonly name: string;
  readonly subject: string;
  /** `access history`; null for the list, whose entries are just entries. */
  readonly title: string | null;
  /** What one of its children is called, and several; their keys are not told. */
  readonly child: string;
  readonly children: string;
  read(id: string, stored: unknown): AnyEntry | null;
};

export const LIST: NamedLog = {
  log: LIST_LOG,
  name: 'list',
  subject: 'the mapping list',
  title: null,
  child: 'mapping',
  children: 'mappings',
  read: readHistoryEntry,
};

export const ACCESS: NamedLog = {
  log: ACCESS_LOG,
  name: 'access',
  subject: 'access',
  title: 'access history',
  child: 'access entry',
  children: 'access entries',
  read: readAccessHistoryEntry,
};

export const CHART: NamedLog = {
  log: CHART_LOG,
  name: 'chart of accounts',
  subject: 'the chart of accounts',
  title: 'history of the chart of accounts',
  child: 'account',
  children: 'accounts',
  read: readChartHistoryEntry,
};

/** All logs. */
export const LOGS: readonly NamedLog[] = [LIST, ACCESS, CHART];
