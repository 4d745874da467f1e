import type { ByteSource } from '#engine/read/byteSource.ts';
import { decode, recogniseEncoding } from '#engine/read/encoding.ts';
import { rowText, splitRows } from '#engine/rows.ts';
import { type FileReading, isStatementFormat, type ReadChoices } from '#model/fileReading.ts';
import type { Io } from './program.ts';
import { readInTime } from './readInTime.ts';
import { type ReadValues, readChoices, reportReading, usageErrorOf } from './readOptions.ts';
import { type AmountValues, type RowFigure, readAmounts, reportStatement } from './statementAmounts.ts';
import { readStatementRows, type StatementRows } from './statementRows.ts';

/**
 * Descriptions in the order of their lines; of a table also all cells of each, and the names of the columns. `figures`: the
 * amount of each row, or what it is that has none; null for a table without amounts.
 */
export type Descriptions = {
  readonly texts: readonly string[];
  readonly cells: readonly (readonly string[])[] | null;
  readonly names: readonly string[] | null;
  readonly figures: readonly RowFigure[] | null;
};

const PREFIX = '--input-';

/** A file in messages. */
export function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/**
 * The descriptions of a file or of standard input (`-`), read as the Classifier reads a file: a bank statement, or a table of
 * which one column is classified, or several together. Lines without columns are taken as they are, blank ones included.
 * @throws UsageError for what cannot be read
 */
export async function readDescriptions(
  file: string,
  values: ReadValues & AmountValues,
  io: Pick<Io, 'stdin' | 'stderr'>,
): Promise<Descriptions> {
  const name = inputName(file);
  const choices = readChoices(values, 1, PREFIX);
  const { read, lines } = await readInTime(file, io, async (source) => {
    const rows = await readStatementRows(source, choices);
    const encoding = rows.kind === 'rows' ? rows.reading.encoding : null;
    const isPlain = rows.kind === 'empty' || (rows.kind === 'rows' && !isTable(rows, choices));
    return { read: rows, lines: isPlain ? await plainLines(source, choices, encoding) : null };
  });
  if (read.kind === 'empty' && lines !== null) return lines;
  if (read.kind !== 'rows') throw usageErrorOf(name, read, PREFIX);
  if (lines !== null && !areCells(lines.texts)) {
    reportReading(name, asLines(read.reading), choices, io, PREFIX);
    return lines;
  }
  const statement = readAmounts(read, values);
  reportStatement(name, statement, choices, io, PREFIX);
  const { rows, reading, descriptions, figures, amounts } = statement;
  return {
    texts: descriptions,
    cells: rows.map(({ cells }) => cells),
    names: reading.header === null && !isStatementFormat(reading.format) ? null : reading.names,
    figures: amounts.reading.amounts.length === 0 ? null : figures,
  };
}

/** Whether the lines have columns. One line with a delimiter in it is no table. */
function isTable({ rows, reading }: StatementRows, choices: ReadChoices): boolean {
  const { format, header, names } = reading;
  const { encoding: _encoding, ...others } = choices;
  if (isStatementFormat(format) || format === 'xlsx' || Object.keys(others).length > 0) return true;
  return names.length > 1 && (header !== null || rows.length > 1);
}

/** Whether each line is in quotation marks, as the cells of a table with one column are. */
function areCells(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === '' || /^"(?:[^"]|"")*"$/.test(line));
}

/** What is true of a reading whose lines are taken as they are. */
function asLines(reading: FileReading): FileReading {
  return { ...reading, header: null, columns: null, skipped: [], strayMarks: [], extraLines: [] };
}

async function plainLines(
  source: ByteSource,
  choices: ReadChoices,
  recognised: FileReading['encoding'],
): Promise<Descriptions> {
  const encoding = choices.encoding ?? (recognised ?? (await recogniseEncoding(source))).name;
  const pieces: string[] = [];
  // The reader has said already which lines cannot be decoded, or refused them.
  for await (const piece of decode(source, encoding, { isStrict: false })) pieces.push(piece);
  const rows = splitRows(pieces.join(''));
  const texts = Array.from({ length: rows.count }, (_, row) => rowText(rows, row));
  return { texts, cells: null, names: null, figures: null };
}
