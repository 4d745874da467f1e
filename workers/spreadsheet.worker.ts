import { expose } from 'comlink';
import { holdLivenessLock } from './livenessLock.ts';
import { createSpreadsheetApi } from './spreadsheet/spreadsheetApi.ts';

holdLivenessLock();
expose(createSpreadsheetApi(), self);
