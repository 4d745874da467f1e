import type { FileReading, ReadChoices, ReadFailure } from '#model/fileReading.ts';
import { unguardedFileCell } from '#model/spreadsheetCell.ts';
import { type ByteSource, sourceOfBytes } from './byteSource.ts';
import { readPastedText } from './columns.ts';
import { isHeader } from './layout.ts';
import { failureOf, openTable } from './table.ts';

/** The lines of a table as cells, with the number of each line; blank lines are left out. */
export type SourceRow = { readonly line: number; readonly cells: readonly string[] };

type TableReading =
  | {
      readonly kind: 'rows';
      readonly rows: readonly SourceRow[];
      readonly file: Pick<FileReading, 'encoding' | 'delimiter' | 'sheet' | 'strayMarks'>;
    }
  | ReadFailure;

/**
 * Reads all cells of a chart of accounts: a pasted text, or a file of any kind that `openTable` reads. Of `choices`,
 * encoding, delimiter and sheet count.
 */
export async function readTable(
  source: string | ByteSource,
  choices: ReadChoices = {},
): Promise<TableReading> {
  const bytes =
    typeof source === 'string' ? sourceOfBytes(new TextEncoder().encode(readPastedText(source))) : source;
  const table = await openTable(bytes, choices, (cells) => isHeader(cells, ['code', 'name']), {
    delimiterInDoubt: ',',
  });
  if (table.kind !== 'table') return table;
  if (table.statement) return { kind: 'bank-statement', format: table.statement.format };
  // The cells of a workbook are as they are written; those of pasted columns have been read already.
  const isPlain = table.format === 'xlsx' || (typeof source === 'string' && table.delimiter === '\t');
  const rows: SourceRow[] = [];
  try {
    for await (const batch of table.rows) {
      for (const { line, cells, shown } of batch)
        rows.push({
          line,
          cells: isPlain ? cells.map((cell, i) => shown?.get(i) ?? cell) : cells.map(unguardedFileCell),
        });
    }
  } catch (error) {
    return failureOf(error, table.encoding?.name ?? null);
  }
  const { encoding, delimiter, sheet, strayMarks } = table;
  return rows.length === 0
    ? { kind: 'empty' }
    : { kind: 'rows', rows, file: { encoding, delimiter, sheet, strayMarks } };
}
