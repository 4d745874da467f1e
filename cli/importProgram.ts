import type { ByteSource } from '#engine/read/byteSource.ts';
import { accountColumns } from '#engine/read/columnNames.ts';
import { type PairFileResult, parsePairFile } from '#engine/read/files.ts';
import type { ParsedPairs } from '#engine/read/pairs.ts';
import { type FileReading, isStatementFormat, type ReadChoices } from '#model/fileReading.ts';
import type { Pair } from '#model/pair.ts';
import { rejectionTexts } from '#model/text/readMessages.ts';
import { type Io, noteAll, runProgram, UsageError, write } from './program.ts';
import { readInTime } from './readInTime.ts';
import {
  areDescriptions,
  READ_HELP,
  READ_OPTIONS,
  type ReadValues,
  readChoices,
  reportReading,
  usageErrorOf,
} from './readOptions.ts';
import {
  AMOUNT_HELP,
  AMOUNT_OPTIONS,
  type AmountValues,
  readAmounts,
  reportStatement,
  type Statement,
  statementJson,
} from './statementAmounts.ts';
import { isStatementTable, readStatementRows, type StatementRows } from './statementRows.ts';

const HELP = `Usage: npm run -s import -- FILE [--json] [options]

Reads a list of descriptions and GL accounts as the Upload screen does, or a bank statement as the Classifier does, and
prints what was read. Changes nothing.

  FILE             an Excel workbook (.xlsx), CSV, tab-separated or other text, or a bank statement (OFX, QFX, QIF,
                   MT940, CAMT.053, or a table with amounts and dates or balances, and without GL accounts); - is
                   standard input
${READ_HELP}${AMOUNT_HELP}  --json           print how the file was read, by columns from 1: "encoding", "encodingIsCertain", "format",
                   "delimiter", "sheet", "header", "headerLine", "columns", "skipped", "strayMarks";
                   "pairs" as [[description, account], …]; "rejected" and "skipped" as [{"line", "text", "reason"}, …];
                   of a bank statement, whose accounts are "", also "rows" with all cells of each payment,
                   "statements", "reading", "question", "amounts" and "control"; docs/import.md says what they hold
  --help           print this text

Without --json it prints "description<TAB>account" per pair, or the cells of each payment with tabs between them, and on
standard error what was left out.
Exit code: 0 when pairs or payments were read, 2 when an argument or the file was not understood, or no line is a pair.
`;

const PROGRAM = {
  name: 'import',
  help: HELP,
  allowPositionals: true,
  options: {
    ...READ_OPTIONS,
    ...AMOUNT_OPTIONS,
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
} as const;

/** Runs the program; resolves with its exit code. */
export function main(args: readonly string[], io: Io): Promise<number> {
  return runProgram(PROGRAM, args, io, ({ values, positionals }) => run(values, positionals, io));
}

type Values = ReadValues & AmountValues & { readonly json: boolean };

async function run(values: Values, [file, ...others]: readonly string[], io: Io): Promise<void> {
  if (file === undefined) throw new UsageError('FILE is missing. See --help.');
  if (others.length > 0) throw new UsageError(`${others.join(' ')}: one file at a time. See --help.`);
  const hasOne = areDescriptions(values.columns);
  const choices = readChoices(values, hasOne ? 1 : 2);
  const read = await readInTime(file, io, (source) => readListOrStatement(file, source, choices, hasOne));
  if (read.kind === 'rows') return printStatement(file, readAmounts(read, values), choices, values.json, io);
  if (read.kind === 'too-many-pairs')
    throw new UsageError(`${file}: more than ${read.limit} different lines. Split it.`);
  if (read.kind !== 'pairs') throw usageErrorOf(file, read);
  const { parsed, reading } = read;
  const leftOut = parsed.repeated - parsed.repeatedLines.length;
  reportReading(file, reading, choices, io);
  if (leftOut > 0) noteAll(file, [`${leftOut} further repeated lines were left out.`], io);
  await (values.json ? printJson(reading, listJson(parsed, reading), io) : printPairs(file, parsed, io));
  refuseWithoutPairs(file, parsed);
}

/**
 * The file as a statement, where it is in a format of its own, or a table that is one; else as a list.
 * @param hasOne the columns of the descriptions are chosen alone, as only a statement has them
 * @throws UsageError where it is none then
 */
async function readListOrStatement(
  file: string,
  source: ByteSource,
  choices: ReadChoices,
  hasOne: boolean,
): Promise<StatementRows | PairFileResult> {
  const list = hasOne ? null : await parsePairFile(source, undefined, undefined, choices);
  const isOfFormat = list?.kind === 'bank-statement';
  if (list && !isOfFormat && (!mayBeStatement(list) || choices.columns !== undefined)) return list;
  // The second of the columns that are chosen for a list is its account: a statement has none.
  const columns = hasOne ? choices.columns : choices.columns?.slice(0, 1);
  const read = await readStatementRows(source, { ...choices, ...(columns && { columns }) });
  const needsHeader = list?.kind === 'pairs' && list.reading.header === null;
  const isTable = read.kind === 'rows' && !(needsHeader && read.reading.header === null);
  if (isTable && (isOfFormat || isStatementTable(read))) return read;
  if (list && !isOfFormat) return list;
  if (read.kind !== 'rows') throw usageErrorOf(file, read);
  throw new UsageError(
    `${file}: it is no statement; expected 2 columns with a comma between them (--columns).`,
  );
}

/** Whether what was read as a list may be a statement: without GL accounts, or with lines that a decimal comma cut in two. */
function mayBeStatement(list: PairFileResult): boolean {
  if (list.kind !== 'pairs') return list.kind === 'columns-unknown';
  return list.reading.header === null ? list.reading.delimiter === ',' : !hasAccounts(list);
}

/** Whether pairs have GL accounts by a name that is clear, and not the bank's own account. */
function hasAccounts({ parsed, reading }: Extract<PairFileResult, { kind: 'pairs' }>): boolean {
  const [, account = -1] = reading.columns ?? [];
  return accountColumns(reading.names).named.includes(account) && parsed.pairs.length > 0;
}

/** Prints the payments of a statement; in JSON as pairs without an account, and with all their cells. */
function printStatement(
  file: string,
  statement: Statement,
  choices: ReadChoices,
  asJson: boolean,
  io: Io,
): Promise<void> {
  reportStatement(file, statement, choices, io);
  const { rows, columns: taken, reading } = statement;
  if (!asJson) return write(io.stdout, rows.map(({ cells }) => `${cells.join('\t')}\n`).join(''));
  const description = taken.map((column) => column + 1);
  const columns = { description: taken.length === 1 ? description[0] : description, account: null };
  return printJson(reading, { columns, rejected: [], ...statementJson(statement) }, io);
}

function listJson(parsed: ParsedPairs, reading: FileReading): object {
  const [description, account] = (reading.columns ?? []).map((column) => column + 1);
  const pairs = pairsInOrder(parsed).map((pair) => [pair.description, pair.glAccount]);
  return { columns: { description, account }, pairs, rejected: parsed.rejected };
}

/** `further`: what a list or a statement has beside what every file has. */
function printJson(
  { encoding, format, delimiter, sheet, header, names, skipped, strayMarks }: FileReading,
  further: object,
  io: Io,
): Promise<void> {
  const file = {
    encoding: encoding?.name ?? null,
    encodingIsCertain: encoding?.isCertain ?? true,
    format,
    delimiter,
    sheet: sheet?.name ?? null,
    header: isStatementFormat(format) ? names : (header?.names ?? null),
    headerLine: header?.line ?? null,
    skipped,
    strayMarks,
  };
  return write(io.stdout, `${JSON.stringify({ ...file, ...further }, null, 2)}\n`);
}

/** All pairs of the file, repeated ones and those that contradict an earlier one included. */
function pairsInOrder({ pairs, repeatedLines, contradictions }: ParsedPairs): Pair[] {
  const all = [...pairs, ...repeatedLines, ...contradictions.map(({ pair }) => pair)];
  return all.sort((a, b) => a.line - b.line);
}

async function printPairs(file: string, parsed: ParsedPairs, io: Io): Promise<void> {
  for (const { line, reason } of parsed.rejected) {
    io.stderr.write(`${file}, line ${line}: ${rejectionTexts[reason]}.\n`);
  }
  const lines = pairsInOrder(parsed).map(({ description, glAccount }) => `${description}\t${glAccount}\n`);
  await write(io.stdout, lines.join(''));
}

function refuseWithoutPairs(file: string, { pairs, rejected }: ParsedPairs): void {
  if (pairs.length > 0) return;
  const [first] = rejected;
  const why = first ? ` Line ${first.line}: ${rejectionTexts[first.reason]}.` : '';
  throw new UsageError(`${file}: no line is a description with a GL account.${why}`);
}
