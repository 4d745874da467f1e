/** `csv`: commas between the cells. */
export type SpreadsheetFormat = 'csv' | 'csv-semicolons' | 'xlsx';

/** `too-many-rows`: the format holds `most`. */
export type SpreadsheetResult =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'too-many-rows'; readonly most: number };

/** What the spreadsheet worker exposes. */
export type SpreadsheetApi = {
  /**
   * Makes a file of `header` and of lines of cells with tabs between them. With `names`, by account, a last column has the
   * name of the account that stands in the last cell.
   */
  write(
    format: SpreadsheetFormat,
    header: readonly string[],
    lines: Blob,
    names?: ReadonlyMap<string, string>,
  ): Promise<SpreadsheetResult>;
};
