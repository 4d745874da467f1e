import { useCallback } from 'react';
import { chartMessages } from '#model/text/chartMessages.ts';
import type { ChartService } from '../services/ledger.ts';
import { undoOf } from '../undo/undoText.ts';
import { useUndo } from '../undo/useUndo.ts';

/** Says what a change of the chart has done, and offers Undo where its id is given. */
export function useChartDone(chart: Pick<ChartService, 'undo'>): (text: string, id: string | null) => void {
  const { showDone } = useUndo();
  return useCallback(
    (text, id) =>
      showDone(
        text,
        undoOf(id, (change) => chart.undo(change), chartMessages),
      ),
    [chart, showDone],
  );
}
