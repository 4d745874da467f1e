import { useState } from 'react';
import { HISTORY_EXPORT_HEADER, type HistoryQuery } from '#contract/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { useAccountNames } from '../../chart/ChartProvider.tsx';
import { areNamesOn } from '../../chart/namesSwitch.ts';
import type { HistoryService } from '../../services/ledger.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** The places of the accounts in {@link HISTORY_EXPORT_HEADER}. */
const NAME_COLUMNS = [
  { title: 'Account name before', of: HISTORY_EXPORT_HEADER.indexOf('Account before') },
  { title: 'Account name after', of: HISTORY_EXPORT_HEADER.indexOf('Account after') },
];

/** Downloads the changes that the query finds as a CSV file, one line each; `isExporting` while the file is made. */
export function useHistoryExport(history: Pick<HistoryService, 'export'>, query: HistoryQuery) {
  const { show } = useStatus();
  const byCode = useAccountNames();
  const [isExporting, setExporting] = useState(false);

  async function exportFound(): Promise<void> {
    setExporting(true);
    try {
      const found = await history.export(query);
      if (found.kind === 'too-many') return show(historyMessages.exportTooLong(found.most));
      const names = byCode.size > 0 && areNamesOn() ? { byCode, columns: NAME_COLUMNS } : undefined;
      const { writeSpreadsheet } = await import('../../services/spreadsheet.ts');
      const result = await writeSpreadsheet('csv', HISTORY_EXPORT_HEADER, found.lines, names);
      if (result.kind === 'too-many-rows') return show(historyMessages.exportTooLong(result.most));
      downloadFile(result.file, 'gl_history.csv');
      show(historyMessages.exported(found.changes));
    } catch (error) {
      console.error('The history was not exported:', error);
      show(historyMessages.exportFailed);
    } finally {
      setExporting(false);
    }
  }

  return { isExporting, exportFound };
}
