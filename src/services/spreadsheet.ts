import type {
  SheetTable,
  SpreadsheetApi,
  SpreadsheetFormat,
  SpreadsheetResult,
} from '#contract/spreadsheet.ts';
import { connectWorker } from './workerLink.ts';

/**
 * Makes files of tables: one with a sheet each, or a CSV file each. A worker is loaded for them and ended after them. Rejects
 * when it cannot be loaded, and when it ends before its answer.
 */
export async function writeSpreadsheet(
  format: SpreadsheetFormat,
  tables: readonly SheetTable[],
): Promise<SpreadsheetResult> {
  const worker = new Worker(new URL('../../workers/spreadsheet.worker.ts', import.meta.url), {
    type: 'module',
    name: 'spreadsheet',
  });
  const { api, stop } = connectWorker<SpreadsheetApi>(worker, { name: 'spreadsheet' });
  try {
    return await api.write(format, tables);
  } finally {
    stop();
  }
}
