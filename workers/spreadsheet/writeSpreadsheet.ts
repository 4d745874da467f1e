import writeExcelFile from 'write-excel-file/universal';
import type { AccountNameColumns, SpreadsheetFormat, SpreadsheetResult } from '#contract/spreadsheet.ts';
import { BYTE_ORDER_MARK, csvRow } from '#engine/import/columns.ts';
import { sheetText } from './sheetText.ts';

type Rows = readonly (readonly string[])[];

/** Rows that a sheet can hold. */
const MAX_SHEET_ROWS = 1_048_576;
/** Rows of a CSV file joined into one string at a time. */
const CHUNK = 20_000;

/** Makes a spreadsheet file of `header` and of lines of cells with tabs between them; see `SpreadsheetApi`. */
export async function writeSpreadsheet(
  format: SpreadsheetFormat,
  header: readonly string[],
  lines: Blob,
  names?: AccountNameColumns,
): Promise<SpreadsheetResult> {
  const cells = lines.size === 0 ? [] : (await lines.text()).split('\n').map((line) => line.split('\t'));
  const rows =
    names === undefined
      ? [header, ...cells]
      : [[...header, ...names.columns.map(({ title }) => title)], ...withNames(cells, names)];
  if (format !== 'xlsx') return { kind: 'file', file: csvFile(rows, format === 'csv' ? ',' : ';') };
  if (rows.length > MAX_SHEET_ROWS) return { kind: 'too-many-rows', most: MAX_SHEET_ROWS - 1 };
  return { kind: 'file', file: await xlsxFile(rows) };
}

/** The lines with the names of the accounts in them behind. */
function withNames(rows: Rows, { byCode, columns }: AccountNameColumns): Rows {
  return rows.map((cells) => [...cells, ...columns.map(({ of }) => byCode.get(cells.at(of) ?? '') ?? '')]);
}

function csvFile(rows: Rows, delimiter: ',' | ';'): Blob {
  const parts: string[] = [BYTE_ORDER_MARK];
  for (let from = 0; from < rows.length; from += CHUNK) {
    parts.push(
      rows
        .slice(from, from + CHUNK)
        .map((cells) => csvRow(cells, delimiter))
        .join(''),
    );
  }
  return new Blob(parts, { type: 'text/csv' });
}

/**
 * Rows as an XLSX file of one sheet, first row bold. Every cell is text: `00450` keeps its zeros, and no cell runs as a
 * formula. Longer cells are cut.
 */
function xlsxFile(rows: Rows): Promise<Blob> {
  const data = rows.map((cells, row) =>
    cells.map((value) => ({
      value: sheetText(value),
      type: String,
      ...(row === 0 && { fontWeight: 'bold' as const }),
    })),
  );
  return writeExcelFile(data, { sheet: 'GL accounts', stickyRowsCount: 1 }).toBlob();
}
