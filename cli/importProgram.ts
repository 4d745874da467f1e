import { parsePairFile } from '#engine/read/files.ts';
import type { ParsedPairs } from '#engine/read/pairs.ts';
import type { FileReading } from '#model/fileReading.ts';
import type { Pair } from '#model/pair.ts';
import { rejectionTexts } from '#model/text/readMessages.ts';
import { type Io, readArguments, runProgram, UsageError, write } from './program.ts';
import { readInTime } from './readInTime.ts';
import {
  openSource,
  READ_HELP,
  READ_OPTIONS,
  readChoices,
  reportReading,
  usageErrorOf,
} from './readOptions.ts';
import { printStatement } from './statementRows.ts';

const HELP = `Usage: npm run -s import -- FILE [--json] [options]

Reads a list of descriptions and GL accounts as the Upload screen does, or a bank statement as the Classifier does, and
prints what was read. Changes nothing.

  FILE             an Excel workbook (.xlsx), CSV, tab-separated or other text, or a bank statement (OFX, QFX, QIF,
                   MT940, CAMT.053); - is standard input
${READ_HELP}  --json           print {"encoding", "encodingIsCertain", "format", "delimiter", "sheet", "header", "headerLine",
                   "columns", "pairs", "rejected", "skipped",
                   "strayMarks"}:
                   columns are the numbers of description and account from 1; pairs is [[description, account], …];
                   rejected and skipped are [{"line", "text", "reason"}, …]; of a bank statement the accounts are
                   "", since it has none, "rows" has all cells of each payment, named by "header", and
                   "statements" the days, balances and sum of each account and currency, with what differs
  --help           print this text

Without --json it prints "description<TAB>account" per pair, or the cells of each payment with tabs between them, and on
standard error what was left out.
Exit code: 0 when pairs or payments were read, 2 when an argument or the file was not understood, or no line is a pair.
`;

/** Runs the program; resolves with its exit code. */
export function main(args: readonly string[], io: Io): Promise<number> {
  return runProgram('import', io, () => run(args, io));
}

async function run(args: readonly string[], io: Io): Promise<void> {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      ...READ_OPTIONS,
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return write(io.stdout, HELP);
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('FILE is missing. See --help.');
  if (others.length > 0) throw new UsageError(`${others.join(' ')}: one file at a time. See --help.`);
  const choices = readChoices(values, 2);
  const { source, close } = await openSource(file, io);
  try {
    const result = await readInTime(file, () => parsePairFile(source, undefined, undefined, choices));
    if (result.kind === 'too-many-pairs') {
      throw new UsageError(`${file}: more than ${result.limit} different lines. Split it.`);
    }
    if (result.kind === 'bank-statement') return await printStatement(file, source, choices, values.json, io);
    if (result.kind !== 'pairs') throw usageErrorOf(file, result);
    const { parsed, reading } = result;
    reportReading(file, reading, choices, io);
    noteRepetitions(file, parsed, io);
    await (values.json ? write(io.stdout, toJson(parsed, reading)) : printPairs(file, parsed, io));
    refuseWithoutPairs(file, parsed);
  } finally {
    await close();
  }
}

function toJson(parsed: ParsedPairs, reading: FileReading): string {
  const { encoding, format, delimiter, sheet, header, columns, skipped, strayMarks } = reading;
  const [description, account] = (columns ?? []).map((column) => column + 1);
  const answer = {
    encoding: encoding?.name ?? null,
    encodingIsCertain: encoding?.isCertain ?? true,
    format,
    delimiter,
    sheet: sheet?.name ?? null,
    header: header?.names ?? null,
    headerLine: header?.line ?? null,
    columns: { description, account },
    pairs: pairsInOrder(parsed).map(({ description, glAccount }) => [description, glAccount]),
    rejected: parsed.rejected,
    skipped,
    strayMarks,
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

function noteRepetitions(file: string, { repeated, repeatedLines }: ParsedPairs, io: Io): void {
  const leftOut = repeated - repeatedLines.length;
  if (leftOut > 0) io.stderr.write(`${file}: ${leftOut} further repeated lines were left out.\n`);
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
