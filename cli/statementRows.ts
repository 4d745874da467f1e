import type { ByteSource } from '#engine/import/byteSource.ts';
import { type ColumnRow, readColumns } from '#engine/import/readColumns.ts';
import type { FileReading, ReadChoices } from '#model/fileReading.ts';
import { type Io, write } from './program.ts';
import { readInTime } from './readInTime.ts';
import { noteReading, usageErrorOf } from './readOptions.ts';

/** A bank statement as a table, and the column with the descriptions. */
type StatementRows = {
  readonly rows: readonly ColumnRow[];
  readonly column: number;
  readonly reading: FileReading;
};

/**
 * Reads a bank statement in one of its own formats (OFX, QIF, MT940, CAMT).
 * @throws UsageError for one that is damaged, and for a column that it does not have
 */
export async function readStatementRows(
  file: string,
  source: ByteSource,
  { encoding, columns }: ReadChoices,
): Promise<StatementRows> {
  const rows: ColumnRow[] = [];
  const choices = { ...(encoding && { encoding }), ...(columns && { columns: columns.slice(0, 1) }) };
  const onRow = (row: ColumnRow) => {
    rows.push(row);
    return 'taken' as const;
  };
  const result = await readInTime(file, () => readColumns(source, ['description'], choices, onRow));
  if (result.kind !== 'read') throw usageErrorOf(file, result);
  return { rows, column: result.reading.columns?.[0] ?? 0, reading: result.reading };
}

/** Prints the payments of a bank statement; in JSON as pairs without an account, and with all their cells. */
export async function printStatement(
  file: string,
  source: ByteSource,
  choices: ReadChoices,
  asJson: boolean,
  io: Io,
): Promise<void> {
  const { rows, column, reading } = await readStatementRows(file, source, choices);
  noteReading(file, reading, io);
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
