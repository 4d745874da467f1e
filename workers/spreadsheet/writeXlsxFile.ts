import writeExcelFile from 'write-excel-file/universal';

/** What a sheet can hold. */
export const MAX_SHEET_ROWS = 1_048_576;
const LONGEST_CELL = 32_767;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be written in XML.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Rows as an XLSX file of one sheet, first row bold. Every cell is text: `00450` keeps its zeros, and nothing is
 * run as a formula. Characters that a sheet cannot hold become U+FFFD, longer cells are cut.
 */
export function writeXlsxFile(rows: readonly (readonly string[])[]): Promise<Blob> {
  const data = rows.map((cells, row) =>
    cells.map((value) => ({
      value: value.replace(NOT_IN_XML, '\ufffd').slice(0, LONGEST_CELL),
      type: String,
      ...(row === 0 && { fontWeight: 'bold' as const }),
    })),
  );
  return writeExcelFile(data, { sheet: 'GL accounts', stickyRowsCount: 1 }).toBlob();
}
