import {
  type ColumnRole,
  type Delimiter,
  type FileReading,
  type ListChoices,
  NO_COLUMN,
  type ReadChoices,
  type SkippedLine,
} from '#model/fileReading.ts';
import type { Rows } from '../rows.ts';
import { rowLabel } from './amounts/rowLabels.ts';
import { findAccountRivals, findCategories, isColumnName, rankOf } from './columnNames.ts';
import { cellsOf, columnsOf, sampleRows, textScore } from './columns.ts';
import type { SourceRow } from './csv.ts';
import { descriptionColumns } from './descriptionColumns.ts';
import { headerOfPayments, isPayment, isValueCell } from './paymentLines.ts';
import { plainName } from './plainNames.ts';
import { filledWidth } from './RecordScanner.ts';
import { DESCRIPTION_COLUMN } from './statement/entries.ts';

/** A header is looked for in so many lines; banks put an address and an account number above it. */
const HEADER_LINES = 60;
const PREVIEW_LINES = 8;
const PREVIEW_COLUMNS = 40;
const PREVIEW_LENGTH = 80;
/** Lines of which the columns are guessed. */
const SAMPLE_LINES = 200;
/** A header without known names is recognised by this many lines below it, at the least. */
const LINES_BELOW = 20;
const LEAST_BELOW = 3;
/** What a table may lack; one of a single column, names too. */
const OPTIONAL: ReadonlySet<ColumnRole | undefined> = new Set(['note', 'retired']);
/** Without names, so many columns are read by their order. */
const MOST_IN_ORDER = 2;
/** No more lines stand below the last payment. */
export const MAX_BELOW = 1000;
/** A table whose lines have more columns than asked for: at least so many of them have. */
const WIDE_SHARE = 0.6;

/** Of several columns the one with accounts has so many codes of the chart, and the others so few. */
const MOST = 0.5;
const FEW = 0.2;

/** Where the data of a table are. */
export type Layout = Pick<FileReading, 'header' | 'columns' | 'guess' | 'names' | 'preview'> & {
  /** Lines above the data. */
  readonly skipped: readonly SkippedLine[];
  /** Data begin below this line. */
  readonly below: number;
  /** Number of columns of the table; 0 where the last column takes in what a line has too many. */
  readonly width: number;
};

/** Finds header, preamble and columns of a table from its first lines that are not blank. */
export function findLayout(
  head: readonly SourceRow[],
  roles: readonly ColumnRole[],
  delimiter: Delimiter | null,
  choices: ListChoices,
): Layout | { readonly unknownColumn: string; readonly names: readonly string[] } {
  const at = headerIndex(head, roles, choices.header);
  const header = at === null ? undefined : head[at];
  const data = head.slice(at === null ? 0 : at + 1, (at ?? 0) + SAMPLE_LINES);
  const widest = Math.max(trimmedLength(header), ...data.map(trimmedLength));
  const names = Array.from({ length: widest }, (_, i) => header?.cells[i]?.trim() || `Column ${i + 1}`);
  const shared = {
    header: header ? { line: header.line, names: names.slice(0, trimmedLength(header)) } : null,
    names,
    preview: data
      .slice(0, PREVIEW_LINES)
      .map(({ cells, shown }) =>
        cells.slice(0, PREVIEW_COLUMNS).map((cell, i) => shorten(shown?.get(i) ?? cell)),
      ),
    skipped: head.slice(0, at ?? 0).map((row) => skippedLine(row, 'preamble')),
    below: header?.line ?? 0,
  };
  if (choices.columns) {
    const columns = columnsOfChoice(choices.columns, names, roles);
    if ('unknownColumn' in columns) return columns;
    return { ...shared, ...columns, guess: [], width: widest > inOrder(roles) ? widest : 0 };
  }
  const assigned = assign(header, data, roles, delimiter);
  return {
    ...shared,
    ...(choices.accounts ? bySight(assigned, header, data, roles, choices.accounts) : assigned),
  };
}

/** Where a table is in a pasted text: its rows from `from` to `to` (excluded), and what stands around them. */
export type FoundTable = {
  readonly from: number;
  readonly to: number;
  readonly header: Layout['header'];
  /** Lines above the header and below the last payment. */
  readonly skipped: readonly SkippedLine[];
};

/**
 * Finds header and end of a table in pasted lines, as in a file; null where every line is a row. Only a header with several
 * names stands below other lines.
 */
export function findTable(lines: Rows): FoundTable | null {
  const head = sampleRows(lines);
  const at = head.length > 1 ? headerIndex(head, ['description'], undefined) : null;
  const found = head[at ?? -1];
  const header = found && (found.line === 1 || filled(found.cells) > 1) ? found : undefined;
  const below = head.some(({ cells }) => isPayment(cells)) ? linesBelow(lines) : [];
  if (header === undefined && below.length === 0) return null;
  const above = header ? head.slice(0, at ?? 0) : [];
  return {
    from: header?.line ?? 0,
    to: (below[0]?.line ?? lines.count + 1) - 1,
    header: header ? { line: header.line, names: header.cells.map((cell) => cell.trim()) } : null,
    skipped: [
      ...above.map((row) => skippedLine(row, 'preamble')),
      ...below.map((row) => skippedLine(row, 'outside')),
    ],
  };
}

/** The lines with text below the last that has a date or an amount. */
function linesBelow(lines: Rows): readonly SourceRow[] {
  const below: SourceRow[] = [];
  for (let row = lines.count - 1; row >= 0 && row >= lines.count - MAX_BELOW; row--) {
    const cells = cellsOf(lines, row);
    if (cells.some(isValueCell)) return below;
    if (filled(cells) > 0) below.unshift({ line: row + 1, cells });
  }
  return [];
}

/** The columns of a bank statement, which its format names. */
export function statementLayout(
  head: readonly SourceRow[],
  names: readonly string[],
  { columns: chosen }: ReadChoices,
): Layout | { readonly unknownColumn: string; readonly names: readonly string[] } {
  const columns = columnsOfChoice(chosen ?? [DESCRIPTION_COLUMN], names, ['description']);
  if ('unknownColumn' in columns) return columns;
  return {
    header: null,
    ...columns,
    guess: columns.columns,
    names,
    preview: head.slice(0, PREVIEW_LINES).map(({ cells }) => cells.map(shorten)),
    skipped: [],
    below: 0,
    // A statement gets further columns while it is read.
    width: Number.POSITIVE_INFINITY,
  };
}

function shorten(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim();
  return text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : text;
}

type Assigned = Pick<Layout, 'columns' | 'guess' | 'width'>;

function assign(
  header: SourceRow | undefined,
  data: readonly SourceRow[],
  roles: readonly ColumnRole[],
  delimiter: Delimiter | null,
): Assigned {
  const columns = header ? columnsByName(header.cells, roles) : null;
  const width = Math.max(trimmedLength(header), header ? 0 : usualLength(data));
  if (roles.length === 1 && roles[0] === 'description') {
    const [main = 0] = columns ?? guessColumns(data, roles, width);
    const lines = data.map(({ cells }) => cells);
    const joined = descriptionColumns(main, header?.cells ?? [], lines);
    return { columns: joined, guess: joined, width: header || joined.length > 1 ? width : 0 };
  }
  const asked = inOrder(roles);
  if (columns) return { columns, guess: columns, width: width > asked ? width : 0 };
  const first = roles.map((_, i) => (i < asked ? i : NO_COLUMN));
  const guess = guessColumns(data, roles, width);
  if (roles.length === 1) return { columns: guess, guess, width: 0 };
  const isWide = header ? width > asked : isWideTable(data, asked, delimiter);
  return isWide ? { columns: null, guess, width } : { columns: first, guess: first, width: 0 };
}

/** How many of the roles are read by their order where nothing is named. */
function inOrder(roles: readonly ColumnRole[]): number {
  return Math.min(MOST_IN_ORDER, roles.length);
}

/** Without columns where several may be the GL account and the chart of accounts does not tell which. */
function bySight(
  assigned: Assigned,
  header: SourceRow | undefined,
  data: readonly SourceRow[],
  roles: readonly ColumnRole[],
  accounts: readonly string[],
): Assigned {
  const place = roles.indexOf('account');
  const { columns } = assigned;
  const likeliest = columns?.[place];
  if (header === undefined || columns === null || likeliest === undefined) return assigned;
  const others = columns.filter((column) => column !== likeliest);
  const rivals = findAccountRivals(header.cells, likeliest).filter((column) => !others.includes(column));
  if (rivals.length < 2) return assigned;
  const codes = new Set(accounts);
  const known = rivals.filter((column) => shareOf(data, column, codes) > MOST);
  const isTold =
    known.length === 1 && rivals.every((at) => at === known[0] || shareOf(data, at, codes) < FEW);
  const guess = isTold ? columns.with(place, known[0] as number) : columns;
  return { ...assigned, guess, columns: isTold ? guess : null };
}

/** The share of cells in a column, blank ones left out, that are or begin with one of the codes. */
function shareOf(data: readonly SourceRow[], column: number, codes: ReadonlySet<string>): number {
  const cells = data.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '');
  const known = cells.filter((cell) => codes.has(cell) || codes.has(cell.split(/\s/, 1)[0] ?? ''));
  return cells.length === 0 ? 0 : known.length / cells.length;
}

/** The line that names the columns; null where none does. */
function headerIndex(
  head: readonly SourceRow[],
  roles: readonly ColumnRole[],
  chosen: number | null | undefined,
): number | null {
  if (chosen === null) return null;
  if (chosen !== undefined) return indexOrNull(head.findIndex(({ line }) => line === chosen));
  const lines = head.slice(0, HEADER_LINES);
  const ofPayments = roles.length === 1 ? headerOfPayments(lines) : null;
  if (ofPayments !== null) return ofPayments;
  const whole = lines.findIndex((row, i) => isHeader(row.cells, roles) && isBelowPreamble(lines, i));
  if (whole >= 0) return whole;
  const other = lines.findIndex((row, i) => namesOtherColumns(row.cells) && isBelowPreamble(lines, i));
  // Which columns a list has must be known by their names; of a statement only one column matters.
  if (other >= 0 || roles.length > 1) return indexOrNull(other);
  return indexOrNull(lines.findIndex((_row, i) => looksLikeHeader(head, i) && isBelowPreamble(lines, i)));
}

/** Whether a line has text in several columns that have numbers and dates below it, and none of these itself. */
function looksLikeHeader(head: readonly SourceRow[], at: number): boolean {
  const { cells } = head[at] as SourceRow;
  const below = head.slice(at + 1, at + 1 + LINES_BELOW).filter((row) => filled(row.cells) > 2);
  if (below.length < LEAST_BELOW || cells.some(isValue)) return false;
  const isValued = (cell: string, column: number) =>
    cell.trim() !== '' && below.every((row) => isValueOrBlank(row.cells[column])) && hasValue(below, column);
  return filled(cells) > 2 && cells.filter(isValued).length > 1;
}

function hasValue(rows: readonly SourceRow[], column: number): boolean {
  return rows.some(({ cells }) => (cells[column] ?? '').trim() !== '');
}

function isValueOrBlank(cell = ''): boolean {
  return cell.trim() === '' || isValue(cell);
}

function indexOrNull(index: number): number | null {
  return index < 0 ? null : index;
}

/** Whether a line names a column of each role, and holds no numbers. */
export function isHeader(cells: readonly string[], roles: readonly ColumnRole[]): boolean {
  return (
    !cells.some(isValue) &&
    columnsByName(cells, roles) !== null &&
    (roles.length > 1 ||
      namesOtherColumns(cells) ||
      cells.every((cell) => cell.trim() === '' || isColumnName(cell)))
  );
}

/** Whether a line names columns, though not those that are asked for. */
function namesOtherColumns(cells: readonly string[]): boolean {
  const names = cells.filter((cell) => cell.trim() !== '');
  const known = names.filter(isColumnName).length;
  return names.length >= 3 && known >= 2 && known * 3 >= names.length && !names.some(isValue);
}

function isValue(cell: string): boolean {
  // In one pattern, each of many digits would be tried as the one that there must be.
  return /\d/.test(cell) && /^[\s\d.,:/+\-'€$£%]*$/.test(cell);
}

/** Lines above a header have fewer cells; else a blank line or a label with a colon sets them apart. */
function isBelowPreamble(lines: readonly SourceRow[], at: number): boolean {
  const header = lines[at] as SourceRow;
  const above = lines.slice(0, at);
  const width = filled(header.cells);
  if (above.every(({ cells }) => filled(cells) < width)) return true;
  if (above.some(({ cells }) => filled(cells) > width)) return false;
  const isApart = header.line - (above.at(-1)?.line ?? 0) > 1;
  return isApart || above.every(({ cells }) => filled(cells) < width || /[:：]\s*$/.test(cells[0] ?? ''));
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** The column of each role by the names; null unless each that a table must have has one of its own. */
export function columnsByName(cells: readonly string[], roles: readonly ColumnRole[]): number[] | null {
  const taken = new Map<ColumnRole, number>();
  const categories = roles.includes('account') ? findCategories(cells) : null;
  if (categories !== null) taken.set('account', categories);
  for (;;) {
    const best = bestHeaderMatch(cells, roles, taken);
    if (best === null) break;
    taken.set(best.role, best.column);
  }
  const mayLack = (role: ColumnRole) => OPTIONAL.has(role) || (role === 'name' && cells.length === 1);
  const columns = roles.map((role) => taken.get(role) ?? (mayLack(role) ? NO_COLUMN : undefined));
  return columns.every((column) => column !== undefined) ? columns : null;
}

/** The best match of a name with a role that has no column yet. */
function bestHeaderMatch(
  cells: readonly string[],
  roles: readonly ColumnRole[],
  taken: ReadonlyMap<ColumnRole, number>,
): { role: ColumnRole; column: number } | null {
  let best: { role: ColumnRole; column: number; rank: number } | null = null;
  const used = new Set(taken.values());
  for (const role of roles.filter((left) => !taken.has(left))) {
    for (const [column, cell] of cells.entries()) {
      const rank = used.has(column) ? null : rankOf(role, cell);
      if (rank !== null && (best === null || rank < best.rank)) best = { role, column, rank };
    }
  }
  return best;
}

/** Most lines have more columns than are asked for, and not as prose has commas. */
function isWideTable(data: readonly SourceRow[], asked: number, delimiter: Delimiter | null): boolean {
  const wide = data.filter((row) => trimmedLength(row) > asked);
  // One line is no table.
  if (wide.length < 2 || wide.length < data.length * WIDE_SHARE) return false;
  if (delimiter === '\t' || delimiter === null) return true;
  const prose = wide.filter(({ cells }) => cells.slice(asked).some((cell) => /^\s+\S/.test(cell)));
  return prose.length * 2 < wide.length;
}

/** The number of columns that most lines have. */
function usualLength(data: readonly SourceRow[]): number {
  const counts = new Map<number, number>();
  for (const row of data) counts.set(trimmedLength(row), (counts.get(trimmedLength(row)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}

/** Without the empty columns that spreadsheets add at the end. */
function trimmedLength(row: SourceRow | undefined): number {
  return row === undefined ? 0 : filledWidth(row.cells);
}

/** By content: descriptions are the column with most letters that vary; codes are short and have digits. */
function guessColumns(data: readonly SourceRow[], roles: readonly ColumnRole[], width: number): number[] {
  const lines = data.map(({ cells }) => cells);
  const columns = columnsOf(lines, Math.max(width, roles.length));
  const text = bestOf(columns, textScore, -1);
  if (roles.length === 1) return [text];
  const code = bestOf(columns, codeScore, text);
  const found: Partial<Record<ColumnRole, number>> = { description: text, name: text, account: code, code };
  return roles.map((role) => found[role] ?? NO_COLUMN);
}

function bestOf(
  columns: readonly string[][],
  score: (cells: readonly string[]) => number,
  exclude: number,
): number {
  let best = exclude === 0 ? 1 : 0;
  for (const [i, cells] of columns.entries()) {
    if (i !== exclude && score(cells) > score(columns[best] ?? [])) best = i;
  }
  return best;
}

function codeScore(cells: readonly string[]): number {
  const codes = cells.filter(
    (cell) =>
      /^[A-Za-z]{0,3}[-./ ]?\d{2,8}([-./]\d{1,6})?$/.test(cell) &&
      !/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(cell),
  );
  const decimals = cells.filter((cell) => /[.,]\d{2}$/.test(cell)).length;
  return codes.length - decimals + new Set(codes).size / 1000;
}

/** The columns that are meant, or the first that there is not. */
function columnsOfChoice(
  chosen: readonly (number | string)[],
  names: readonly string[],
  roles: readonly ColumnRole[],
): { readonly columns: number[] } | { readonly unknownColumn: string; readonly names: readonly string[] } {
  const columns = chosen.map((column, i) =>
    column === NO_COLUMN && roles.length > MOST_IN_ORDER && i > 0 ? column : columnOf(column, names),
  );
  const unknown = columns.indexOf(null);
  if (unknown >= 0) return { unknownColumn: columnText(chosen[unknown]), names };
  return { columns: columns.filter((column) => column !== null) };
}

/** The column that is meant by a number from 0 or by a name; null for none. */
function columnOf(column: number | string, names: readonly string[]): number | null {
  if (typeof column === 'number') return column >= 0 && column < names.length ? column : null;
  return indexOrNull(names.findIndex((name) => plainName(name) === plainName(column)));
}

/** A column that was chosen, as it is written: numbers from 1. */
function columnText(column: number | string | undefined): string {
  return String(typeof column === 'number' ? column + 1 : column);
}

/** A line that is left out, as text. */
export function skippedLine({ line, cells }: SourceRow, reason: SkippedLine['reason']): SkippedLine {
  const text = cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t');
  return { line, text: text.trimEnd(), reason };
}

/** Whether a line is a total or a balance below the data, by its first cell that is not blank. */
export function isTotalLine(cells: readonly string[]): boolean {
  const label = cells.find((cell) => cell.trim() !== '') ?? '';
  return rowLabel(label) !== null;
}
