import { expose } from 'comlink';
import type { SpreadsheetApi } from '#contract/spreadsheet.ts';
import { holdLivenessLock } from './livenessLock.ts';
import { writeSpreadsheet } from './spreadsheet/writeSpreadsheet.ts';

holdLivenessLock();
expose({ write: writeSpreadsheet } satisfies SpreadsheetApi, self);
