import writeExcelFile from 'write-excel-file/universal';
import type {
  AccountNameColumns,
  NumberColumns,
  SheetTable,
  SpreadsheetFormat,
  SpreadsheetResult,
} from '#contract/spreadsheet.ts';
import { BYTE_ORDER_MARK, csvRow } from '#engine/read/columns.ts';
import { sheetText } from './sheetText.ts';

type Rows = readonly (readonly string[])[];

/** Rows that a sheet can hold. */
const MAX_SHEET_ROWS = 1_048_576;
/** Rows of a CSV file joined into one string at a time. */
const CHUNK = 20_000;

/** Makes files of tables; see `SpreadsheetApi`. */
export async function writeSpreadsheet(
  format: SpreadsheetFormat,
  tables: readonly SheetTable[],
): Promise<SpreadsheetResult> {
  const sheets = await Promise.all(tables.map(async (table) => ({ ...table, rows: await rowsOf(table) })));
  if (format !== 'xlsx') {
    const delimiter = format === 'csv' ? ',' : ';';
    return { kind: 'files', files: sheets.map(({ rows }) => csvFile(rows, delimiter)) };
  }
  if (sheets.some(({ rows }) => rows.length > MAX_SHEET_ROWS))
    return { kind: 'too-many-rows', most: MAX_SHEET_ROWS - 1 };
  return { kind: 'files', files: [await xlsxFile(sheets)] };
}

async function rowsOf({ header, lines, names }: SheetTable): Promise<Rows> {
  const cells = lines.size === 0 ? [] : (await lines.text()).split('\n').map((line) => line.split('\t'));
  if (names === undefined) return [header, ...cells];
  return [[...header, ...names.columns.map(({ title }) => title)], ...withNames(cells, names)];
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
 * Tables as an XLSX file, a sheet each, first row bold. Every cell is text, but for those of `numbers`: `00450` keeps its
 * zeros, and no cell runs as a formula. Longer cells are cut.
 */
function xlsxFile(sheets: readonly (SheetTable & { readonly rows: Rows })[]): Promise<Blob> {
  return writeExcelFile(
    sheets.map(({ name = 'GL accounts', rows, numbers }) => ({
      data: rows.map((cells, row) => cells.map((text, column) => cellOf(text, row, column, numbers))),
      sheet: name,
      stickyRowsCount: 1,
    })),
  ).toBlob();
}

function cellOf(text: string, row: number, column: number, numbers: NumberColumns | undefined) {
  const number = row > 0 && numbers?.columns.includes(column) ? numberCell(text, numbers.decimal) : null;
  return (
    number ?? { value: sheetText(text), type: String, ...(row === 0 && { fontWeight: 'bold' as const }) }
  );
}

/** Digits of a number that a spreadsheet keeps. */
const MAX_DIGITS = 15;

/** A cell with the number that a text is; null where it is none, or one that a spreadsheet would round. */
function numberCell(text: string, decimal: '.' | ',') {
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === '' || whole.length + fraction.length > MAX_DIGITS) return null;
  const format = fraction === '' ? '#,##0' : `#,##0.${'0'.repeat(fraction.length)}`;
  return { value: Number(text.replace(decimal, '.')), type: Number, format };
}
