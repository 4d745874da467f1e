import type { HistoryQuery } from '#contract/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { useAccountNames } from '../../chart/ChartProvider.tsx';
import { areNamesOn } from '../../chart/namesSwitch.ts';
import { downloadFile } from '../../ui/downloadFile.ts';
import { useReported } from '../../ui/useReported.ts';
import type { LogService, LogView } from './logViews.tsx';

/** The columns with names of accounts, and those with the accounts. */
const NAME_COLUMNS = [
  { title: 'Account name before', of: 'Account before' },
  { title: 'Account name after', of: 'Account after' },
];

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
    const columns = NAME_COLUMNS.flatMap(({ title, of }) =>
      header.includes(of) ? [{ title, of: header.indexOf(of) }] : [],
    );
    const names = columns.length > 0 && byCode.size > 0 && areNamesOn() ? { byCode, columns } : undefined;
    const { writeSpreadsheet } = await import('../../services/spreadsheet.ts');
    const result = await writeSpreadsheet('csv', header, found.lines, names);
    if (result.kind === 'too-many-rows') return historyMessages.exportTooLong(result.most);
    downloadFile(result.file, fileName);
    return historyMessages.exported(found.changes);
  }

  return { isExporting, exportFound: () => report(exportFile) };
}
