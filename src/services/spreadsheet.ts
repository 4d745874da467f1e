import type {
  AccountNameColumns,
  NumberColumns,
  SpreadsheetApi,
  SpreadsheetFormat,
  SpreadsheetResult,
} from '#contract/spreadsheet.ts';
import { connectWorker } from './workerLink.ts';

/**
 * Makes a spreadsheet file of `header` and of `lines`, cells with tabs between them, and of the columns of `names`; its
 * cells are texts, but for those of `numbers`. A worker is loaded for the file and ended after it. Rejects when the worker cannot be loaded, and when it ends before its answer.
 */
export async function writeSpreadsheet(
  format: SpreadsheetFormat,
  header: readonly string[],
  lines: Blob,
  names?: AccountNameColumns,
  numbers?: NumberColumns,
): Promise<SpreadsheetResult> {
  const worker = new Worker(new URL('../../workers/spreadsheet.worker.ts', import.meta.url), {
    type: 'module',
    name: 'spreadsheet',
  });
  const { api, stop } = connectWorker<SpreadsheetApi>(worker, { name: 'spreadsheet' });
  try {
    return await api.write(format, header, lines, names, numbers);
  } finally {
    stop();
  }
}
