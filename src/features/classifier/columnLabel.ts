import type { ColumnChoice } from '#contract/ledger.ts';

/** A column of the pasted table as choices have it: by its name in the header, else by its place and what it begins with. */
export function columnLabel({ names, examples }: ColumnChoice, column: number): string {
  const [name = '', example = ''] = [names[column], examples[column]];
  const place = columnPlace(column);
  if (name !== '' && name !== place) return name;
  return example === '' ? place : `${place}: ${example}`;
}

/** Columns that are joined, as one choice. */
export const columnsLabel = (table: ColumnChoice, columns: readonly number[]): string =>
  columns.map((column) => columnLabel(table, column)).join(' + ');

/** A column without a name. */
export const columnPlace = (column: number): string => `Column ${column + 1}`;
