import { type ChartAccount, type ChartKey, chartKey, readChartAccount, storedChartAccount } from './chart.ts';
import {
  type HistoryUpdate,
  type LogChange,
  type LogEntry,
  type LogEntryPlan,
  logUpdate,
  readLogChanges,
  readLogEntry,
} from './log/entry.ts';
import { CHART_HISTORY_PATH, CHART_PATH, CHART_SEAL_PATH, CHART_VERSION_PATH } from './paths.ts';

/** What somebody did to the chart of accounts. `import`: from a file, pasted, or from the accounts in use. */
export const CHART_CHANGE_KINDS = ['add', 'edit', 'delete', 'import', 'undo'] as const;

/** The log of the chart. Its changes are in its entries, which only admins read. */
export const CHART_LOG = {
  version: CHART_VERSION_PATH,
  history: CHART_HISTORY_PATH,
  seal: CHART_SEAL_PATH,
  changes: CHART_HISTORY_PATH,
  marks: null,
  changed: CHART_PATH,
  kinds: CHART_CHANGE_KINDS,
};

export type ChartChangeKind = (typeof CHART_CHANGE_KINDS)[number];

/** The change of one account; null for none. */
export type ChartChange = {
  readonly key: ChartKey;
  readonly before: ChartAccount | null;
  readonly after: ChartAccount | null;
};

/** An entry of the history of the chart: node `gl_accounts_history/{id}`. */
export type ChartHistoryEntry = LogEntry<ChartChangeKind> & { readonly changes: readonly ChartChange[] };

/** The change that puts `after` in the place of what has its code. */
export function chartChange(before: ChartAccount | null, after: ChartAccount | null): ChartChange {
  return { key: chartKey((after ?? before)?.code ?? ''), before, after };
}

/**
 * The update from the root that changes accounts as one entry of their history. `before` is what is stored, and differs
 * from `after`. The rules take nothing less (docs/rules.md).
 */
export function chartUpdate(
  plan: LogEntryPlan<ChartChangeKind>,
  changes: readonly ChartChange[],
): HistoryUpdate {
  const stored = changes.map(({ key, before, after }) => ({
    key,
    before: before && storedChartAccount(before),
    after: after && storedChartAccount(after),
  }));
  return logUpdate(CHART_LOG, plan, stored).update;
}

/** Reads `gl_accounts_history/{id}`; null when it is none. */
export function readChartHistoryEntry(id: string, stored: unknown): ChartHistoryEntry | null {
  const entry = readLogEntry(CHART_LOG, id, stored);
  return entry && { ...entry, changes: (readLogChanges(stored) ?? []).flatMap(readChange) };
}

function readChange({ key, before, after }: LogChange): ChartChange[] {
  const change = { before: readChartAccount(key, before), after: readChartAccount(key, after) };
  return change.before === null && change.after === null ? [] : [{ key: key as ChartKey, ...change }];
}
