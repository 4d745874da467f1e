import {
  type BinaryKind,
  type ColumnRole,
  DELIMITERS,
  type Delimiter,
  ENCODINGS,
  type EncodingName,
  type FileReading,
  type ReadFailure,
  type SkippedLine,
  type StatementFormat,
  type StatementTotal,
  type Unreadable,
} from '../fileReading.ts';
import type { RejectionReason } from '../pair.ts';
import { counted, grouped, groupedAmount } from './figures.ts';

/** Names of encodings that people know from the dialogs of spreadsheets. */
export const encodingLabels: Readonly<Record<EncodingName, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  ibm437: 'Western European (DOS 437)',
  ibm850: 'Western European (DOS 850)',
  ibm852: 'Central European (DOS 852)',
  ibm855: 'Cyrillic (DOS 855)',
  ibm857: 'Turkish (DOS 857)',
  ibm858: 'Western European (DOS 858)',
  ibm860: 'Portuguese (DOS 860)',
  ibm861: 'Icelandic (DOS 861)',
  ibm862: 'Hebrew (DOS 862)',
  ibm863: 'Canadian French (DOS 863)',
  ibm864: 'Arabic (DOS 864)',
  ibm865: 'Nordic (DOS 865)',
  ibm866: 'Cyrillic (DOS 866)',
  macintosh: 'Western European (Macintosh)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  gb18030: 'Chinese, simplified (GB18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
};

/** What the two likeliest encodings make of the same words of a file; empty where its encoding is certain. */
export function encodingSamples({ name, others, samples }: NonNullable<FileReading['encoding']>): string {
  const shown = [name, ...others]
    .slice(0, samples.length)
    .map((of, i) => `“${samples[i]}” in ${encodingLabels[of]}`);
  return shown.slice(0, 2).join(', ');
}

export const delimiterLabels: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

/** All encodings for a choice, those that may be meant before the others. */
export function encodingOptions(likely: readonly EncodingName[]) {
  const rest = ENCODINGS.filter((name) => !likely.includes(name));
  return [...likely, ...rest].map((value) => ({ value, label: encodingLabels[value] }));
}

export const delimiterOptions = DELIMITERS.map((value) => ({ value, label: delimiterLabels[value] }));

/** `Line 7`, `Lines 3, 5 and 20 more`. */
function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, SHOWN_LINES).map(grouped).join(', ');
  const more = lines.length > SHOWN_LINES ? ` and ${grouped(lines.length - SHOWN_LINES)} more` : '';
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${shown}${more}`;
}

/** Whether the balances of a statement do not agree with its payments. */
export function isOff({ difference }: Pick<StatementTotal, 'difference'>): boolean {
  return /[1-9]/.test(difference ?? '');
}

/** Account, days and control total of a statement, and how many of its rows are in no sum. */
export function statementText({ noPayments, ...total }: StatementTotal): string {
  const isOne = noPayments === 1;
  const left = `${counted(noPayments, 'row')} among the payments ${isOne ? 'is a balance or a total' : 'are balances or totals'}, in no sum.`;
  return noPayments === 0 ? controlText(total) : `${controlText(total)} ${left}`;
}

function controlText({
  account,
  currency,
  from,
  to,
  sum,
  opening,
  closing,
  difference,
  explainedBy,
}: Omit<StatementTotal, 'noPayments'>): string {
  const money = (text: string) => groupedAmount(text, '.');
  const days = from === to ? from : `${from} to ${to}`;
  const what = [account !== '' && `account ${account}`, days].filter(Boolean).join(', ');
  const begin = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const unit = currency === '' ? '' : ` ${currency}`;
  if (opening === null || closing === null || difference === null) {
    const balance = closing === null ? '' : `, balance ${money(closing)}${unit}`;
    return `${begin}: payments of ${money(sum)}${unit}${balance}.`;
  }
  const signed = sum.startsWith('-') ? `− ${money(sum.slice(1))}` : `+ ${money(sum)}`;
  const equation = `${begin}: ${money(opening)} ${signed}`;
  return isOff({ difference })
    ? `${equation} is not the closing balance ${money(closing)}${unit}: ${money(difference)} differ${explainedBy === null ? '' : `: the column ${explainedBy}`}.`
    : `${equation} = ${money(closing)}${unit}, reconciles.`;
}

type NotedReading = Pick<FileReading, 'strayMarks' | 'sheet'> &
  Partial<Pick<FileReading, 'extraLines' | 'undecodedLines' | 'skipped'>>;

function bankSays(message: string): string {
  return `The bank says: “${message}”.`;
}

function skippedNote({ line, text, reason }: SkippedLine): string | false {
  if (reason === 'message') return bankSays(text);
  if (reason === 'cut-off')
    return `Line ${grouped(line)}: the file ends within this payment, which was read as far as it goes. It may have been cut off: compare it with the statement.`;
  return (
    reason === 'balance' &&
    `Line ${grouped(line)}: the balance “${text}” cannot be read and was left out; the payments were read.`
  );
}

/** What is left out, one and several, and why: a line of a statement may have entries that are read as well. */
const LEFT_OUT = {
  preamble: ['line was', 'lines were', 'above the columns'],
  header: ['line was', 'lines were', 'the names of the columns again'],
  total: ['line was', 'lines were', 'totals or balances'],
  outside: ['line was', 'lines were', 'no part of the statement'],
  'not-booked': ['entry was', 'entries were', 'not booked yet'],
  'no-payment': ['entry was', 'entries were', 'no payments'],
} as const;

/** How many lines or entries were left out and why, in a sentence for each reason. */
export function leftOutTexts(skipped: readonly SkippedLine[]): readonly string[] {
  return Object.entries(LEFT_OUT).flatMap(([reason, [one, several, why]]) => {
    const lines = skipped.filter((line) => line.reason === reason).map(({ line }) => line);
    if (lines.length === 0) return [];
    const where = linesText([...new Set(lines)]).replace('L', 'l');
    return [`${counted(lines.length, one, several)} left out: ${why} (${where}).`];
  });
}

/** What a person should know of how a file was read, in sentences. */
export function readingNotes({
  strayMarks,
  extraLines = [],
  undecodedLines = [],
  skipped = [],
  sheet,
}: NotedReading): readonly string[] {
  const { hiddenRows = 0, mergedAreas = 0, longNumbers = 0 } = sheet?.notes ?? {};
  return [
    ...skipped
      .map(skippedNote)
      .filter((note) => note !== false)
      .slice(0, SHOWN_LINES),
    strayMarks.length > 0 && `${linesText(strayMarks)}: a quotation mark was read as a character.`,
    extraLines.length > 0 &&
      `${linesText(extraLines)}: more cells than columns. A separator may stand in a text without quotation marks; check these rows.`,
    undecodedLines.length > 0 &&
      `${linesText(undecodedLines)}: � stands for a character that was lost, here or in the program that wrote the file; check these rows.`,
    hiddenRows > 0 && `${counted(hiddenRows, 'row is', 'rows are')} hidden in the sheet; they were read.`,
    mergedAreas > 0 && `The text of ${counted(mergedAreas, 'merged cell')} was given to all of its rows.`,
    longNumbers > 0 &&
      `${counted(longNumbers, 'number has', 'numbers have')} more than 15 digits: spreadsheets do not keep the last ones. Format such cells as text.`,
  ].filter((note) => note !== false);
}

/** So many lines are named in a sentence. */
const SHOWN_LINES = 10;

const roleLabels: Readonly<Record<ColumnRole, string>> = {
  description: 'description',
  account: 'GL account',
  code: 'account code',
  name: 'account name',
  note: 'note',
  retired: 'retired accounts',
};

export const statementLabels: Readonly<Record<StatementFormat, string>> = {
  ofx: 'OFX',
  qif: 'QIF',
  mt940: 'MT940',
  'camt.052': 'CAMT.052',
  'camt.053': 'CAMT.053',
  'camt.054': 'CAMT.054',
};

const BINARY: Readonly<Record<BinaryKind, string>> = {
  xls: 'it is an Excel workbook of the old form, a binary one, or one with a password. Save it as “Excel Workbook (.xlsx)” without a password and use that file.',
  ods: 'it is an OpenDocument spreadsheet. Save it as “Excel (.xlsx)” or CSV and use that file.',
  zip: 'it is a ZIP archive. Unpack it and use the file inside.',
  'utf-32': 'it is a text in UTF-32. Save it as UTF-8 and use that file.',
  archive: 'it is an archive. Unpack it and use the file inside.',
  pdf: 'it is a PDF document. Export the list as CSV or Excel and use that file.',
  html: 'it is a web page, whatever its name. Open it in a spreadsheet, save it as XLSX or CSV and use that file.',
  rtf: 'it is a formatted document. Save it as text or CSV and use that file.',
  xml: 'it is an XML file of a kind that is not read here. Export the list as CSV or Excel and use that file.',
  json: 'it is a JSON file. Export the list as CSV or Excel and use that file.',
  sylk: 'it is a spreadsheet in an old form for exchange (SYLK or DIF). Save it as XLSX or CSV and use that file.',
  image: 'it is a picture. Use the file that it was made from.',
  binary: 'it is not a text file. Save your table as XLSX or CSV and use that file.',
};

/** Why a file could not be read and what to do, to stand behind its name and a colon. */
export function readFailureText(failure: ReadFailure | Unreadable): string {
  switch (failure.kind) {
    case 'unreadable':
      return failure.detail;
    case 'not-text':
      return BINARY[failure.looksLike];
    case 'empty':
      return 'it is empty.';
    case 'not-in-encoding':
      return `line ${grouped(failure.line)} is not ${encodingLabels[failure.encoding]} text. Choose another encoding.`;
    case 'damaged-workbook':
      return `it is a workbook that cannot be read (${failure.detail}). Open it in Excel, save it again and use that file.`;
    case 'too-large':
      return `it is too large (${failure.limit}). Split it.`;
    case 'no-such-sheet':
      return `it has no sheet “${failure.sheet}”. Its sheets: ${quoted(failure.all)}.`;
    case 'no-such-column':
      return `it has no column “${failure.column}”. Its columns: ${quoted(failure.names)}.`;
    case 'columns-unknown':
      return columnsUnknown(failure);
    case 'damaged-statement':
      return `line ${grouped(failure.line)}: ${failure.detail}. Export the statement again.`;
    case 'wrapped-statement':
      return `it is a bank statement (${statementLabels[failure.format]}) quoted in a mail, or put into the cells of a table. Use the file of the bank itself.`;
    case 'bank-statement':
      return `it is a bank statement (${statementLabels[failure.format]}), which has no GL accounts. Open it on the Classifier.`;
    case 'no-payments':
      return `it is a bank statement (${statementLabels[failure.format]}) without payments. ${insteadOfPayments(failure.skipped)}`;
  }
}

function insteadOfPayments(skipped: readonly SkippedLine[]): string {
  const message = skipped.find(({ reason }) => reason === 'message')?.text;
  const next = message === undefined ? 'Export another period.' : bankSays(message);
  return [...leftOutTexts(skipped), next].join(' ');
}

function columnsUnknown({ missing, reading }: Extract<ReadFailure, { kind: 'columns-unknown' }>): string {
  const roles = missing.map((role) => roleLabels[role]).join(' and the ');
  const names = reading.header ? `: ${quoted(reading.names)}` : ', and no line names them';
  return `it has ${reading.names.length} columns${names}. Choose the column of the ${roles}.`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}

/** Why a line is no pair, to stand behind its number. */
export const rejectionTexts: Readonly<Record<RejectionReason, string>> = {
  'no-tab': 'only one column',
  'empty-part': 'the description or the GL account is empty',
  'too-short': 'the description has fewer than 5 characters',
  'key-too-long': 'the description is too long to be stored',
  'unstorable-character': 'it has a character that cannot be stored',
  'reserved-key': 'the description cannot be stored as it is written: write it in other letters',
  'account-too-long': 'the GL account is too long',
  'extra-columns': 'more columns than the header: put a text that has the delimiter in it in quotation marks',
  undecodable: 'characters that cannot be read in this encoding',
  'no-match': '“No Match” is not an account',
};
