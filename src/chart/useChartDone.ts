import { useMemo } from 'react';
import { UNDO_LINGER_MS } from '#model/limits.ts';
import { chartMessages } from '#model/text/chartMessages.ts';
import type { ChartService } from '../services/ledger.ts';
import { toFailedResult } from '../services/toFailedResult.ts';
import { useStatus } from '../ui/status/useStatus.ts';

/** Says what a change of the chart has done, and offers Undo where its id is given. */
export function useChartDone(chart: Pick<ChartService, 'undo'>): (text: string, id: string | null) => void {
  const status = useStatus();
  return useMemo(() => {
    const undo = async (id: string) => {
      const result = await toFailedResult(chart.undo(id));
      if (result.kind === 'failed') status.show(chartMessages.undoFailed(result.detail));
      else if (result.kind === 'gone') status.show(chartMessages.undoGone);
      else if (result.skipped.length > 0) status.show(chartMessages.undoneExcept(result.skipped));
      else status.show(chartMessages.undone(result.count));
    };
    return (text, id) => {
      if (id === null) return status.show(text);
      status.show(text, { action: { label: 'Undo', run: () => void undo(id), lingers: UNDO_LINGER_MS } });
    };
  }, [chart, status]);
}
