import type { SpreadsheetApi } from '#contract/spreadsheet.ts';
import { exposeWorker } from './exposeWorker.ts';
import { writeSpreadsheet } from './spreadsheet/writeSpreadsheet.ts';

exposeWorker({ write: writeSpreadsheet } satisfies SpreadsheetApi);
