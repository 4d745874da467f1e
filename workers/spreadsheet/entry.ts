import { writeCsvFile } from './writeCsvFile.ts';
import { MOST_SHEET_ROWS, writeXlsxFile } from './writeXlsxFile.ts';

export type SpreadsheetFormat = 'csv' | 'xlsx';

/** `too-many-rows`: the format holds `most`. */
export type SpreadsheetResult =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'too-many-rows'; readonly most: number };

/** What a spreadsheet worker exposes. */
export function createSpreadsheetEntry() {
  return {
    /** Makes a file of `header` and of lines of cells with tabs between them, as they are copied. */
    async write(
      format: SpreadsheetFormat,
      header: readonly string[],
      lines: Blob,
    ): Promise<SpreadsheetResult> {
      const rows = [header, ...(await lines.text()).split('\n').map((line) => line.split('\t'))];
      if (format === 'csv') return { kind: 'file', file: writeCsvFile(rows) };
      if (rows.length > MOST_SHEET_ROWS) return { kind: 'too-many-rows', most: MOST_SHEET_ROWS - 1 };
      return { kind: 'file', file: await writeXlsxFile(rows) };
    },
  };
}

export type SpreadsheetEntry = ReturnType<typeof createSpreadsheetEntry>;
