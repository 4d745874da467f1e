import { useMemo } from 'react';
import type { ChartResult } from '#contract/chart.ts';
import { accountWithName, type ChartAccount } from '#model/chart.ts';
import { chartMessages, chartProblemTexts } from '#model/text/chartMessages.ts';
import { useChartDone } from '../../chart/useChartDone.ts';
import type { ChartService } from '../../services/ledger.ts';
import { toFailedResult } from '../../services/toFailedResult.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** Changes of single accounts, with the messages that say what happened and offer Undo. */
export function useChartChanges(chart: ChartService) {
  const status = useStatus();
  const showDone = useChartDone(chart);
  return useMemo(() => {
    const retire = async (account: ChartAccount) => {
      const isRetired = !account.isRetired;
      status.dismiss();
      const result = await save(chart, account, { ...account, isRetired });
      const { code } = account;
      const done = isRetired ? chartMessages.accountRetired(code) : chartMessages.accountInUseAgain(code);
      if (result.kind === 'saved') showDone(done, result.undo);
      else status.show(failureText(result, code));
    };
    const remove = async (account: ChartAccount, mappings: number) => {
      const { code, name } = account;
      if (!window.confirm(chartMessages.confirmDeletion(accountWithName(code, name), mappings))) return;
      status.dismiss();
      const result = await save(chart, account, null);
      if (result.kind === 'saved') showDone(chartMessages.accountDeleted(code), result.undo);
      else status.show(failureText(result, code));
    };
    return { showDone, retire, remove };
  }, [chart, status, showDone]);
}

/** A change whose answer is lost resolves as failed. */
export function save(
  chart: ChartService,
  before: ChartAccount | null,
  after: ChartAccount | null,
): Promise<ChartResult> {
  return toFailedResult(chart.save(before, after), { count: 0, undo: null });
}

function failureText(result: Exclude<ChartResult, { kind: 'saved' }>, code: string): string {
  switch (result.kind) {
    case 'failed':
      return chartMessages.saveFailed(result.detail);
    case 'impossible':
      return chartMessages.saveFailed(chartProblemTexts[result.problem]);
    case 'changed':
    case 'taken':
      return chartMessages.changedNotDeleted(code);
  }
}
