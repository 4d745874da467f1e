import { amountText } from '#engine/amounts.ts';
import type { ReadTable } from '#engine/read/amounts/NumericColumns.ts';
import { RowAmounts } from '#engine/read/amounts/RowAmounts.ts';
import type { ReadingChoice } from '#model/amountReading.ts';

/** A table of lines with `;` between the cells, the first of them its names. `descriptions`: the columns with these names. */
export function tableOf(text: string, ...descriptions: readonly string[]): ReadTable {
  const [names = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(';').map((cell) => cell.trim()));
  return {
    rows: rows.length,
    names,
    cell: (row, column) => rows[row]?.[column] ?? '',
    line: (row) => rows[row]?.join(';') ?? '',
    descriptions: descriptions.map((name) => names.indexOf(name)),
  };
}

/** What the rows amount to: an amount with its currency, or what the row is instead. */
export function amountsIn(table: ReadTable, choice?: ReadingChoice, leavesOutRepeated?: boolean): string[] {
  const amounts = new RowAmounts(table, choice, leavesOutRepeated);
  return Array.from({ length: table.rows }, (_, row) => {
    const read = amounts.read(row);
    if (read.kind === 'amount') return `${amountText(read.amount, '.')} ${read.currency}`.trim();
    return read.kind === 'no-payment' ? read.row : read.kind;
  });
}
