import type { HistoryQuery } from '#contract/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { useAccountNames } from '../../chart/ChartProvider.tsx';
import { exportTables, nameColumns } from '../../chart/exportTables.ts';
import { areNamesOn } from '../../chart/namesSwitch.ts';
import { useReported } from '../../ui/useReported.ts';
import type { LogService, LogView } from './logViews.tsx';

/** The columns with names of accounts, and those with the accounts. */
const NAMED = { 'Account name before': 'Account before', 'Account name after': 'Account after' };

/** Downloads the changes that the query finds as a CSV file, one line each; `isExporting` while the file is made. */
export function useHistoryExport<Change>(
  history: Pick<LogService<Change>, 'export'>,
  { exportFile: fileName, exportHeader: header }: LogView<Change>,
  query: HistoryQuery,
) {
  const byCode = useAccountNames();
  const [isExporting, report] = useReported(() => historyMessages.exportFailed);

  async function exportFile(): Promise<string> {
    const found = await history.export(query);
    if (found.kind === 'too-many') return historyMessages.exportTooLong(found.most);
    const names = nameColumns(areNamesOn() ? byCode : null, header, NAMED);
    const table = { header, lines: found.lines, names };
    return exportTables('csv', [fileName], [table], historyMessages.exported(found.changes));
  }

  return { isExporting, exportFound: () => report(exportFile) };
}
