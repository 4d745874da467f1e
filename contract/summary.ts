/** One line of the summary: rows of one account, those without a match, blank ones, or all. */
export type SummaryLine = {
  readonly kind: 'account' | 'no-match' | 'blank' | 'total';
  /** Empty for blank rows and for all. */
  readonly account: string;
  readonly lines: number;
  /** The amounts of these rows added up exactly, with as many decimals as the most exact of all; null without a column. */
  readonly sum: string | null;
  /** Cells that are neither blank nor amounts: they are in no sum. */
  readonly unread: number;
};

/** The rows of the result by account. The lines add up to `total`. */
export type AccountSummary = {
  readonly lines: readonly SummaryLine[];
  readonly total: SummaryLine;
  /** The column of amounts, counted from 0; null: none. */
  readonly column: number | null;
  /** By column of the pasted table, its first cell that is not blank; empty where whole lines were pasted. */
  readonly columns: readonly string[];
  /** The column of descriptions. */
  readonly description: number | null;
  readonly decimal: '.' | ',';
  /** Whether the column itself says what its decimal sign is. */
  readonly isDecimalSure: boolean;
};

/** What the page asks for beside the summary: its text for the clipboard, or for a file. */
export type SummaryTexts = { readonly clipboard: Blob; readonly file: Blob };
