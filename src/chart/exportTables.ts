import type { AccountNameColumns, SheetTable, SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { messages } from '#model/text/messages.ts';
import { writeSpreadsheet } from '../services/spreadsheet.ts';
import { endingOf } from '../ui/csvFormats.ts';
import { downloadFile } from '../ui/downloadFile.ts';

/**
 * Downloads tables as files.
 * @param fileNames of the file of each table, without what they end with; a workbook of several has the first
 * @param done what is said then
 * @returns what is to be said: `done`, or why there is no file
 */
export async function exportTables(
  format: SpreadsheetFormat,
  fileNames: readonly string[],
  tables: readonly SheetTable[],
  done: string,
): Promise<string> {
  const result = await writeSpreadsheet(format, tables);
  if (result.kind === 'too-many-rows') return messages.exportTooLong(result.most);
  for (const [i, file] of result.files.entries()) downloadFile(file, `${fileNames[i]}.${endingOf(format)}`);
  return done;
}

/**
 * The columns of a table with the names of its accounts; undefined for none.
 * @param titles of such columns, each with the title of the one that has the accounts, where the table has that
 */
export function nameColumns(
  byCode: ReadonlyMap<string, string> | null,
  header: readonly string[],
  titles: Readonly<Record<string, string>> = { 'Account name': 'GL Account' },
): AccountNameColumns | undefined {
  const columns = Object.entries(titles).flatMap(([title, of]) =>
    header.includes(of) ? { title, of: header.indexOf(of) } : [],
  );
  return byCode !== null && byCode.size > 0 && columns.length > 0 ? { byCode, columns } : undefined;
}
