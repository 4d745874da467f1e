/** `csv`: commas between the cells. */
export type SpreadsheetFormat = 'csv' | 'csv-semicolons' | 'xlsx';

/** One file, but for CSV, which has a file for each table. `too-many-rows`: the format holds `most`. */
export type SpreadsheetResult =
  | { readonly kind: 'files'; readonly files: readonly Blob[] }
  | { readonly kind: 'too-many-rows'; readonly most: number };

/** Columns with the names of accounts, behind the others. */
export type AccountNameColumns = {
  readonly byCode: ReadonlyMap<string, string>;
  /** `of`: the cell of the account, counted from 0; from the end if negative. */
  readonly columns: readonly { readonly title: string; readonly of: number }[];
};

/** Cells that a workbook has as numbers: of these columns, counted from 0, below the header. */
export type NumberColumns = { readonly columns: readonly number[]; readonly decimal: '.' | ',' };

/**
 * A table of a file: `header`, lines of cells with tabs between them, and the columns of `names`. Cells are texts, but for
 * those of `numbers`.
 */
export type SheetTable = {
  /** Of the sheet, where a file has several. */
  readonly name?: string;
  readonly header: readonly string[];
  readonly lines: Blob;
  readonly names?: AccountNameColumns | undefined;
  readonly numbers?: NumberColumns | undefined;
};

/** What the spreadsheet worker exposes. */
export type SpreadsheetApi = {
  /** Makes files of tables. */
  write(format: SpreadsheetFormat, tables: readonly SheetTable[]): Promise<SpreadsheetResult>;
};
