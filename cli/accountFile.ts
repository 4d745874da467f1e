import { readAccounts } from '#engine/read/readAccounts.ts';
import { named } from '#model/text/messages.ts';
import { leftOutTexts, readingNotes } from '#model/text/readMessages.ts';
import { type Io, noteAll, UsageError } from './program.ts';
import { readInTime } from './readInTime.ts';
import { usageErrorOf } from './readOptions.ts';

/**
 * Reads the codes of a chart of accounts from a file of any kind: the column that a first line names, else the first one.
 * Further columns, such as the name, are not needed. `used`: the accounts of the list that is compared with it.
 * @throws UsageError for a file that cannot be read, a line without a code, a file without any code, and one whose codes
 * and names stand in one column
 */
export async function readAccountFile(
  file: string,
  used: ReadonlySet<string>,
  io: Pick<Io, 'stdin' | 'stderr'>,
): Promise<readonly string[]> {
  const read = await readInTime(file, io, readAccounts);
  if (read.kind !== 'accounts' && read.kind !== 'empty') throw usageErrorOf(file, read);
  const { rows, reading } = read.kind === 'empty' ? { rows: [], reading: null } : read;
  if (reading) noteAll(file, [...leftOutTexts(reading.skipped), ...readingNotes(reading)], io);
  const { header, columns, names } = reading ?? {};
  const column = columns?.[0] ?? 0;
  const accounts = rows.map(({ line, cells }) => {
    const code = cells[0]?.trim() ?? '';
    if (code !== '') return { line, code };
    const which = header ? 'column of codes' : column === 0 ? 'first column' : `column ${column + 1}`;
    throw new UsageError(`${file}, line ${line}: the ${which} is empty; expected the code of an account.`);
  });
  if (accounts.length === 0) throw new UsageError(`${file}: no account. Put one code in each line.`);
  refuseNamesInCodes(file, accounts, used);
  const taken = `codes from column ${column + 1} (${names?.[column]})`;
  if (header) noteAll(file, [`line ${header.line} was left out: ${taken}.`], io);
  return accounts.map(({ code }) => code);
}

/**
 * `6310 Gas` may be a code, since accounts may have any name. Where the list knows no code of the file, but the `6310` of
 * that line, a code and a name are meant, and every mapping would be said to have an unknown account.
 */
function refuseNamesInCodes(
  file: string,
  accounts: readonly { line: number; code: string }[],
  used: ReadonlySet<string>,
): void {
  if (accounts.some(({ code }) => used.has(code))) return;
  const meant = accounts.find(({ code }) => used.has(code.split(/[\s:]/u, 1)[0] ?? ''));
  if (meant === undefined) return;
  throw new UsageError(
    `${file}, line ${meant.line}: ${named(meant.code)} is read as one code, and no mapping has any code of this file. ` +
      'Put a tab between code and name.',
  );
}
