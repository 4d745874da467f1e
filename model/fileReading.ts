/** What a file is, by its contents. `text`: lines of one column. */
export type FileFormat = 'csv' | 'tsv' | 'text' | 'xlsx' | StatementFormat;

/** Formats of bank statements. `ofx`: QFX as well; `mt940`: MT942 as well. */
export type StatementFormat = 'ofx' | 'qif' | 'mt940' | 'camt.052' | 'camt.053' | 'camt.054';

export function isStatementFormat(format: FileFormat): format is StatementFormat {
  return !['csv', 'tsv', 'text', 'xlsx'].includes(format);
}

/** What separates the columns of a text. */
export type Delimiter = ',' | ';' | '\t' | '|';

export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

/** The encodings that are read, by their names in the WHATWG Encoding Standard; DOS code pages that it lacks after `ibm866`. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'ibm437',
  'ibm850',
  'ibm852',
  'ibm855',
  'ibm857',
  'ibm858',
  'ibm860',
  'ibm861',
  'ibm862',
  'ibm863',
  'ibm864',
  'ibm865',
  'ibm866',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

export type EncodingName = (typeof ENCODINGS)[number];

/** What a column holds. */
export type ColumnRole = 'description' | 'account' | 'code' | 'name' | 'note' | 'retired';

/** In place of a column's number: the table has none for a role that it may lack. */
export const NO_COLUMN = -1;

/** What the user has chosen instead of what was recognised. */
export type ReadChoices = {
  readonly encoding?: EncodingName;
  readonly delimiter?: Delimiter;
  /** Name of a sheet, or its number from 1. */
  readonly sheet?: string;
  /**
   * One column per role that is asked for, its number from 0 or its name, {@link NO_COLUMN} where a role may have none; of
   * descriptions alone, several that are joined.
   */
  readonly columns?: readonly (number | string)[];
  /** Number of the line that names the columns; null: no line does, and every line is read. */
  readonly header?: number | null;
};

/**
 * `accounts`: the chart of accounts, which tells which of several columns that may be the GL account is it. Where it does not,
 * the columns must be chosen. Without `accounts` the likeliest one is taken.
 */
export type ListChoices = ReadChoices & { readonly accounts?: readonly string[] };

type LeftOutReason = 'preamble' | 'header' | 'total' | 'outside' | 'not-booked' | 'no-payment';

/** A line that is left out, or of which a person should know something else. */
export type SkippedLine = {
  readonly line: number;
  readonly text: string;
  /**
   * Of a bank statement: `outside`, a line that is no part of it; `not-booked`, a payment to come; `no-payment`, another
   * entry; `balance`, one that cannot be read; `cut-off`, a payment within which the file ends, which was read; `message`,
   * what the bank says of an error.
   */
  readonly reason: LeftOutReason | 'separator' | 'balance' | 'cut-off' | 'message';
};

/** What a person should know of how a sheet was read. */
export type SheetNotes = {
  /** Rows that the sheet hides; they are read. */
  readonly hiddenRows: number;
  /** Areas of merged cells whose text was given to each of their rows. */
  readonly mergedAreas: number;
  /** Numbers of more than 15 digits, whose last digits a spreadsheet does not keep. */
  readonly longNumbers: number;
};

/** The sheet of a workbook that was read, and the names of all. */
export type SheetChoice = {
  readonly name: string;
  readonly all: readonly string[];
  readonly notes: SheetNotes;
};

/** What a statement says of one account and currency; amounts exact, with a point. */
export type StatementTotal = {
  readonly account: string;
  readonly currency: string;
  readonly rows: number;
  /** Rows among the payments that are balances or totals. */
  readonly noPayments: number;
  /** The first and the last day; empty without rows. */
  readonly from: string;
  readonly to: string;
  /** Of the payments that were read. */
  readonly sum: string;
  /** Null where the statement names none; the opening one also by balances among the rows. */
  readonly opening: string | null;
  readonly closing: string | null;
  /** What the closing balance has more than the opening one and the payments; null without both. */
  readonly difference: string | null;
  /** The column whose sum that is, such as fees. */
  readonly explainedBy: string | null;
};

/** How a file was read. */
export type FileReading = {
  readonly format: FileFormat;
  /**
   * Null for a workbook. `others`: encodings that may be meant as well, the likeliest first. `samples`: where it is in doubt,
   * words of the file as it and each of the others reads them.
   */
  readonly encoding: {
    readonly name: EncodingName;
    readonly isCertain: boolean;
    /** Some bytes mean nothing in it; the lines with them are rejected. */
    readonly isDamaged: boolean;
    readonly others: readonly EncodingName[];
    readonly samples: readonly string[];
  } | null;
  readonly delimiter: Delimiter | null;
  readonly sheet: SheetChoice | null;
  readonly header: { readonly line: number; readonly names: readonly string[] } | null;
  /** The column of each role that was asked for, from 0; of descriptions alone, all that are joined. Null where they must be chosen. */
  readonly columns: readonly number[] | null;
  /** The most likely ones, where they must be chosen. */
  readonly guess: readonly number[];
  /** Names of the columns, from the header or by their number. */
  readonly names: readonly string[];
  /** Lines before the header, the line `sep=;`, and total lines at the end. */
  readonly skipped: readonly SkippedLine[];
  /** Lines in which a quotation mark at the start of a cell was read as a character: the first 10,000. */
  readonly strayMarks: readonly number[];
  /** Lines with more cells than the table has columns: the first 10,000. Their cells may stand in wrong columns. */
  readonly extraLines: readonly number[];
  /** Lines with bytes that are no text in the encoding: the first 10,000. They have � in their place. */
  readonly undecodedLines: readonly number[];
  /** Of bank statements, by account and currency; empty for other files. */
  readonly statements: readonly StatementTotal[];
  /** The first lines of data, as cells. */
  readonly preview: readonly (readonly string[])[];
};

/** What a file turned out to be that is no table. */
export type BinaryKind =
  | 'xls'
  | 'ods'
  | 'zip'
  | 'archive'
  | 'pdf'
  | 'html'
  | 'rtf'
  | 'xml'
  | 'json'
  /** SYLK, or DIF. */
  | 'sylk'
  | 'image'
  | 'utf-32'
  | 'binary';

/** Why a file could not be read. */
export type ReadFailure =
  | { readonly kind: 'not-text'; readonly looksLike: BinaryKind }
  | { readonly kind: 'empty' }
  /** A line cannot be decoded in the encoding that was chosen or recognised. */
  | { readonly kind: 'not-in-encoding'; readonly line: number; readonly encoding: EncodingName }
  | { readonly kind: 'damaged-workbook'; readonly detail: string }
  | { readonly kind: 'too-large'; readonly limit: string }
  | { readonly kind: 'no-such-sheet'; readonly sheet: string; readonly all: readonly string[] }
  | { readonly kind: 'no-such-column'; readonly column: string; readonly names: readonly string[] }
  /** The file has several columns, and none says which of them are meant. */
  | {
      readonly kind: 'columns-unknown';
      readonly missing: readonly ColumnRole[];
      readonly reading: FileReading;
    }
  | {
      readonly kind: 'damaged-statement';
      readonly format: StatementFormat;
      readonly line: number;
      readonly detail: string;
    }
  /** A bank statement whose lines stand behind something else, as in a mail that quotes it, or in cells. */
  | { readonly kind: 'wrapped-statement'; readonly format: StatementFormat }
  /** A bank statement, where a list with accounts is wanted. */
  | { readonly kind: 'bank-statement'; readonly format: StatementFormat }
  /** `skipped`: what there is in their place. */
  | {
      readonly kind: 'no-payments';
      readonly format: StatementFormat;
      readonly skipped: readonly SkippedLine[];
    };

/** The browser could not read the file: it went away, is a folder, or may not be read. */
export type Unreadable = { readonly kind: 'unreadable'; readonly detail: string };

/**
 * Milliseconds for one file: a million lines take ten seconds of a machine that does nothing else. And how much later the
 * worker is ended that has not looked at its clock.
 */
export const MAX_READ_MS = 180_000;
export const READ_GRACE_MS = 10_000;

/** What a file is that takes longer. */
export const TOO_SLOW = {
  kind: 'too-large',
  limit: 'more than three minutes to read',
} as const satisfies ReadFailure;
