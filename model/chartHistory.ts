import {
  type ChartAccount,
  type ChartKey,
  chartKey,
  isSameAccount,
  readChartAccount,
  storedChartAccount,
} from './chart.ts';
import { type Author, readAuthor } from './history.ts';
import { SERVER_TIME } from './historyUpdate.ts';
import type { EntryId, ListVersion } from './listVersion.ts';
import { CHART_HISTORY_PATH, CHART_PATH, CHART_VERSION_PATH } from './paths.ts';

/** What somebody did to the chart of accounts. `import`: from a file, pasted, or from the accounts in use. */
export const CHART_CHANGE_KINDS = ['add', 'edit', 'delete', 'import', 'undo'] as const;

export type ChartChangeKind = (typeof CHART_CHANGE_KINDS)[number];

/** The change of one account; null for none. */
export type ChartChange = {
  readonly key: ChartKey;
  readonly before: ChartAccount | null;
  readonly after: ChartAccount | null;
};

/** An entry of the history of the chart: node `gl_accounts_history/{id}`. */
export type ChartHistoryEntry = {
  readonly id: EntryId;
  readonly seq: number;
  readonly after: EntryId;
  /** When the server stored it, in milliseconds since 1970. */
  readonly at: number;
  readonly by: Author;
  readonly kind: ChartChangeKind;
  /** The same for all entries of one act. */
  readonly batch: string;
  readonly note: string | null;
  readonly changes: readonly ChartChange[];
};

type ChartEntryPlan = {
  readonly id: EntryId;
  /** What is stored at `gl_accounts_version`; see `readListVersion`. */
  readonly former: Pick<ListVersion, 'id' | 'seq'>;
  readonly by: Author;
  readonly kind: ChartChangeKind;
  readonly batch: string;
  readonly note?: string;
};

/** The change that puts `after` in the place of what has its code. */
export function chartChange(before: ChartAccount | null, after: ChartAccount | null): ChartChange {
  return { key: chartKey((after ?? before)?.code ?? ''), before, after };
}

/**
 * The update from the root that changes accounts as one entry of their history. `before` is what is stored, and differs
 * from `after`. The rules take nothing less (docs/rules.md).
 */
export function chartUpdate(
  { id, former, by, kind, batch, note }: ChartEntryPlan,
  changes: readonly ChartChange[],
): Readonly<Record<string, unknown>> {
  const version = { id, seq: former.seq + 1, after: former.id };
  const byKey = changes.map(({ key, before, after }) => [
    key,
    {
      ...(before && { before: storedChartAccount(before) }),
      ...(after && { after: storedChartAccount(after) }),
    },
  ]);
  return {
    [CHART_VERSION_PATH]: version,
    [`${CHART_HISTORY_PATH}/${id}`]: {
      seq: version.seq,
      after: version.after,
      at: SERVER_TIME,
      by,
      kind,
      batch,
      ...(note !== undefined && { note }),
      changes: Object.fromEntries(byKey),
    },
    ...Object.fromEntries(
      changes.map(({ key, after }) => [`${CHART_PATH}/${key}`, after && storedChartAccount(after)]),
    ),
  };
}

/** Reads `gl_accounts_history/{id}`; null when it is none. */
export function readChartHistoryEntry(id: string, stored: unknown): ChartHistoryEntry | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { seq, after, at, by, kind, batch, note, changes } = stored as Readonly<Record<string, unknown>>;
  if (typeof seq !== 'number' || typeof at !== 'number' || !isKind(kind)) return null;
  return {
    id: id as EntryId,
    seq,
    after: String(after) as EntryId,
    at,
    by: readAuthor(by),
    kind,
    batch: String(batch),
    note: typeof note === 'string' ? note : null,
    // Number-like keys come as an array, in which those that are missing are null.
    changes: Object.entries(changes ?? {}).flatMap(([key, change]) => readChange(key, change)),
  };
}

/** What puts back the changes of an act, newest entry first, where the accounts are as the act left them. */
export function planChartUndo(
  entries: readonly ChartHistoryEntry[],
  stored: ReadonlyMap<ChartKey, ChartAccount>,
): { readonly back: readonly ChartChange[]; readonly skipped: readonly string[] } {
  const back: ChartChange[] = [];
  const skipped: string[] = [];
  for (const { key, before, after } of entries.flatMap(({ changes }) => changes)) {
    const now = stored.get(key) ?? null;
    if (isSameAccount(now, after)) back.push({ key, before: now, after: before });
    else if (!isSameAccount(now, before)) skipped.push((after ?? before)?.code ?? key);
  }
  return { back, skipped };
}

function readChange(key: string, stored: unknown): ChartChange[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { before = null, after = null } = stored as { before?: unknown; after?: unknown };
  const change = { before: readChartAccount(key, before), after: readChartAccount(key, after) };
  return change.before === null && change.after === null ? [] : [{ key: key as ChartKey, ...change }];
}

function isKind(kind: unknown): kind is ChartChangeKind {
  return (CHART_CHANGE_KINDS as readonly unknown[]).includes(kind);
}
