import { expose } from 'comlink';
import { createSpreadsheetEntry } from './spreadsheet/entry.ts';

expose(createSpreadsheetEntry(), self);
