import { findReading } from '#engine/read/amounts/findReading.ts';
import type { ReadTable } from '#engine/read/amounts/NumericColumns.ts';
import type { ByteSource } from '#engine/read/byteSource.ts';
import { accountColumns, isCodeName } from '#engine/read/columnNames.ts';
import { joinedDescription } from '#engine/read/columns.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
import type { FileReading, ReadChoices, ReadFailure } from '#model/fileReading.ts';

/** The lines of a file as a table, and the description of each. */
export type StatementRows = {
  readonly kind: 'rows';
  readonly rows: readonly ColumnRow[];
  readonly descriptions: readonly string[];
  /** The columns of the descriptions. */
  readonly columns: readonly number[];
  readonly reading: FileReading;
};

/** Reads a file as the Classifier does: a bank statement in one of its own formats, a table or lines. */
export async function readStatementRows(
  source: ByteSource,
  choices: ReadChoices,
): Promise<StatementRows | ReadFailure> {
  const rows: ColumnRow[] = [];
  const onRow = (row: ColumnRow) => {
    rows.push(row);
    return 'taken' as const;
  };
  const result = await readColumns(source, ['description'], choices, onRow);
  if (result.kind !== 'read') return result;
  const columns = result.reading.columns ?? [0];
  const descriptions = rows.map(({ cells }) => joinedDescription(columns.map((column) => cells[column])));
  return { kind: 'rows', rows, descriptions, columns, reading: result.reading };
}

/** The rows as a table whose amounts can be read. */
export function tableOf({ rows, columns, reading }: StatementRows): ReadTable {
  return {
    rows: rows.length,
    names: reading.names,
    cell: (row, at) => rows[row]?.cells[at]?.trim() ?? '',
    line: (row) => rows[row]?.cells.join('\t') ?? '',
    descriptions: columns,
  };
}

/** Whether a table is a bank statement: it has amounts, dates or balances beside them, and no GL accounts. */
export function isStatementTable(statement: StatementRows): boolean {
  const { columns, reading: file } = statement;
  const { amounts, date, balance } = findReading(tableOf(statement)).reading;
  if (amounts.length === 0 || (date === null && balance === null)) return false;
  const { named, own } = accountColumns(file.names);
  if (named.some((at) => cellsOf(statement, at).some(Boolean))) return false;
  const mayBeTexts = (at: number) => balance !== null || isCodeName(file.names[at] ?? '');
  if (file.header !== null) return own.every((at) => areOwnAccounts(cellsOf(statement, at), mayBeTexts(at)));
  const others = file.names.flatMap((_name, at) =>
    [...amounts, date, balance, ...columns].includes(at) ? [] : [at],
  );
  return !others.some((at) => cellsOf(statement, at).every((cell) => GL_CODE.test(cell)));
}

const GL_CODE = /^[A-Za-z]{0,3}[-./ ]?\d{3,8}$/;
/** GL accounts have fewer digits. */
const OWN_DIGITS = 9;
/** In so many rows the same account is the bank's. */
const MANY_ROWS = 3;

/**
 * Whether a column of accounts has the bank's own: long numbers, or the same in every row. `mayBeTexts`: what is beside
 * balances, or is called a code, is none of the ledger if it does not look so.
 */
function areOwnAccounts(cells: readonly string[], mayBeTexts: boolean): boolean {
  const filled = cells.filter(Boolean);
  const different = [...new Set(filled)];
  const isSame = different.length < 2 && (mayBeTexts || filled.length >= MANY_ROWS);
  if (isSame || ((mayBeTexts || different.length < 2) && !different.some((cell) => GL_CODE.test(cell))))
    return true;
  return different.every((cell) => cell.replace(/\D/g, '').length >= OWN_DIGITS);
}

function cellsOf({ rows }: StatementRows, at: number): readonly string[] {
  return rows.map(({ cells }) => cells[at]?.trim() ?? '');
}
