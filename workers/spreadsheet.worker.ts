import { expose } from 'comlink';
import { createSpreadsheetEntry } from './spreadsheet/entry.ts';
import { tellLife } from './tellLife.ts';

tellLife();
expose(createSpreadsheetEntry(), self);
