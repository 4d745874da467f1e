import type { FileReading, ReadChoices, ReadFailure } from '#model/fileReading.ts';
import { type ByteSource, sourceOfBytes } from './byteSource.ts';
import { readPastedText } from './columns.ts';
import { type ColumnRow, readColumns } from './readColumns.ts';

/** A line of a table as cells; `line` counts from 1. */
export type SourceRow = Pick<ColumnRow, 'line' | 'cells'>;

type TableReading =
  | {
      readonly kind: 'rows';
      /** The line that names the columns first, where there is one; what stands above it is left out. */
      readonly rows: readonly SourceRow[];
      readonly file: Pick<FileReading, 'encoding' | 'delimiter' | 'sheet' | 'strayMarks' | 'skipped'>;
    }
  | ReadFailure;

/**
 * Reads all cells of a chart of accounts: a pasted text, or a file of any kind that `readColumns` reads. Of `choices`,
 * encoding, delimiter and sheet count.
 */
export async function readTable(
  source: string | ByteSource,
  choices: ReadChoices = {},
): Promise<TableReading> {
  const bytes =
    typeof source === 'string' ? sourceOfBytes(new TextEncoder().encode(readPastedText(source))) : source;
  const rows: SourceRow[] = [];
  const onRow = ({ line, cells }: ColumnRow) => {
    rows.push({ line, cells });
    return 'taken' as const;
  };
  const read = (chosen: ReadChoices) =>
    readColumns(bytes, ['code', 'name'], chosen, onRow, { delimiterInDoubt: ',' });
  let result = await read(choices);
  // Columns are chosen later, over what an import would do.
  if (result.kind === 'columns-unknown') result = await read({ ...choices, columns: result.reading.guess });
  if (result.kind !== 'read') return result;
  const { header, encoding, delimiter, sheet, strayMarks, skipped } = result.reading;
  if (header) rows.unshift({ line: header.line, cells: header.names });
  return { kind: 'rows', rows, file: { encoding, delimiter, sheet, strayMarks, skipped } };
}
