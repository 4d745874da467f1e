import { type AmountChoice, AS_FOUND } from '#contract/summary.ts';
import { type AmountColumns, findAmountColumns } from '#engine/import/amountColumns.ts';
import { columnRows } from '#engine/import/columns.ts';
import { type RowAmount, RowAmounts } from '#engine/import/RowAmounts.ts';
import { rowText } from '#engine/rows.ts';
import { oncePer } from '#model/oncePer.ts';
import type { Pasted } from './pastedText.ts';
import type { ResultTable } from './ResultTable.ts';

/** Rows of which columns are judged. */
const SAMPLE_ROWS = 500;

/** The columns of amounts, as chosen or as found. */
export function chosenColumns(
  { pasted, rows }: ResultTable,
  { columns: chosen }: AmountChoice,
): AmountColumns {
  const { names = [], chosen: description = null } = pasted.columns ?? {};
  const samples = names.map((_, column) => {
    const cells = columnRows(pasted.lines, column);
    return Array.from({ length: Math.min(rows.count, SAMPLE_ROWS) }, (_unused, row) => rowText(cells, row));
  });
  const found = findAmountColumns(names, samples, description);
  return chosen === null ? found : { ...found, amounts: chosen, isGuessedPair: false };
}

/** What reads the amounts of rows; null for a table without any. */
export function amountsOf(
  { pasted, rows }: ResultTable,
  columns: AmountColumns,
  decimal: AmountChoice['decimal'],
): RowAmounts | null {
  if (columns.amounts.length === 0) return null;
  const needed = [...columns.amounts, columns.marks, columns.currency].filter((column) => column !== null);
  const cells = new Map(needed.map((column) => [column, columnRows(pasted.lines, column)]));
  const cell = (row: number, column: number) => {
    const ofColumn = cells.get(column);
    return ofColumn === undefined ? '' : rowText(ofColumn, row);
  };
  return new RowAmounts(rows.count, cell, columns, decimal);
}

/** The amounts of a text as it says them itself; `amounts` is null without any. */
type AmountsAsFound = { readonly amounts: RowAmounts | null; readonly read: (row: number) => RowAmount };

/** The same where nobody chooses the columns: found once for each text, each row read once. */
export function amountsAsFound(table: ResultTable): AmountsAsFound {
  return amountsOfText(table.pasted, table);
}

const amountsOfText = oncePer((_text: Pasted, table: ResultTable): AmountsAsFound => {
  const amounts = amountsOf(table, chosenColumns(table, AS_FOUND), AS_FOUND.decimal);
  const rows = new Array<RowAmount | undefined>(table.rows.count);
  const read = (row: number) => {
    const amount = rows[row] ?? amounts?.read(row) ?? NO_AMOUNT;
    if (amounts !== null) rows[row] = amount;
    return amount;
  };
  return { amounts, read };
});

export const NO_AMOUNT: RowAmount = { kind: 'blank', currency: '' };
