import type {
  ColumnRole,
  Delimiter,
  FileReading,
  ListChoices,
  ReadFailure,
  SkippedLine,
} from '#model/fileReading.ts';
import { unguardedFileCell } from '#model/spreadsheetCell.ts';
import { grouped } from '#model/text/figures.ts';
import type { ByteSource } from './byteSource.ts';
import { joinedDescription } from './columns.ts';
import type { SourceRow } from './csv.ts';
import {
  findLayout,
  isHeader,
  isTotalLine,
  type Layout,
  MAX_BELOW,
  skippedLine,
  statementLayout,
} from './layout.ts';
import { isPayment, isValueCell } from './paymentLines.ts';
import { failureOf, openTable, type ReadOptions, type Table } from './table.ts';

/** One line of data. */
export type ColumnRow = {
  readonly line: number;
  /** The cell of each role that was asked for, on one line; undefined where the line has no such column. */
  readonly values: readonly (string | undefined)[];
  /** All cells. */
  readonly cells: readonly string[];
  /** The line has cells behind the columns, which are read by their order. */
  readonly hasLeftOut: boolean;
  /** The line has more columns than the table: a delimiter stands in a text without quotation marks. */
  readonly hasExtra: boolean;
  /** Has bytes that mean nothing in the encoding of the file. */
  readonly isDamaged: boolean;
  /** Has U+FFFD, for such bytes or written by another program. */
  readonly hasLost: boolean;
  /** Looks like a total or a balance. */
  readonly isTotal: boolean;
};

/**
 * What is done with a line: of one that is `rejected` the caller says why, `skip` counts it among the skipped lines (a total),
 * `stop` ends the reading.
 */
type RowAnswer = 'taken' | 'rejected' | 'skip' | 'stop';

export type ColumnsRead = { readonly kind: 'read'; readonly reading: FileReading } | ReadFailure;

/** Lines by which header, delimiter and columns are found. */
const HEAD_LINES = 260;
/** No spreadsheet has more. */
const MAX_COLUMNS = 16_384;
/** Fewer than this share of the lines of a table without a header have another number of columns than the rest. */
const ODD_SHARE = 0.1;
/** So many skipped lines are remembered. */
const MAX_SKIPPED = 10_000;

/**
 * Reads the columns that are asked for from a file of any kind: every line of data is given to `onRow`, in order.
 * `roles`: what the columns hold, by which they are found in a header; without one, a table of as many columns is read in
 * their order, and a wider one needs a choice. A text with descriptions that turns out to be no table is read as its lines.
 * Throws the signal's reason when cancelled, and what `source.read` throws.
 */
export async function readColumns(
  source: ByteSource,
  roles: readonly ColumnRole[],
  choices: ListChoices,
  onRow: (row: ColumnRow) => RowAnswer,
  options: ReadOptions = {},
): Promise<ColumnsRead> {
  const table = await openTable(source, choices, (cells) => isHeader(cells, roles), options);
  if (table.kind !== 'table') return table;
  const hasWanted = roles.every((role) => role === 'description');
  if (table.statement && !hasWanted) return { kind: 'bank-statement', format: table.statement.format };
  try {
    const read = await readTable(table, roles, choices, onRow, options);
    return read ?? (await readColumns(source, roles, choices, onRow, { ...options, areLines: true }));
  } catch (error) {
    return failureOf(error, table.encoding?.name ?? null);
  }
}

async function readTable(
  table: Table,
  roles: readonly ColumnRole[],
  choices: ListChoices,
  onRow: (row: ColumnRow) => RowAnswer,
  { onReading }: ReadOptions,
): Promise<ColumnsRead | null> {
  const batches = table.rows[Symbol.asyncIterator]();
  const head = await readHead(batches);
  const { statement } = table;
  const refused = refusedHead(head, table);
  if (refused !== null) return refused;
  const layout = statement
    ? statementLayout(head, statement.names, choices)
    : findLayout(head, roles, table.delimiter, choices);
  if ('unknownColumn' in layout) {
    return { kind: 'no-such-column', column: layout.unknownColumn, names: layout.names };
  }
  if (roles.length === 1 && arePlain(head, layout, table, choices)) return null;
  const skipped = [...(table.separator ? [table.separator] : []), ...layout.skipped];
  const extraLines: number[] = [];
  const undecodedLines: number[] = [];
  const reading = { ...readingOf(table, layout, skipped), extraLines, undecodedLines, statements: [] };
  if (layout.columns === null)
    return { kind: 'columns-unknown', missing: missingRoles(layout, roles), reading };
  onReading?.(reading);
  const reader = new RowReader(layout, table, {
    roles: roles.length,
    skips: choices.header !== null && !statement,
  });
  const hasEnd = roles.length === 1 && choices.header !== null && hasPayments(head, table);
  const below: SourceRow[] | null = hasEnd ? [] : null;
  const noted = { skipped, extraLines, undecodedLines };
  await readBatches(withHead(head, batches), below, (rows) => readRows(rows, reader, onRow, noted));
  for (const row of below ?? []) note(skipped, skippedLine(row, 'outside'));
  skipped.push(...(statement?.skipped.slice(0, MAX_SKIPPED) ?? []));
  return { kind: 'read', reading: { ...reading, statements: statement?.totals ?? [] } };
}

/** Reads until `read` answers false; `below` gets the rows behind the last payment, where they are to be left out. */
async function readBatches(
  batches: AsyncIterable<readonly SourceRow[]>,
  below: SourceRow[] | null,
  read: (rows: readonly SourceRow[]) => boolean,
): Promise<void> {
  for await (const rows of batches) if (!read(below ? withoutEnd(rows, below) : rows)) return;
}

/** Why a table is none, by its first lines; null where it is one. */
function refusedHead(head: readonly SourceRow[], { statement }: Table): ReadFailure | null {
  const widest = head.find(({ cells }) => cells.length > MAX_COLUMNS);
  if (widest !== undefined)
    return { kind: 'too-large', limit: `line ${widest.line} has ${grouped(widest.cells.length)} columns` };
  if (head.length > 0) return null;
  if (statement === null) return { kind: 'empty' };
  const { format, skipped } = statement;
  return { kind: 'no-payments', format, skipped: skipped.slice(0, MAX_SKIPPED) };
}

/**
 * Whether lines are no table but a text in which delimiters stand: their numbers of columns differ, or their commas most
 * often have a blank behind them. No prose has tabs.
 */
function arePlain(
  head: readonly SourceRow[],
  { header }: Layout,
  { delimiter, separator }: Table,
  choices: ListChoices,
): boolean {
  const isTable = header !== null || separator !== null || choices.delimiter || choices.columns;
  if (isTable || delimiter === null || delimiter === '\t') return false;
  const counts = new Map<number, number>();
  for (const { cells } of head) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const odd = head.length - Math.max(...counts.values());
  const linesWith = (pattern: RegExp) =>
    head.filter(({ cells }) => cells.slice(1).some((cell) => pattern.test(cell))).length;
  const isProse = delimiter === ',' && linesWith(/^ \S/) * 2 > linesWith(/./s);
  return isProse || odd >= Math.max(1, head.length * ODD_SHARE);
}

/** Whether the first lines of a table have dates and amounts; the formats of banks say themselves what is a payment. */
function hasPayments(head: readonly SourceRow[], { statement }: Table): boolean {
  return statement === null && head.some(({ cells }) => isPayment(cells));
}

/**
 * Rows up to the last that has a date or an amount. Those behind it wait in `below`: they are rows if another such one
 * follows, else a disclaimer or a signature below the table.
 */
function withoutEnd(rows: readonly SourceRow[], below: SourceRow[]): readonly SourceRow[] {
  const all = [...below.splice(0), ...rows];
  const last = all.findLastIndex(({ cells }) => cells.some(isValueCell));
  const end = Math.max(last + 1, all.length - MAX_BELOW);
  below.push(...all.slice(end));
  return all.slice(0, end);
}

/** Lines that are noted while they are read. */
type Noted = {
  readonly skipped: SkippedLine[];
  readonly extraLines: number[];
  readonly undecodedLines: number[];
};

/** Answers false where `onRow` has stopped the reading. */
function readRows(
  rows: readonly SourceRow[],
  reader: RowReader,
  onRow: (row: ColumnRow) => RowAnswer,
  noted: Noted,
): boolean {
  for (const row of rows) {
    if (reader.isAbove(row)) continue;
    if (reader.isRepeatedHeader(row)) note(noted.skipped, skippedLine(row, 'header'));
    else if (!readRow(row, reader.read(row), onRow, noted)) return false;
  }
  return true;
}

function readRow(
  source: SourceRow,
  row: ColumnRow,
  onRow: (row: ColumnRow) => RowAnswer,
  noted: Noted,
): boolean {
  const answer = onRow(row);
  if (answer === 'skip') note(noted.skipped, skippedLine(source, 'total'));
  else if (answer === 'taken' && row.hasExtra) note(noted.extraLines, row.line);
  if (answer === 'taken' && row.hasLost) note(noted.undecodedLines, row.line);
  return answer !== 'stop';
}

function note<Line>(lines: Line[], line: Line): void {
  if (lines.length < MAX_SKIPPED) lines.push(line);
}

async function* withHead(head: readonly SourceRow[], batches: AsyncIterator<readonly SourceRow[]>) {
  yield head;
  for (let next = await batches.next(); !next.done; next = await batches.next()) yield next.value;
}

async function readHead(batches: AsyncIterator<readonly SourceRow[]>): Promise<readonly SourceRow[]> {
  let head: readonly SourceRow[] = [];
  while (head.length < HEAD_LINES) {
    const next = await batches.next();
    if (next.done) break;
    head = head.length === 0 ? next.value : [...head, ...next.value];
  }
  return head;
}

function readingOf(
  table: Table,
  layout: Layout,
  skipped: readonly SkippedLine[],
): Omit<FileReading, 'extraLines' | 'undecodedLines' | 'statements'> {
  const { format, encoding, delimiter, sheet, strayMarks } = table;
  const { header, columns, guess, names, preview } = layout;
  return { format, encoding, delimiter, sheet, header, columns, guess, names, preview, skipped, strayMarks };
}

/** Those that no name of the header means. */
function missingRoles({ header }: Layout, roles: readonly ColumnRole[]): ColumnRole[] {
  const missing = roles.filter((role) => header === null || !isHeader(header.names, [role]));
  // All are named, the GL account more than once.
  return missing.length === 0 ? ['account'] : missing;
}

/** Picks the cells of the columns from the lines of one table. */
class RowReader {
  readonly #layout: Layout;
  readonly #columns: readonly number[];
  /** Several columns are the descriptions. */
  readonly #areJoined: boolean;
  readonly #delimiter: Delimiter | null;
  readonly #skips: boolean;
  readonly #isText: boolean;
  readonly #isDamaged: boolean;
  readonly #header: string | null;

  constructor(
    layout: Layout,
    { delimiter, format, encoding, statement }: Table,
    { roles, skips }: { readonly roles: number; readonly skips: boolean },
  ) {
    this.#layout = layout;
    this.#columns = layout.columns ?? [];
    this.#areJoined = roles < this.#columns.length;
    this.#delimiter = delimiter ?? ',';
    this.#skips = skips;
    this.#isDamaged = encoding?.isDamaged ?? false;
    this.#isText = format !== 'xlsx' && statement === null;
    this.#header = layout.header?.names.join('\n') ?? null;
  }

  /** Whether a line is the header, or above it. */
  isAbove({ line }: SourceRow): boolean {
    return line <= this.#layout.below;
  }

  /** A list of several pages has its header on each of them. */
  isRepeatedHeader({ cells }: SourceRow): boolean {
    if (this.#header === null || !this.#skips) return false;
    return (
      cells
        .map((cell) => cell.trim())
        .join('\n')
        .trimEnd() === this.#header
    );
  }

  read({ line, cells: stored, shown }: SourceRow): ColumnRow {
    // Of what is asked for, what the sheet shows counts: 6100-01, though 610001 is stored.
    const raw = shown
      ? stored.map((cell, i) => (this.#columns.includes(i) ? (shown.get(i) ?? cell) : cell))
      : stored;
    const cells = raw.map((cell) => oneLine(this.#isText ? unguardedFileCell(cell) : cell));
    const { width } = this.#layout;
    const joined = width === 0 ? this.#joinRest(this.#mixed(raw) ?? cells) : cells;
    const hasExtra =
      width > 0 && this.#delimitsText() && cells.slice(width).some((cell) => cell.trim() !== '');
    const own = this.#columns.map((column) => joined[column]);
    const values = this.#areJoined ? [joinedDescription(own)] : own;
    const hasLost = cells.some((cell) => cell.includes('\ufffd'));
    const last = Math.max(...this.#columns);
    const hasLeftOut = width === 0 && joined.slice(last + 1).some((cell) => cell.trim() !== '');
    return {
      line,
      values,
      cells,
      hasLeftOut,
      hasExtra,
      isDamaged: this.#isDamaged && hasLost,
      hasLost,
      isTotal: this.#skips && isTotalLine(cells),
    };
  }

  /**
   * The cells of a line that has another delimiter than the rest, a tab or one comma: lists are put together from
   * several sources. Null for all others.
   */
  #mixed(raw: readonly string[]): string[] | null {
    const [cell = '', ...others] = raw;
    if (this.#columns.length < 2 || others.length > 0) return null;
    const parts = cell.split(this.#delimiter === '\t' ? ',' : '\t');
    const isMixed = parts.length === 2 || (parts.length > 2 && this.#delimiter !== '\t');
    return isMixed ? parts.map(oneLine) : null;
  }

  /** Commas and semicolons stand in texts, tabs do not. */
  #delimitsText(): boolean {
    return this.#delimiter !== null && this.#delimiter !== '\t';
  }

  /** The last column takes in what follows, delimiters included, less the empty columns that spreadsheets add. */
  #joinRest(cells: readonly string[]): readonly string[] {
    const last = Math.max(...this.#columns);
    if (cells.length <= last + 1 || !this.#delimitsText()) return cells;
    const rest = cells.slice(last);
    while (rest.length > 1 && rest.at(-1)?.trim() === '') rest.pop();
    return [...cells.slice(0, last), rest.join(this.#delimiter ?? '')];
  }
}

/** Makes line breaks and tabs spaces, as the classifier does: they cannot be stored in a key. */
function oneLine(cell: string): string {
  return cell.replace(/[\t\n\v\f\r]+/g, ' ');
}
