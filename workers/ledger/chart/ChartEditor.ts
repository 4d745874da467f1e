import type {
  ChartColumns,
  ChartDryRun,
  ChartLine,
  ChartLineKind,
  ChartReading,
  ChartResult,
} from '#contract/chart.ts';
import type { UndoResult } from '#contract/table.ts';
import type { SourceRow } from '#engine/import/readTable.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import {
  type ChartAccount,
  type ChartKey,
  chartKey,
  chartProblem,
  isSameAccount,
  trimmedAccount,
} from '#model/chart.ts';
import { CHART_LOG, type ChartChange, chartChange, readChartHistoryEntry } from '#model/chartHistory.ts';
import { detailOf } from '#model/detailOf.ts';
import type { Author } from '#model/log/author.ts';
import type { LedgerDatabase } from '../database.ts';
import { planUndo, RESTORABLE_ACCOUNTS } from '../history/restorePlan.ts';
import type { MappingList } from '../list/MappingList.ts';
import { readBatch } from '../log/readEntries.ts';
import type { Chart, ChartFollower } from './ChartFollower.ts';
import { type ChartPlan, examplesOf, findColumns, planImport } from './chartImport.ts';
import { ChartWriter, newChartChangeSet } from './chartWrites.ts';
import { countAccounts } from './checkAccounts.ts';

const CHART_HISTORY = { log: CHART_LOG, read: readChartHistoryEntry };

type ChartEditorOptions = {
  readonly database: Pick<LedgerDatabase, 'signedIn' | 'read' | 'readChildren' | 'update'>;
  readonly follower: ChartFollower;
  readonly list: Pick<MappingList, 'entries'>;
  readonly author: Author;
};

type Import = {
  readonly id: number;
  readonly rows: readonly SourceRow[];
  readonly columns: ChartColumns;
  readonly plan: ChartPlan;
  /** What the history says of it. */
  readonly note: string | undefined;
};

/** What admins do with the chart of accounts; `ChartApi` in contract/chart.ts describes each method. */
export class ChartEditor {
  readonly #options: ChartEditorOptions;
  readonly #writer: ChartWriter;
  #import: Import | null = null;
  #imports = 0;

  constructor(options: ChartEditorOptions) {
    this.#options = options;
    this.#writer = new ChartWriter(options);
  }

  async save(before: ChartAccount | null, typed: ChartAccount | null): Promise<ChartResult> {
    const after = typed && trimmedAccount(typed);
    const problem = after && chartProblem(after);
    if (problem !== null) return { kind: 'impossible', problem };
    const changes = changesOf(before, after);
    const kind = after === null ? 'delete' : before === null ? 'add' : 'edit';
    const changeSet = newChartChangeSet(kind);
    try {
      const written = await this.#writer.write(changeSet, ({ accounts }) =>
        changes.every((change) => isAsBefore(change, accounts)) ? changes : [],
      );
      if (written.length > 0) return { kind: 'saved', count: written.length, undo: changeSet.batch };
      return outcomeOf(before, after, changes, (await this.#options.follower.chart()).accounts);
    } catch (error) {
      return { kind: 'failed', detail: detailOf(error), count: 0, undo: null };
    }
  }

  async read(table: Blob, chosen: ChartColumns | null): Promise<ChartDryRun> {
    const rows: readonly SourceRow[] = JSON.parse(await table.text());
    const columns = chosen ?? findColumns(rows);
    return { ...(await this.#dryRun(rows, columns)), columns, examples: examplesOf(rows) };
  }

  async readAccountsInUse(wanted?: readonly string[]): Promise<ChartReading> {
    const accounts = await this.#options.follower.accounts();
    const used = [...countAccounts(this.#options.list.entries.values()).keys()];
    const codes = wanted === undefined ? used : used.filter((code) => wanted.includes(code));
    const rows = codes
      .filter((code) => !accounts.has(chartKey(code)))
      .sort(compareAccounts)
      .map((code, i) => ({ line: i + 1, cells: [code] }));
    if (rows.length === 0) return { kind: 'empty' };
    const columns = { code: 0, name: null, note: null, retired: null, hasHeader: false };
    return this.#dryRun(rows, columns, 'Accounts in use');
  }

  async lines(id: number, kind: ChartLineKind, from: number, to: number): Promise<readonly ChartLine[]> {
    return this.#import?.id === id ? this.#import.plan[kind].slice(from, to) : [];
  }

  async import(id: number): Promise<ChartResult> {
    if (this.#import?.id !== id)
      return { kind: 'failed', detail: 'Something else was read meanwhile.', count: 0, undo: null };
    const { rows, columns, note } = this.#import;
    const changeSet = newChartChangeSet('import', note);
    try {
      // The chart may have changed since the dry run.
      const accounts = await this.#options.follower.accounts();
      const plan = planImport(rows, columns, accounts);
      const changes = [...plan.new, ...plan.changed].map(({ before, after }) => chartChange(before, after));
      const { count, failure } = await this.#writer.writeAll(changeSet, changes, isWanted);
      const undo = count > 0 ? changeSet.batch : null;
      return failure === null
        ? { kind: 'saved', count, undo }
        : { kind: 'failed', detail: failure, count, undo };
    } catch (error) {
      return { kind: 'failed', detail: detailOf(error), count: 0, undo: null };
    }
  }

  async undo(batch: string): Promise<UndoResult> {
    const { database, follower } = this.#options;
    try {
      const entries = await readBatch(database, CHART_HISTORY, batch);
      if (entries.length === 0) return { kind: 'gone' };
      const made = entries.map(({ changes }) => changes);
      const { changes, conflicts } = planUndo(RESTORABLE_ACCOUNTS, made, await follower.accounts());
      const { count, failure } = await this.#writer.writeAll(newChartChangeSet('undo'), changes, isWanted);
      const skipped = conflicts.map(({ key, left, after }) => (left ?? after)?.code ?? key);
      return failure === null ? { kind: 'undone', count, skipped } : { kind: 'failed', detail: failure };
    } catch (error) {
      return { kind: 'failed', detail: detailOf(error) };
    }
  }

  async #dryRun(rows: readonly SourceRow[], columns: ChartColumns, note?: string): Promise<ChartDryRun> {
    const accounts = await this.#options.follower.accounts();
    const plan = planImport(rows, columns, accounts);
    const id = ++this.#imports;
    this.#import = { id, rows, columns, plan, note };
    const { changed, unchanged } = plan;
    return {
      kind: 'ready',
      id,
      counts: {
        new: plan.new.length,
        changed: changed.length,
        unchanged: unchanged.length,
        repeated: plan.repeated.length,
        refused: plan.refused.length,
      },
      absent: accounts.size - changed.length - unchanged.length,
      columns: null,
      examples: [],
    };
  }
}

/** An account under a new code is one that goes and one that comes. */
function changesOf(before: ChartAccount | null, after: ChartAccount | null): readonly ChartChange[] {
  const isMoved = before !== null && after !== null && before.code !== after.code;
  return isMoved ? [chartChange(null, after), chartChange(before, null)] : [chartChange(before, after)];
}

function isAsBefore({ key, before, after }: ChartChange, accounts: Chart['accounts']): boolean {
  return isSameAccount(accounts.get(key) ?? null, before) && !isSameAccount(before, after);
}

/** Still to be written, and on what it was planned on. */
const isWanted = (change: ChartChange, { accounts }: Chart) => isAsBefore(change, accounts);

/** Why nothing was written: another account stands in the way, or it is stored already. */
function outcomeOf(
  before: ChartAccount | null,
  after: ChartAccount | null,
  changes: readonly ChartChange[],
  accounts: ReadonlyMap<ChartKey, ChartAccount>,
): ChartResult {
  const at = (account: ChartAccount | null) => (account && accounts.get(chartKey(account.code))) ?? null;
  if (changes.every(({ key, after: wanted }) => isSameAccount(accounts.get(key) ?? null, wanted)))
    return { kind: 'saved', count: 0, undo: null };
  const holder = at(after);
  if (holder !== null && before?.code !== after?.code) return { kind: 'taken', holder };
  return { kind: 'changed', stored: at(before ?? after) };
}
