import { useState } from 'react';
import type { HistoryQuery } from '#contract/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { useAccountNames } from '../../chart/ChartProvider.tsx';
import { areNamesOn } from '../../chart/namesSwitch.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { LogService, LogView } from './logViews.tsx';

/** The columns with names of accounts, and those with the accounts. */
const NAME_COLUMNS = [
  { title: 'Account name before', of: 'Account before' },
  { title: 'Account name after', of: 'Account after' },
];

/** Downloads the changes that the query finds as a CSV file, one line each; `isExporting` while the file is made. */
export function useHistoryExport<Change>(
  history: Pick<LogService<Change>, 'export'>,
  { exportFile, exportHeader }: LogView<Change>,
  query: HistoryQuery,
) {
  const { show } = useStatus();
  const byCode = useAccountNames();
  const [isExporting, setExporting] = useState(false);

  async function exportFound(): Promise<void> {
    setExporting(true);
    try {
      const found = await history.export(query);
      if (found.kind === 'too-many') return show(historyMessages.exportTooLong(found.most));
      const columns = NAME_COLUMNS.flatMap(({ title, of }) =>
        exportHeader.includes(of) ? [{ title, of: exportHeader.indexOf(of) }] : [],
      );
      const names = columns.length > 0 && byCode.size > 0 && areNamesOn() ? { byCode, columns } : undefined;
      const { writeSpreadsheet } = await import('../../services/spreadsheet.ts');
      const result = await writeSpreadsheet('csv', exportHeader, found.lines, names);
      if (result.kind === 'too-many-rows') return show(historyMessages.exportTooLong(result.most));
      downloadFile(result.file, exportFile);
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
