import type { ChartResult } from '#contract/chart.ts';
import type { Async } from './async.ts';
import type { ChartService } from './chart.ts';
import type { LedgerService, MendingApi } from './ledger.ts';
import { orFailed } from './orFailed.ts';
import { withProgress } from './withProgress.ts';

/** What the Health section does to mappings of the shared list. Admins only. */
type MendingService = Async<MendingApi>;

/** Over the connection of a ledger. A change whose answer is lost resolves as failed. */
export function mendingOf(ledger: Pick<LedgerService, 'askTable'>): MendingService {
  return {
    changeMany: (before, accounts, onProgress) =>
      orFailed(
        withProgress(onProgress, (report) =>
          ledger.askTable(async ({ editor }) => editor.changeMany(before, accounts, report)),
        ),
        { count: 0, undo: null },
      ),
  };
}

type Added = Extract<ChartResult, { kind: 'saved' | 'failed' }>;

/** Makes accounts that mappings have accounts of the chart, as one act; those that it has meanwhile stay. */
export function addAccountsInUse(
  chart: Pick<ChartService, 'readAccountsInUse' | 'import'>,
  codes: readonly string[],
): Promise<Added> {
  const add = async (): Promise<Added> => {
    const read = await chart.readAccountsInUse(codes);
    if (read.kind === 'empty') return { kind: 'saved', count: 0, undo: null };
    const result = read.kind === 'ready' ? await chart.import(read.id) : null;
    if (result?.kind === 'saved' || result?.kind === 'failed') return result;
    throw new Error(`The accounts were not added: ${result?.kind ?? read.kind}`);
  };
  return orFailed(add(), { count: 0, undo: null });
}
