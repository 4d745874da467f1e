import type { ChartDryRun, ChartLine, ChartLineKind, ChartReading, ChartResult } from '#contract/chart.ts';
import type { UndoResult } from '#contract/table.ts';
import type { AccountRow } from '#engine/read/readAccounts.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { type ChartAccount, chartKey, chartProblem, isSameAccount, trimmedAccount } from '#model/chart.ts';
import {
  CHART_LOG,
  type ChartChange,
  type ChartChangeKind,
  chartChange,
  chartUpdate,
  readChartHistoryEntry,
} from '#model/chartHistory.ts';
import { detailOf } from '#model/detailOf.ts';
import type { Author } from '#model/log/author.ts';
import type { LedgerDatabase } from '../database.ts';
import { planUndo, RESTORABLE_ACCOUNTS } from '../history/restorePlan.ts';
import { outcomeOf } from '../list/listWrites.ts';
import type { MappingList } from '../list/MappingList.ts';
import { LogWriter, newChangeSet, writeInChunks } from '../log/LogWriter.ts';
import { newId } from '../log/newId.ts';
import { readBatch } from '../log/readEntries.ts';
import type { Accounts, ChartFollower } from './ChartFollower.ts';
import { type ChartPlan, planImport } from './chartImport.ts';
import { countUsable } from './checkAccounts.ts';

const CHART_HISTORY = { log: CHART_LOG, read: readChartHistoryEntry };

type ChartEditorOptions = {
  readonly database: Pick<LedgerDatabase, 'readChildren'>;
  readonly follower: ChartFollower;
  readonly list: Pick<MappingList, 'entries'>;
  readonly author: Author;
};

/** What the history says of a change: its kind, and what its entries have in common. */
type ChartChangeSet = { readonly kind: ChartChangeKind; readonly batch: string; readonly note?: string };

type Import = {
  readonly id: number;
  readonly rows: readonly AccountRow[];
  readonly plan: ChartPlan;
  /** What the history says of it. */
  readonly note: string | undefined;
};

/** What admins do with the chart of accounts; `ChartApi` in contract/chart.ts describes each method. */
export class ChartEditor {
  readonly #options: ChartEditorOptions;
  readonly #writer: LogWriter<ChartChange, ChartChange, ChartChangeSet>;
  #import: Import | null = null;
  #imports = 0;

  constructor(options: ChartEditorOptions) {
    this.#options = options;
    this.#writer = new LogWriter({
      log: options.follower,
      subject: 'the chart of accounts',
      updateOf(former, { kind, batch, note }, changes) {
        if (changes.length === 0) return null;
        const said = { kind, batch, ...(note !== undefined && { note }) };
        const update = chartUpdate({ id: newId(), former, by: options.author, ...said }, changes);
        return { update, stored: changes };
      },
    });
  }

  async save(before: ChartAccount | null, typed: ChartAccount | null): Promise<ChartResult> {
    const after = typed && trimmedAccount(typed);
    const problem = after && chartProblem(after);
    if (problem !== null) return { kind: 'impossible', problem };
    const changes = changesOf(before, after);
    const kind = after === null ? 'delete' : before === null ? 'add' : 'edit';
    const changeSet = newChangeSet(kind);
    const { follower } = this.#options;
    try {
      const written = await this.#writer.write(changeSet, () =>
        changes.every((change) => isAsBefore(change, follower.known)) ? changes : [],
      );
      if (written.length > 0) return { kind: 'saved', count: written.length, undo: changeSet.batch };
      await follower.version();
      return obstacleTo(before, after, changes, follower.known);
    } catch (error) {
      return { kind: 'failed', detail: detailOf(error), count: 0, undo: null };
    }
  }

  async read(table: Blob): Promise<ChartDryRun> {
    return this.#dryRun(JSON.parse(await table.text()));
  }

  async readAccountsInUse(wanted?: readonly string[]): Promise<ChartReading> {
    const accounts = await this.#options.follower.accounts();
    const used = [...countUsable(this.#options.list.entries.values()).keys()];
    const codes = wanted === undefined ? used : used.filter((code) => wanted.includes(code));
    const rows = codes
      .filter((code) => !accounts.has(chartKey(code)))
      .sort(compareAccounts)
      .map((code, i) => ({ line: i + 1, cells: [code] }));
    if (rows.length === 0) return { kind: 'empty' };
    return this.#dryRun(rows, 'Accounts in use');
  }

  async lines(id: number, kind: ChartLineKind, from: number, to: number): Promise<readonly ChartLine[]> {
    return this.#import?.id === id ? this.#import.plan[kind].slice(from, to) : [];
  }

  async import(id: number): Promise<ChartResult> {
    if (this.#import?.id !== id)
      return { kind: 'failed', detail: 'Something else was read meanwhile.', count: 0, undo: null };
    const { rows, note } = this.#import;
    const changeSet = newChangeSet('import' as const, note);
    try {
      // The chart may have changed since the dry run.
      const accounts = await this.#options.follower.accounts();
      const plan = planImport(rows, accounts);
      const changes = [...plan.new, ...plan.changed].map(({ before, after }) => chartChange(before, after));
      return outcomeOf(changeSet, await this.#writeAll(changeSet, changes));
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
      const written = await this.#writeAll(newChangeSet('undo' as const), changes);
      const skipped = conflicts.map(({ key, left, after }) => (left ?? after)?.code ?? key);
      return written.failure === null
        ? { kind: 'undone', count: written.changes.length, skipped }
        : { kind: 'failed', detail: written.failure };
    } catch (error) {
      return { kind: 'failed', detail: detailOf(error) };
    }
  }

  /** Stores any number of changes in entries of one change set, but for those of accounts that are not as they were. */
  #writeAll(changeSet: ChartChangeSet, changes: readonly ChartChange[]) {
    const { follower } = this.#options;
    return writeInChunks(this.#writer, changeSet, changes, {
      plan: (chunk) => chunk.filter((change) => isAsBefore(change, follower.known)),
    });
  }

  async #dryRun(rows: readonly AccountRow[], note?: string): Promise<ChartDryRun> {
    const accounts = await this.#options.follower.accounts();
    const plan = planImport(rows, accounts);
    const id = ++this.#imports;
    this.#import = { id, rows, plan, note };
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
    };
  }
}

/** An account under a new code is one that goes and one that comes. */
function changesOf(before: ChartAccount | null, after: ChartAccount | null): readonly ChartChange[] {
  const isMoved = before !== null && after !== null && before.code !== after.code;
  return isMoved ? [chartChange(null, after), chartChange(before, null)] : [chartChange(before, after)];
}

function isAsBefore({ key, before, after }: ChartChange, accounts: Accounts): boolean {
  return isSameAccount(accounts.get(key) ?? null, before) && !isSameAccount(before, after);
}

/** Why nothing was written: another account stands in the way, or it is stored already. */
function obstacleTo(
  before: ChartAccount | null,
  after: ChartAccount | null,
  changes: readonly ChartChange[],
  accounts: Accounts,
): ChartResult {
  const at = (account: ChartAccount | null) => (account && accounts.get(chartKey(account.code))) ?? null;
  if (changes.every(({ key, after: wanted }) => isSameAccount(accounts.get(key) ?? null, wanted)))
    return { kind: 'saved', count: 0, undo: null };
  const holder = at(after);
  if (holder !== null && before?.code !== after?.code) return { kind: 'taken', holder };
  return { kind: 'changed', stored: at(before ?? after) };
}
