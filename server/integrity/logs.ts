import { ACCESS_LOG } from '#model/accessHistory.ts';
import { CHART_LOG } from '#model/chartHistory.ts';
import { LIST_LOG } from '#model/history.ts';
import type { Log } from '#model/log/entry.ts';

/** A log, and what messages call it: for short, and what it is the history of. */
export type NamedLog = { readonly log: Log; readonly name: string; readonly subject: string };

/** All logs. */
export const LOGS: readonly NamedLog[] = [
  { log: LIST_LOG, name: 'list', subject: 'the mapping list' },
  { log: ACCESS_LOG, name: 'access', subject: 'access' },
  { log: CHART_LOG, name: 'chart of accounts', subject: 'the chart of accounts' },
];
