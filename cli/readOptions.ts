import { encodingNamed } from '#engine/read/encoding.ts';
import { delimiterNamed } from '#engine/read/table.ts';
import {
  ENCODINGS,
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
import { type Io, noteAll, optionValue, UsageError } from './program.ts';

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
  const choice = <Value>(
    name: keyof ReadValues,
    text: string,
    read: (text: string) => Value | undefined,
    expected: string,
  ) => optionValue(`${prefix}${name}`, text, read, expected);
  const several = columns === 1 ? DESCRIPTIONS : `${columns} columns with a comma between them`;
  return {
    ...(encoding !== undefined && {
      encoding: choice(
        'encoding',
        encoding,
        (text) => encodingNamed(text) ?? undefined,
        `one of ${ENCODINGS.join(', ')}`,
      ),
    }),
    ...(delimiter !== undefined && {
      delimiter: choice(
        'delimiter',
        delimiter,
        (text) => delimiterNamed(text) ?? undefined,
        'comma, semicolon, tab or pipe',
      ),
    }),
    ...(sheet !== undefined && { sheet }),
    ...(values.columns !== undefined && {
      columns: choice('columns', values.columns, (text) => columnsOf(text, columns), several),
    }),
    ...(header !== undefined && {
      header: choice('header', header, headerOf, 'the number of a line, or none'),
    }),
  };
}

/** Whether the option names no columns of a list: one with descriptions, or several that are joined. */
export function areDescriptions(columns: string | undefined): columns is string {
  return columns !== undefined && !columns.includes(',');
}

const DESCRIPTIONS = 'one column, or several with + between them';

/** `count`: one with descriptions, which may be several that are joined, or one for each role. */
function columnsOf(text: string, count: number): (string | number)[] | undefined {
  const columns = text.split(count === 1 ? '+' : ',').map((column) => column.trim());
  if ((columns.length !== count && count > 1) || columns.includes('')) return undefined;
  return columns.map((column) => (/^\d+$/.test(column) ? Number(column) - 1 : column));
}

/** The number of a line; null for none. */
function headerOf(text: string): number | null | undefined {
  if (text === 'none') return null;
  const line = Number(text);
  return Number.isInteger(line) && line >= 1 ? line : undefined;
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
  noteAll(file, notes, io);
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

/** What is said of some lines, the first of which are named; nothing without any. */
export function namedAfter(what: string, lines: readonly (number | string)[]): string[] {
  if (lines.length === 0) return [];
  const named = [...new Set(lines)];
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return [`${what}: line ${named.slice(0, MOST_NAMED).join(', ')}${more}.`];
}

/** Lines that are named one by one. */
const MOST_NAMED = 10;
