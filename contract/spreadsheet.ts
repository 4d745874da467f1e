/** `csv`: commas between the cells. */
export type SpreadsheetFormat = 'csv' | 'csv-semicolons' | 'xlsx';

/** `too-many-rows`: the format holds `most`. */
export type SpreadsheetResult =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'too-many-rows'; readonly most: number };

/** Columns with the names of accounts, behind the others. */
export type AccountNameColumns = {
  readonly byCode: ReadonlyMap<string, string>;
  /** `of`: the cell of the account, counted from 0; from the end if negative. */
  readonly columns: readonly { readonly title: string; readonly of: number }[];
};

/** Cells that a workbook has as numbers: of these columns, counted from 0, below the header. */
export type NumberColumns = { readonly columns: readonly number[]; readonly decimal: '.' | ',' };

/** A table of a file: `header` and lines of cells with tabs between them. */
export type SheetTable = {
  readonly name: string;
  readonly header: readonly string[];
  readonly lines: Blob;
  readonly names?: AccountNameColumns | undefined;
  readonly numbers?: NumberColumns | undefined;
};

/** One file, but for CSV, which has a file for each table. */
export type SheetsResult =
  | { readonly kind: 'files'; readonly files: readonly Blob[] }
  | { readonly kind: 'too-many-rows'; readonly most: number };

/** What the spreadsheet worker exposes. */
export type SpreadsheetApi = {
  /** Makes files of tables. */
  writeSheets(format: SpreadsheetFormat, tables: readonly SheetTable[]): Promise<SheetsResult>;
  /**
   * Makes a file of `header` and of lines of cells with tabs between them, and of the columns of `names`. Cells are texts,
   * but for those of `numbers`.
   */
  write(
    format: SpreadsheetFormat,
    header: readonly string[],
    lines: Blob,
    names?: AccountNameColumns,
    numbers?: NumberColumns,
  ): Promise<SpreadsheetResult>;
};
