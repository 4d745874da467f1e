import { open } from 'node:fs/promises';
import { type ByteSource, sourceOfBytes } from '#engine/read/byteSource.ts';
import { encodingNamed } from '#engine/read/encoding.ts';
import { delimiterNamed } from '#engine/read/table.ts';
import {
  ENCODINGS,
  type EncodingName,
  type FileReading,
  isStatementFormat,
  type ReadChoices,
  type ReadFailure,
} from '#model/fileReading.ts';
import {
  encodingSamples,
  isOff,
  leftOutTexts,
  readFailureText,
  readingNotes,
  statementText,
} from '#model/text/readMessages.ts';
import { type Io, readBytes, UsageError } from './program.ts';

/** The options by which a program reads a file otherwise than it would by itself, for `parseArgs`. */
export const READ_OPTIONS = {
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  sheet: { type: 'string' },
  columns: { type: 'string' },
  header: { type: 'string' },
} as const;

export const READ_HELP = `  --encoding NAME  the encoding of a text file, such as utf-8, windows-1252, shift_jis, cp850; recognised if not given
  --delimiter D    comma, semicolon, tab, pipe, or the character; recognised if not given
  --sheet NAME|N   the sheet of a workbook, by its name or number; else the first one whose columns are named
  --columns A,B    the columns by name or number, description first; else they are found by the line that names them
  --header N|none  the number of the line that names the columns; none: every line is data, and none is left out
`;

export type ReadValues = { readonly [name in keyof typeof READ_OPTIONS]?: string | undefined };

/** What the options of a file begin with, where a program reads several: `--input-encoding`. */
export type OptionPrefix = '--' | '--input-';

/**
 * What the options say.
 * @throws UsageError for one that is not understood; `columns`: how many columns the program needs
 */
export function readChoices(values: ReadValues, columns: number, prefix: OptionPrefix = '--'): ReadChoices {
  const { encoding, delimiter, sheet, header } = values;
  return {
    ...(encoding !== undefined && { encoding: encodingOption(encoding, prefix) }),
    ...(delimiter !== undefined && { delimiter: delimiterOption(delimiter, prefix) }),
    ...(sheet !== undefined && { sheet }),
    ...(values.columns !== undefined && { columns: columnsOption(values.columns, columns, prefix) }),
    ...(header !== undefined && { header: headerOption(header, prefix) }),
  };
}

function encodingOption(label: string, prefix: OptionPrefix): EncodingName {
  const name = encodingNamed(label);
  if (name === null)
    throw new UsageError(`${prefix}encoding ${label}: not known. Known are ${ENCODINGS.join(', ')}.`);
  return name;
}

function delimiterOption(text: string, prefix: OptionPrefix) {
  const delimiter = delimiterNamed(text);
  if (delimiter !== null) return delimiter;
  throw new UsageError(`${prefix}delimiter ${text}: expected comma, semicolon, tab or pipe. See --help.`);
}

function columnsOption(text: string, count: number, prefix: OptionPrefix): (string | number)[] {
  // Where one column is meant, several may be joined.
  const columns = text.split(count === 1 ? '+' : ',').map((column) => column.trim());
  if ((columns.length !== count && count > 1) || columns.includes('')) {
    const expected =
      count === 1
        ? 'one column, or several with + between them'
        : `${count} columns with a comma between them`;
    throw new UsageError(`${prefix}columns ${text}: expected ${expected}. See --help.`);
  }
  return columns.map((column) => (/^\d+$/.test(column) ? Number(column) - 1 : column));
}

function headerOption(text: string, prefix: OptionPrefix): number | null {
  if (text === 'none') return null;
  const line = Number(text);
  if (Number.isInteger(line) && line >= 1) return line;
  throw new UsageError(`${prefix}header ${text}: expected the number of a line, or none. See --help.`);
}

/**
 * A file as a source, and what closes it; `-` is standard input.
 * @throws UsageError when it cannot be opened
 */
export async function openSource(
  file: string,
  io: Pick<Io, 'stdin'>,
): Promise<{ source: ByteSource; close: () => Promise<void> }> {
  if (file === '-') return { source: sourceOfBytes(await readBytes(io.stdin)), close: async () => {} };
  try {
    const handle = await open(file);
    const stat = await handle.stat();
    if (stat.isDirectory()) {
      await handle.close();
      throw new UsageError(`cannot read ${file}: it is a folder.`);
    }
    // A pipe, such as /dev/stdin or <(…) of a shell, has no size and no positions.
    if (!stat.isFile()) {
      const bytes = await handle.readFile();
      await handle.close();
      return { source: sourceOfBytes(bytes), close: async () => {} };
    }
    const read = async (from: number, to: number) => {
      const bytes = new Uint8Array(to - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    };
    return { source: { size: stat.size, read }, close: () => handle.close() };
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw new UsageError(`cannot read ${file}: ${error.message}`);
    throw error;
  }
}

const OPTION_FOR: Partial<Record<ReadFailure['kind'], string>> = {
  'not-in-encoding': 'encoding',
  'no-such-sheet': 'sheet',
  'no-such-column': 'columns',
  'columns-unknown': 'columns, by name or number',
};

/** The mistake that a file which cannot be read is, with the option that helps. */
export function usageErrorOf(file: string, failure: ReadFailure, prefix: OptionPrefix = '--'): UsageError {
  const text = readFailureText(failure);
  const named = OPTION_FOR[failure.kind];
  const option = failure.kind === 'bank-statement' ? '--input of classify' : named && `${prefix}${named}`;
  return new UsageError(
    `${file}: ${option === undefined ? text : `${text.replace(/\.$/, '')} (${option}).`}`,
  );
}

/**
 * Says on standard error what was decided about a file that its user might decide otherwise.
 * @throws UsageError for a choice that a file of its kind cannot heed
 */
export function reportReading(
  file: string,
  reading: FileReading,
  choices: ReadChoices,
  io: Pick<Io, 'stderr'>,
  prefix: OptionPrefix = '--',
  kind: 'list' | 'statement' = 'list',
): void {
  const { encoding, header, skipped, sheet, statements } = reading;
  refuseUnheeded(file, reading, choices, prefix);
  const notes: string[] = [];
  if (encoding && !encoding.isCertain) {
    notes.push(
      `the encoding is not certain: ${encodingSamples(encoding)}. Read as the first; check the letters, or use ${prefix}encoding; if none is right, save the file as UTF-8.`,
    );
  }
  if (sheet && sheet.all.length > 1)
    notes.push(`read sheet “${sheet.name}” of ${sheet.all.length} (${prefix}sheet).`);
  const remedy = isStatementFormat(reading.format) ? '' : ` ${prefix}header none reads all lines.`;
  notes.push(...leftOutTexts(skipped).map((text) => text + remedy));
  notes.push(...statements.filter(isOff).map(statementText), ...readingNotes(reading));
  if (header)
    notes.push(`line ${header.line} (${header.names.join(', ')}) names the columns and was left out.`);
  if (!isStatementFormat(reading.format)) notes.push(...columnsTaken(reading, prefix, kind));
  for (const note of notes) io.stderr.write(`${file}: ${note}\n`);
}

function refuseUnheeded(
  file: string,
  { columns, header, sheet }: FileReading,
  choices: ReadChoices,
  prefix: OptionPrefix,
): void {
  if (columns !== null && new Set(columns).size < columns.length)
    throw new UsageError(
      `${file}: descriptions and accounts are both taken from column ${(columns[0] ?? 0) + 1}. Name two columns, description first (${prefix}columns).`,
    );
  if (typeof choices.header === 'number' && header?.line !== choices.header)
    throw new UsageError(`${file}: no line ${choices.header} can name its columns (${prefix}header).`);
  if (choices.sheet !== undefined && sheet === null)
    throw new UsageError(`${file}: it is no workbook and has no sheets. Leave out ${prefix}sheet.`);
}

/** Which columns were taken; nothing where a file has no others and no names for them. */
function columnsTaken(
  { columns, names, header }: FileReading,
  prefix: OptionPrefix,
  kind: 'list' | 'statement',
): string[] {
  if (columns === null || (header === null && names.length <= columns.length)) return [];
  const taken = columns.map((column, i) => {
    const role = i === 0 ? 'descriptions from ' : kind === 'list' ? 'accounts from ' : '';
    return `${role}column ${column + 1}${header ? ` (${names[column]})` : ''}`;
  });
  return [`${taken.join(kind === 'list' ? ', ' : ' + ')} (${prefix}columns).`];
}
