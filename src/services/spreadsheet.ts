import { wrap } from 'comlink';
import type {
  AccountNameColumns,
  SpreadsheetApi,
  SpreadsheetFormat,
  SpreadsheetResult,
} from '#contract/spreadsheet.ts';
import { watchWorkerExit } from './workerExit.ts';

/**
 * Makes a spreadsheet file of `header` and of `lines`, cells with tabs between them, and of the columns of `names`. A
 * worker is loaded for the file and ended after it. Rejects when the worker cannot be loaded, and when it ends before its answer.
 */
export async function writeSpreadsheet(
  format: SpreadsheetFormat,
  header: readonly string[],
  lines: Blob,
  names?: AccountNameColumns,
): Promise<SpreadsheetResult> {
  const worker = new Worker(new URL('../../workers/spreadsheet.worker.ts', import.meta.url), {
    type: 'module',
    name: 'spreadsheet',
  });
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(`The spreadsheet worker failed: ${message}`));
    watchWorkerExit(worker, () => reject(new Error('The spreadsheet worker has ended.')));
  });
  try {
    return await Promise.race([wrap<SpreadsheetApi>(worker).write(format, header, lines, names), failed]);
  } finally {
    worker.terminate();
  }
}
