import {
  DELIMITERS,
  type Delimiter,
  type FileReading,
  type ReadChoices,
  type ReadFailure,
  type SkippedLine,
  type StatementFormat,
} from '#model/fileReading.ts';
import {
  foreignBytes,
  foreignOrWrapped,
  foreignText,
  LINES_LOOKED_AT,
  MAGIC_BYTES,
} from '#model/foreignFormat.ts';
import { recogniseStatement, recogniseWrapped } from '#model/recogniseStatement.ts';
import { type ByteSource, readAll } from './byteSource.ts';
import { findDelimiter, RecordReader, type SourceRow, separatorLine } from './csv.ts';
import { certain, decode, NotInEncodingError, recogniseEncoding } from './encoding.ts';
import { ReadBudget, TooLargeError } from './ReadBudget.ts';
import { DamagedStatementError } from './statement/entries.ts';
import type { StatementFile } from './statement/StatementFile.ts';
import type { WorkbookSheet } from './workbook/readWorkbook.ts';

/** A file as a table: how it was read, and its lines in batches. */
export type Table = Pick<FileReading, 'format' | 'encoding' | 'delimiter' | 'sheet'> & {
  readonly kind: 'table';
  /** A first line such as `sep=;`. */
  readonly separator: SkippedLine | null;
  /** See `FileReading`; grows while the rows are read. */
  readonly strayMarks: readonly number[];
  /** A bank statement, whose columns its format names. What it has passed over is known when all rows are read. */
  readonly statement: StatementFile | null;
  /** Blank lines are left out. Throws what {@link failureOf} understands. */
  readonly rows: AsyncIterable<readonly SourceRow[]>;
};

/** What only some kinds of files have. */
const NOT_FOUND = {
  kind: 'table',
  encoding: null,
  delimiter: null,
  sheet: null,
  separator: null,
  strayMarks: [],
  statement: null,
} as const;

export type ReadOptions = {
  /** Gets the share read, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Gets how a table is read before its first line; what is noted of the lines comes with them. */
  readonly onReading?: (reading: FileReading) => void;
  /** Cuts the lines where no delimiter is found. */
  readonly delimiterInDoubt?: Delimiter;
  /** The lines of a text are taken whole. */
  readonly areLines?: boolean;
  /** What the file may take; one of its own if not given. */
  readonly budget?: ReadBudget;
};

/** Tells whether cells name the columns that are looked for. */
type NamesColumns = (cells: readonly string[]) => boolean;

/** Opens a file as a table, whatever it is. Throws the signal's reason when cancelled. */
export async function openTable(
  source: ByteSource,
  choices: ReadChoices,
  namesColumns: NamesColumns,
  options: ReadOptions = {},
): Promise<Table | ReadFailure> {
  if (source.size === 0) return { kind: 'empty' };
  const magic = foreignBytes(await source.read(0, Math.min(source.size, MAGIC_BYTES)));
  if (magic === 'zip') return openWorkbook(source, choices, namesColumns, options);
  if (magic) return { kind: 'not-text', looksLike: magic };
  return openText(source, choices, namesColumns, options);
}

async function openWorkbook(
  source: ByteSource,
  choices: ReadChoices,
  namesColumns: NamesColumns,
  { onProgress, signal, budget }: ReadOptions,
): Promise<Table | ReadFailure> {
  const bytes = await readAll(source, signal);
  onProgress?.(0.2);
  const { readWorkbook } = await import('./workbook/readWorkbook.ts');
  const workbook = await readWorkbook(bytes, budget, signal);
  if (workbook.kind !== 'workbook') return workbook;
  onProgress?.(0.9);
  const { sheets } = workbook;
  const all = sheets.map(({ name }) => name);
  const sheet = chooseSheet(sheets, choices.sheet, namesColumns);
  if (sheet === undefined) {
    return choices.sheet === undefined
      ? { kind: 'empty' }
      : { kind: 'no-such-sheet', sheet: choices.sheet, all };
  }
  const first = sheet.rows[0]?.cells ?? [];
  const isNamed = first.length > 1 && namesColumns(first);
  const refused = refusedText(startOf(sheet), { isNamed, isOpen: true });
  if (refused) return refused;
  const rows = async function* () {
    yield sheet.rows;
    onProgress?.(1);
  };
  return {
    ...NOT_FOUND,
    format: 'xlsx',
    sheet: { name: sheet.name, all, notes: sheet.notes },
    rows: rows(),
  };
}

/**
 * Why a text is neither lines nor a table, by its first characters; null where it may be one of these. `isNamed`: its first
 * line names columns. `isOpen`: nobody has chosen a delimiter, which says that it is a table.
 */
function refusedText(
  start: string,
  { isNamed, isOpen }: { readonly isNamed: boolean; readonly isOpen: boolean },
): ReadFailure | null {
  const format = isOpen ? recogniseWrapped(start) : null;
  if (format) return { kind: 'wrapped-statement', format };
  if (isNamed) return null;
  const looksLike = isOpen ? foreignOrWrapped(start) : foreignText(start);
  return looksLike && { kind: 'not-text', looksLike };
}

/** The first rows as lines: a text that was pasted into a sheet has a line in each row. */
function startOf({ rows }: WorkbookSheet): string {
  let text = '';
  for (const { cells } of rows) {
    if (text.length >= LINES_LOOKED_AT) break;
    text += `${cells.join('\t')}\n`;
  }
  return text.replace(/\r\n?/g, '\n');
}

/** Without a choice the first sheet with a header, else the first one that is not blank. */
function chooseSheet(
  sheets: readonly WorkbookSheet[],
  chosen: string | undefined,
  namesColumns: NamesColumns,
): WorkbookSheet | undefined {
  if (chosen !== undefined) return sheets.find(({ name }) => name === chosen) ?? sheets[Number(chosen) - 1];
  const withHeader = sheets.find(({ rows }) => rows.slice(0, 60).some(({ cells }) => namesColumns(cells)));
  return withHeader ?? sheets.find(({ rows }) => rows.length > 0);
}

async function openText(
  source: ByteSource,
  choices: ReadChoices,
  namesColumns: NamesColumns,
  options: ReadOptions,
): Promise<Table | ReadFailure> {
  const { onProgress, signal, budget = new ReadBudget() } = options;
  const encoding = choices.encoding ? certain(choices.encoding) : await recogniseEncoding(source, signal);
  const isStrict = choices.encoding !== undefined || !encoding.name.startsWith('utf-');
  const onRead = (bytes: number) => onProgress?.(bytes / source.size);
  const pieces = counted(decode(source, encoding.name, { isStrict, onRead, signal }), budget);
  let first: string;
  try {
    first = (await pieces.next()).value ?? '';
  } catch (error) {
    return failureOf(error, encoding.name);
  }
  const isOpen = choices.delimiter === undefined;
  const format = isOpen ? recogniseStatement(first) : null;
  if (format) return openStatement(format, encoding, first, pieces, budget);
  const refused = refusedText(first, { isNamed: namesTable(first, namesColumns), isOpen });
  if (refused) return refused;
  const { reader, rest, ...table } = cutText(first, choices, namesColumns, options);
  return {
    ...NOT_FOUND,
    ...table,
    encoding,
    strayMarks: reader.strayLines,
    rows: readRecords(rest, pieces, reader, budget),
  };
}

/** Whether the first line names several columns: a cell below may hold JSON, HTML or whatever else. */
function namesTable(text: string, namesColumns: NamesColumns): boolean {
  const [line = ''] = text.trimStart().split('\n', 1);
  const cut = DELIMITERS.map((delimiter) => line.split(delimiter));
  return !/^[[{<]/.test(line) && cut.some((cells) => cells.length > 1 && namesColumns(cells));
}

/** How a text is cut into columns, by its first piece; `rest`: what of the piece is data. */
function cutText(
  first: string,
  choices: ReadChoices,
  namesColumns: NamesColumns,
  { areLines, delimiterInDoubt }: ReadOptions,
): Pick<Table, 'format' | 'delimiter' | 'separator'> & { reader: RecordReader; rest: string } {
  const lineEnd = first.indexOf('\n');
  const firstLine = lineEnd < 0 ? first : first.slice(0, lineEnd);
  const named = separatorLine(firstLine);
  const rest = named === null ? first : first.slice(firstLine.length + 1);
  const found = areLines ? null : findDelimiter(rest, namesColumns);
  const delimiter = choices.delimiter ?? named ?? found;
  return {
    format: delimiter === null ? 'text' : delimiter === '\t' ? 'tsv' : 'csv',
    delimiter,
    separator: named === null ? null : { line: 1, text: firstLine, reason: 'separator' },
    reader: new RecordReader(delimiter ?? delimiterInDoubt ?? null, named === null ? 1 : 2),
    rest,
  };
}

async function openStatement(
  format: StatementFormat,
  encoding: Table['encoding'],
  first: string,
  pieces: AsyncIterator<string>,
  budget: ReadBudget,
): Promise<Table> {
  const { StatementFile } = await import('./statement/StatementFile.ts');
  const statement = new StatementFile(format, budget);
  return { ...NOT_FOUND, format, encoding, statement, rows: readRecords(first, pieces, statement, budget) };
}

async function* counted(pieces: AsyncIterable<string>, budget: ReadBudget): AsyncGenerator<string> {
  for await (const piece of pieces) {
    budget.checkTime();
    budget.take('text', piece.length);
    yield piece;
  }
}

async function* readRecords(
  first: string,
  pieces: AsyncIterator<string>,
  reader: RecordReader | StatementFile,
  budget: ReadBudget,
): AsyncGenerator<readonly SourceRow[]> {
  for (let piece: string | undefined = first; piece !== undefined; ) {
    const rows = reader.read(piece);
    for (const { cells } of rows) budget.take('fields', cells.length);
    yield withoutBlank(rows);
    const next: IteratorResult<string> = await pieces.next();
    piece = next.done ? undefined : next.value;
  }
  yield withoutBlank(reader.end());
}

function withoutBlank(rows: readonly SourceRow[]): SourceRow[] {
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** The failure that an error of reading stands for; rethrows all others. */
export function failureOf(
  error: unknown,
  encoding: NonNullable<FileReading['encoding']>['name'] | null,
): ReadFailure {
  if (error instanceof TooLargeError) return { kind: 'too-large', limit: error.message };
  if (error instanceof DamagedStatementError) {
    const { format, line, message } = error;
    return { kind: 'damaged-statement', format, line, detail: message };
  }
  if (error instanceof NotInEncodingError && encoding !== null)
    return { kind: 'not-in-encoding', line: error.line, encoding };
  throw error;
}

/** A delimiter in the words of a command line or a screen. */
export function delimiterNamed(text: string): Delimiter | null {
  const names: Readonly<Record<string, Delimiter>> = {
    comma: ',',
    semicolon: ';',
    tab: '\t',
    '\\t': '\t',
    pipe: '|',
  };
  return names[text.toLowerCase()] ?? DELIMITERS.find((delimiter) => delimiter === text) ?? null;
}
