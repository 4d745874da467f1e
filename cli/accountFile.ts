import { rankOf } from '#engine/import/columnNames.ts';
import { isHeader } from '#engine/import/layout.ts';
import { readTable } from '#engine/import/readTable.ts';
import { type Io, UsageError } from './program.ts';
import { openSource, usageErrorOf } from './readOptions.ts';

/**
 * Reads the codes of a chart of accounts from a file of any kind: the column that a first line names, else the first one.
 * Further columns, such as the name, are not needed.
 * @throws UsageError for a file that cannot be read, a line without a code, and a file without any code
 */
export async function readAccountFile(file: string, io: Pick<Io, 'stdin'>): Promise<readonly string[]> {
  const { source, close } = await openSource(file, io);
  try {
    const reading = await readTable(source);
    if (reading.kind === 'empty') throw new UsageError(`${file}: no account. Put one code in each line.`);
    if (reading.kind !== 'rows') throw usageErrorOf(file, reading);
    const [first] = reading.rows;
    const hasHeader = first !== undefined && isHeader(first.cells, ['code', 'name']);
    const column = hasHeader ? first.cells.findIndex((cell) => rankOf('code', cell) !== null) : 0;
    return reading.rows.slice(hasHeader ? 1 : 0).map(({ line, cells }) => {
      const code = cells[column]?.trim() ?? '';
      if (code !== '') return code;
      const which = hasHeader ? 'column of codes' : 'first column';
      throw new UsageError(`${file}, line ${line}: the ${which} is empty; expected the code of an account.`);
    });
  } finally {
    await close();
  }
}
