import type { SpreadsheetApi } from '#contract/spreadsheet.ts';
import { writeCsvFile } from './writeCsvFile.ts';
import { MAX_SHEET_ROWS, writeXlsxFile } from './writeXlsxFile.ts';

/** What a spreadsheet worker exposes. */
export function createSpreadsheetApi(): SpreadsheetApi {
  return {
    /** Makes a file of `header` and of lines of cells with tabs between them, as they are copied. */
    async write(format, header, lines) {
      const rows = [header, ...(await lines.text()).split('\n').map((line) => line.split('\t'))];
      if (format === 'csv') return { kind: 'file', file: writeCsvFile(rows) };
      if (rows.length > MAX_SHEET_ROWS) return { kind: 'too-many-rows', most: MAX_SHEET_ROWS - 1 };
      return { kind: 'file', file: await writeXlsxFile(rows) };
    },
  };
}
