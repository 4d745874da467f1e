import writeExcelFile from 'write-excel-file/universal';
import type { SpreadsheetFormat, SpreadsheetResult } from '#contract/spreadsheet.ts';
import { BYTE_ORDER_MARK, csvRow } from '#engine/import/columns.ts';

type Rows = readonly (readonly string[])[];

/** Rows that a sheet can hold. */
const MAX_SHEET_ROWS = 1_048_576;
/** UTF-16 units that a cell of a sheet can hold. */
const LONGEST_CELL = 32_767;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be written in XML.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
/** Rows of a CSV file joined into one string at a time. */
const CHUNK = 20_000;

const NAME_COLUMN = 'Account name';

/** Makes a spreadsheet file of `header` and of lines of cells with tabs between them; see `SpreadsheetApi`. */
export async function writeSpreadsheet(
  format: SpreadsheetFormat,
  header: readonly string[],
  lines: Blob,
  names?: ReadonlyMap<string, string>,
): Promise<SpreadsheetResult> {
  const cells = (await lines.text()).split('\n').map((line) => line.split('\t'));
  const rows =
    names === undefined ? [header, ...cells] : [[...header, NAME_COLUMN], ...withNames(cells, names)];
  if (format !== 'xlsx') return { kind: 'file', file: csvFile(rows, format === 'csv' ? ',' : ';') };
  if (rows.length > MAX_SHEET_ROWS) return { kind: 'too-many-rows', most: MAX_SHEET_ROWS - 1 };
  return { kind: 'file', file: await xlsxFile(rows) };
}

/** The lines with the name of the account in the last cell behind it. */
function withNames(rows: Rows, names: ReadonlyMap<string, string>): Rows {
  return rows.map((cells) => [...cells, names.get(cells.at(-1) ?? '') ?? '']);
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
 * formula. Characters that a sheet cannot hold become U+FFFD, longer cells are cut.
 */
function xlsxFile(rows: Rows): Promise<Blob> {
  const data = rows.map((cells, row) =>
    cells.map((value) => ({
      value: value.replace(NOT_IN_XML, '\ufffd').slice(0, LONGEST_CELL),
      type: String,
      ...(row === 0 && { fontWeight: 'bold' as const }),
    })),
  );
  return writeExcelFile(data, { sheet: 'GL accounts', stickyRowsCount: 1 }).toBlob();
}
