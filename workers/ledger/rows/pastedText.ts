import type { ColumnChoice, HeaderLine, RowExplanation, RowNotes, TextOptions } from '#contract/ledger.ts';
import {
  cellsOf,
  columnRows,
  columnsOf,
  guessColumn,
  joinedRows,
  readPastedText,
  sample,
} from '#engine/read/columns.ts';
import type { FoundTable } from '#engine/read/layout.ts';
import type { Rows } from '#engine/rows.ts';
import { rowText, splitRows } from '#engine/rows.ts';
import type { MappingId } from '#model/classification.ts';
import { commonEnd, commonStart } from '#model/commonText.ts';

/** Longer examples say no more in the picker. */
const EXAMPLE_LENGTH = 60;
/** A single column's name is no longer. */
const LONGEST_NAME = 40;
/** Within so many characters a table has begun, whatever stands above it. */
const BEGINNING = 4_000;

/** A pasted text as it is classified: `rows` are the texts of the chosen columns of `lines`, or the lines themselves. */
export type Pasted = {
  readonly lines: Rows;
  readonly rows: Rows;
  readonly columns: ColumnChoice | null;
  /** The line that names the columns, and others around the table, which `lines` are without unless these are rows. */
  readonly header: HeaderLine | null;
  /** The rows that are no payments, with what stands in place of a mapping id. */
  readonly noPayments: ReadonlyMap<number, MappingId>;
};

/** What knows of tables, and is loaded when needed. */
export type TableReader = {
  /** Header and end of a table. */
  findTable(lines: Rows): FoundTable | null;
  /** Lines that are left out, in sentences. */
  wordsOf(skipped: FoundTable['skipped']): readonly string[];
  /** The columns of the descriptions, by their names, else from the one that looks like them; none for whole lines. */
  findDescriptions(
    guess: number | null,
    names: readonly string[],
    lines: readonly (readonly string[])[],
  ): readonly number[];
  /** The rows of a statement that are no payments; see {@link Pasted}. */
  findNoPayments(pasted: Pasted): Pasted['noPayments'];
};

type ReadingOptions = Pick<TextOptions, 'column' | 'layout' | 'headerIsRow' | 'names'> & {
  /** Without one, no header is looked for, and every row is a payment. */
  readonly reader?: TableReader | null;
};

/** What is known of a table; `column`: what was chosen for tables with its headings. */
type ChosenColumns = Pick<ReadingOptions, 'column'> & {
  readonly names: readonly string[];
  readonly headings: string | null;
  readonly reader: TableReader | null;
};

const NONE: Pasted['noPayments'] = new Map();

/** Whether a text may begin with a line that names its columns, so that it is worth looking: most texts do not. */
export function mayHaveHeader(text: string): boolean {
  const end = text.search(/[\r\n]/);
  const first = text.slice(0, Math.max(end, 0));
  return (
    text.slice(0, BEGINNING).includes('\t') ||
    (first.trim() !== '' && first.length <= LONGEST_NAME && !/\d/.test(first))
  );
}

/** Splits a pasted text into rows; without a `column` chosen for it, those of the columns that look like descriptions. */
export function readPasted(
  text: string,
  { column, layout = null, headerIsRow = false, names = null, reader = null }: ReadingOptions = {},
): Pasted {
  const all = splitRows(readPastedText(text));
  // Of a file, which is named, everything has been found before.
  const found = names === null ? (reader?.findTable(all) ?? null) : null;
  const isLeftOut = found !== null && !headerIsRow;
  const lines = isLeftOut ? rowsBetween(all, found) : all;
  const header = found && reader && headerLine(found, reader, headerIsRow);
  const ownNames = found?.header?.names ?? [];
  const headings = (names ?? ownNames).join('\t').trimEnd() || null;
  const ofLayout = layout === null || layout === headings ? column : undefined;
  const known = names ?? (isLeftOut ? ownNames : []);
  const chosen = chooseColumns(sample(lines), { column: ofLayout, names: known, headings, reader });
  if (chosen === null) return { lines, rows: lines, columns: null, header, noPayments: NONE };
  const rows = textsOf(lines, chosen.chosen);
  const pasted = { lines, rows, columns: chosen, header, noPayments: NONE };
  return reader === null ? pasted : { ...pasted, noPayments: reader.findNoPayments(pasted) };
}

/** The texts of columns, or whole lines for none. */
function textsOf(lines: Rows, columns: readonly number[]): Rows {
  const [first] = columns;
  if (first === undefined) return lines;
  return columns.length === 1 ? columnRows(lines, first) : joinedRows(lines, columns);
}

/** The columns of a table, with those that are classified; null where there is none. */
function chooseColumns(
  sampled: readonly (readonly string[])[],
  { column, names, headings, reader }: ChosenColumns,
): ColumnChoice | null {
  const cells = columnsOf(sampled);
  if (cells.length < 2) return null;
  const guess = guessColumn(sampled);
  const found = reader?.findDescriptions(guess, names, sampled) ?? (guess === null ? [] : [guess]);
  return {
    chosen: column?.every((at) => at < cells.length) ? column : found,
    found,
    examples: cells.map(exampleOf),
    // The first lines may lack the last columns.
    names: Array.from({ length: Math.max(cells.length, names.length) }, (_, i) => names[i] ?? ''),
    layout: headings,
  };
}

function headerLine({ header, skipped }: FoundTable, reader: TableReader, isRow: boolean): HeaderLine {
  const names = header?.names.filter(Boolean) ?? [];
  return { names, line: header?.line ?? 0, leftOut: reader.wordsOf(skipped), isRow };
}

function rowsBetween({ text, starts, ends }: Rows, { from, to }: FoundTable): Rows {
  return { text, count: to - from, starts: starts.subarray(from, to), ends: ends.subarray(from, to) };
}

/**
 * The cells of one row as they are copied: all its columns, with a `description` that was edited in the first of those that it
 * was made of; the others of these are blank then.
 */
export function copiedCells({ lines, rows, columns }: Pasted, row: number, description: string): string[] {
  const chosen = columns?.chosen ?? [];
  if (chosen.length === 0) return [description];
  const cells = cellsOf(lines, row);
  const isEdited = description !== rowText(rows, row);
  return Array.from({ length: Math.max(columns?.examples.length ?? 0, cells.length) }, (_, column) => {
    if (!isEdited || !chosen.includes(column)) return cells[column] ?? '';
    return column === chosen[0] ? description : '';
  });
}

/** The filled cells of one row beside the description, with the names of their columns. */
export function otherCells(pasted: Pasted, row: number): RowExplanation['otherCells'] {
  const names = pasted.columns?.names ?? [];
  const chosen = pasted.columns?.chosen ?? [];
  if (chosen.length === 0) return [];
  return cellsOf(pasted.lines, row)
    .map((text, column) => ({ column, name: names[column] ?? '', text: text.trim() }))
    .filter(({ column, text }) => text !== '' && !chosen.includes(column));
}

/** The first cell of a column that is not blank. */
function exampleOf(cells: readonly string[]): string {
  const cell = cells.find(Boolean) ?? '';
  return cell.length > EXAMPLE_LENGTH ? `${cell.slice(0, EXAMPLE_LENGTH)}…` : cell;
}

/** The rows of a pasted text if these were the chosen columns; none: its whole lines. */
export function rowsOfColumns({ lines, rows, columns }: Pasted, chosen: readonly number[]): Rows {
  return String(chosen) === String(columns?.chosen ?? []) ? rows : textsOf(lines, chosen);
}

/**
 * The notes of rows of `last` that apply to `next` too, with the rows that they are in `next`: those in the part that both
 * texts begin with, or end with. So a line added in the box loses nothing.
 */
export function transferAnnotations(last: Rows, next: Rows, { edits, kept }: RowNotes): RowNotes {
  if (edits.length === 0 && kept.length === 0) return { edits, kept };
  const moved = rowMover(last, next);
  return {
    edits: edits.flatMap(([row, text]) => moved(row).map((to) => [to, text] as const)),
    kept: kept
      .map((group) => ({ ...group, rows: group.rows.flatMap(moved) }))
      .filter(({ rows }) => rows.length > 0),
  };
}

/** Which row of `next` a row of `last` is: one, or none. */
function rowMover(last: Rows, next: Rows): (row: number) => number[] {
  const begin = commonStart(last.text, next.text);
  const end = commonEnd(last.text, next.text, begin);
  const byStart = new Map(Array.from(next.starts.subarray(0, next.count), (start, row) => [start, row]));
  return (row) => {
    // Lines above may have become rows, or are none any more.
    const same = byStart.get(last.starts[row] as number);
    const isInBegin = (last.ends[row] as number) <= begin;
    if (same !== undefined && isInBegin && last.ends[row] === next.ends[same]) return [same];
    const moved = row + next.count - last.count;
    const isInEnd = (last.starts[row] as number) >= last.text.length - end;
    return isInEnd && rowText(last, row) === rowText(next, moved) ? [moved] : [];
  };
}
