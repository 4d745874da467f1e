import type { SpreadsheetApi } from '#contract/spreadsheet.ts';
import { exposeWorker } from './exposeWorker.ts';
import { writeSheets, writeSpreadsheet } from './spreadsheet/writeSpreadsheet.ts';

exposeWorker({ write: writeSpreadsheet, writeSheets } satisfies SpreadsheetApi);
