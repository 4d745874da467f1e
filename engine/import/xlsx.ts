import { detailOf } from '#model/detailOf.ts';
import type { ReadFailure } from '#model/fileReading.ts';
import type { SourceRow } from './csv.ts';
import {
  columnLetters,
  inspectWorkbook,
  NotAWorkbookError,
  type PaddedCells,
  WorkbookTooLargeError,
} from './xlsxCells.ts';

/** A sheet of a workbook as rows of text. `line`: the row's number in the sheet. */
export type WorkbookSheet = { readonly name: string; readonly rows: readonly SourceRow[] };

type Workbook = { readonly kind: 'workbook'; readonly sheets: readonly WorkbookSheet[] } | ReadFailure;

/** Excel computes with so many digits. */
const DIGITS = 15;

/**
 * The sheets of an Excel workbook (.xlsx, .xlsm). Numbers are read as they are stored, with the leading zeros that their
 * format shows; dates as `2026-03-31`; a formula as its last value; a cell with an error as a blank one.
 */
export async function readWorkbook(bytes: Uint8Array, signal?: AbortSignal): Promise<Workbook> {
  try {
    const padded = inspectWorkbook(bytes);
    signal?.throwIfAborted();
    const { default: readSheets } = await import('read-excel-file/universal');
    const archive = bytes.buffer.byteLength === bytes.length ? bytes.buffer : bytes.slice().buffer;
    const sheets = await readSheets(archive as ArrayBuffer, { parseNumber: storedNumber, trim: false });
    signal?.throwIfAborted();
    return {
      kind: 'workbook',
      sheets: sheets.map(({ sheet, data }) => toSheet(sheet, data as unknown as readonly Cell[][], padded)),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NotAWorkbookError) return { kind: 'not-text', looksLike: error.looksLike };
    if (error instanceof WorkbookTooLargeError) return { kind: 'too-large', limit: error.message };
    // The libraries throw errors of many kinds for archives and sheets that are damaged.
    return { kind: 'damaged-workbook', detail: detailOf(error) };
  }
}

type Cell = string | boolean | Date | null;

function toSheet(name: string, data: readonly (readonly Cell[])[], padded: PaddedCells): WorkbookSheet {
  const widths = padded.get(name);
  const rows = data.map((cells, row) => ({
    line: row + 1,
    cells: cells.map((cell, column) => {
      const width = widths?.get(`${columnLetters(column)}${row + 1}`);
      return width === undefined ? textOf(cell) : pad(textOf(cell), width);
    }),
  }));
  return { name, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) };
}

function pad(text: string, width: number): string {
  return /^\d+$/.test(text) ? text.padStart(width, '0') : text;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return cell;
}

/** A number as it is shown: without the digits that binary fractions have too many. */
function storedNumber(stored: string): string {
  const number = Number(stored);
  return Number.isFinite(number) && stored.trim() !== ''
    ? String(Number(number.toPrecision(DIGITS)))
    : stored;
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
