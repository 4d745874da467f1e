import { type FileReading, NO_COLUMN, type ReadChoices, type ReadFailure } from '#model/fileReading.ts';
import { type ByteSource, sourceOfBytes } from './byteSource.ts';
import { readPastedText } from './columns.ts';
import { type ColumnRow, readColumns } from './readColumns.ts';

/** A line of a chart of accounts: code, name, note, and what says that it is retired; null where the table has no such column. */
export type AccountRow = { readonly line: number; readonly cells: readonly (string | null)[] };

type AccountsRead =
  | { readonly kind: 'accounts'; readonly rows: readonly AccountRow[]; readonly reading: FileReading }
  | ReadFailure;

/**
 * Reads a chart of accounts: a pasted text, or a file of any kind. Of columns that no name tells the likeliest are taken:
 * others are chosen over what an import would do.
 */
export async function readAccounts(
  source: string | ByteSource,
  choices: ReadChoices = {},
): Promise<AccountsRead> {
  const bytes =
    typeof source === 'string' ? sourceOfBytes(new TextEncoder().encode(readPastedText(source))) : source;
  const rows: Pick<ColumnRow, 'line' | 'values'>[] = [];
  const onRow = ({ line, values }: ColumnRow) => {
    rows.push({ line, values });
    return 'taken' as const;
  };
  const read = (chosen: ReadChoices) =>
    readColumns(bytes, ['code', 'name', 'note', 'retired'], chosen, onRow, { delimiterInDoubt: ',' });
  let result = await read(choices);
  if (result.kind === 'columns-unknown') result = await read({ ...choices, columns: result.reading.guess });
  if (result.kind !== 'read') return result;
  const { reading } = result;
  const columns = reading.columns?.map((at) => (at < reading.names.length ? at : NO_COLUMN)) ?? [];
  const cellsOf = (values: ColumnRow['values']) =>
    columns.map((column, i) => (column === NO_COLUMN ? null : (values[i] ?? '')));
  return {
    kind: 'accounts',
    rows: rows.map(({ line, values }) => ({ line, cells: cellsOf(values) })),
    reading: { ...reading, columns, encoding: typeof source === 'string' ? null : reading.encoding },
  };
}
