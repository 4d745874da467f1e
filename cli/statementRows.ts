import type { ByteSource } from '#engine/read/byteSource.ts';
import type { ColumnRow } from '#engine/read/readColumns.ts';
import { readLines } from '#engine/read/readLines.ts';
import type { FileReading, ReadChoices, ReadFailure } from '#model/fileReading.ts';
import { type Io, write } from './program.ts';
import { readInTime } from './readInTime.ts';
import { reportReading, usageErrorOf } from './readOptions.ts';

/** The lines of a file as a table, and the column with the descriptions. */
export type StatementRows = {
  readonly kind: 'rows';
  readonly rows: readonly ColumnRow[];
  readonly column: number;
  readonly reading: FileReading;
};

/** Reads a file as the Classifier does: a bank statement in one of its own formats, a table or lines. */
export async function readStatementRows(
  file: string,
  source: ByteSource,
  { columns, ...others }: ReadChoices,
): Promise<StatementRows | ReadFailure> {
  const choices = { ...others, ...(columns && { columns: columns.slice(0, 1) }) };
  const read = () => readLines(source, choices, () => new RowCollector());
  const { sink, result } = await readInTime(file, read);
  if (result.kind !== 'read') return result;
  return { kind: 'rows', rows: sink.rows, column: result.reading.columns?.[0] ?? 0, reading: result.reading };
}

class RowCollector {
  readonly rows: ColumnRow[] = [];

  take(row: ColumnRow): 'taken' {
    this.rows.push(row);
    return 'taken';
  }
}

/** Prints the payments of a bank statement; in JSON as pairs without an account, and with all their cells. */
export async function printStatement(
  file: string,
  source: ByteSource,
  choices: ReadChoices,
  asJson: boolean,
  io: Io,
): Promise<void> {
  const read = await readStatementRows(file, source, choices);
  if (read.kind !== 'rows') throw usageErrorOf(file, read);
  const { rows, column, reading } = read;
  reportReading(file, reading, choices, io);
  const lines = rows.map(({ cells }) => `${cells.join('\t')}\n`).join('');
  await write(io.stdout, asJson ? toJson(rows, column, reading) : lines);
}

function toJson(rows: readonly ColumnRow[], column: number, reading: FileReading): string {
  const { encoding, format, names, skipped, statements } = reading;
  const answer = {
    encoding: encoding?.name ?? null,
    encodingIsCertain: encoding?.isCertain ?? true,
    format,
    delimiter: null,
    sheet: null,
    header: names,
    headerLine: null,
    columns: { description: column + 1, account: null },
    pairs: rows.map(({ values }) => [values[0] ?? '', '']),
    rows: rows.map(({ cells }) => cells),
    rejected: [],
    skipped,
    statements,
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}
