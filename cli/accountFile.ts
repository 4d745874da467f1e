import Papa from 'papaparse';
import { unguard } from '#engine/import/columns.ts';
import { withoutBom } from './mappingFile.ts';
import { UsageError } from './program.ts';

/**
 * Reads the codes of a chart of accounts: the first column of each line, tab-separated or, without a tab, CSV. Further
 * columns, such as the name, are not needed.
 * @param file its name, for messages
 * @throws UsageError for a line without a code, one that is neither form, and a file without any code
 */
export function readAccountFile(text: string, file: string): readonly string[] {
  const codes: string[] = [];
  for (const [i, line] of withoutBom(text)
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '') continue;
    const code = firstColumn(line, `${file}, line ${i + 1}`).trim();
    if (code === '') {
      throw new UsageError(
        `${file}, line ${i + 1}: the first column is empty; expected the code of an account.`,
      );
    }
    codes.push(code);
  }
  if (codes.length === 0) throw new UsageError(`${file}: no account. Put one code in each line.`);
  return codes;
}

function firstColumn(line: string, place: string): string {
  const tab = line.indexOf('\t');
  if (tab >= 0) return unguard(line.slice(0, tab));
  if (line.includes(';') && !line.includes(',')) {
    throw new UsageError(
      `${place}: no tab and no comma, but a semicolon. Save the chart with tabs or commas between its columns.`,
    );
  }
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: ',', newline: '\n' });
  const [error] = errors;
  if (error !== undefined) {
    throw new UsageError(
      `${place}: a quotation mark without its partner. Put each code and its name in one line.`,
    );
  }
  return unguard(data[0]?.[0] ?? '');
}
