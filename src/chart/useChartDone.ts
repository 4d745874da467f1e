import { useCallback } from 'react';
import { chartMessages } from '#model/text/chartMessages.ts';
import type { ChartService } from '../services/ledger.ts';
import { undoText } from '../undo/undoText.ts';
import { useUndo } from '../undo/useUndo.ts';

/** Says what a change of the chart has done, and offers Undo where its id is given. */
export function useChartDone(chart: Pick<ChartService, 'undo'>): (text: string, id: string | null) => void {
  const { showDone } = useUndo();
  return useCallback(
    (text, id) =>
      showDone(text, id === null ? null : async () => undoText(await chart.undo(id), chartMessages)),
    [chart, showDone],
  );
}
