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

/** What the spreadsheet worker exposes. */
export type SpreadsheetApi = {
  /**
   * Makes a file of `header` and of lines of cells with tabs between them, and of the columns of `names`.
   */
  write(
    format: SpreadsheetFormat,
    header: readonly string[],
    lines: Blob,
    names?: AccountNameColumns,
  ): Promise<SpreadsheetResult>;
};
