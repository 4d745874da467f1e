import type {
  AccountNameColumns,
  NumberColumns,
  SheetsResult,
  SheetTable,
  SpreadsheetApi,
  SpreadsheetFormat,
  SpreadsheetResult,
} from '#contract/spreadsheet.ts';
import { type AsyncApi, connectWorker } from './workerLink.ts';

/**
 * Makes a spreadsheet file of `header` and of `lines`, cells with tabs between them, and of the columns of `names`; its
 * cells are texts, but for those of `numbers`. Rejects when the worker cannot be loaded, and when it ends before its answer.
 */
export function writeSpreadsheet(
  format: SpreadsheetFormat,
  header: readonly string[],
  lines: Blob,
  names?: AccountNameColumns,
  numbers?: NumberColumns,
): Promise<SpreadsheetResult> {
  return inWorker((api) => api.write(format, header, lines, names, numbers));
}

/** Makes files of tables: one with a sheet each, or a CSV file each. Rejects as {@link writeSpreadsheet}. */
export function writeSheets(format: SpreadsheetFormat, tables: readonly SheetTable[]): Promise<SheetsResult> {
  return inWorker((api) => api.writeSheets(format, tables));
}

/** A worker is loaded for the file and ended after it. */
async function inWorker<Result>(act: (api: AsyncApi<SpreadsheetApi>) => Promise<Result>): Promise<Result> {
  const worker = new Worker(new URL('../../workers/spreadsheet.worker.ts', import.meta.url), {
    type: 'module',
    name: 'spreadsheet',
  });
  const { api, stop } = connectWorker<SpreadsheetApi>(worker, { name: 'spreadsheet' });
  try {
    return await act(api);
  } finally {
    stop();
  }
}
