import type { AmountChoice, ControlTotal } from '#contract/summary.ts';
import { type Amount, AmountSum, amountText, isBlankAmount, readAmount } from '#engine/amounts.ts';
import { isBalanceName } from '#engine/import/columnNames.ts';
import { columnRows } from '#engine/import/columns.ts';
import type { RowAmounts } from '#engine/import/RowAmounts.ts';
import { rowText } from '#engine/rows.ts';
import type { ResultTable } from './ResultTable.ts';

/** A row with an amount and the balance after it. */
type Step = { readonly row: number; readonly amount: Amount; readonly balance: Amount };

/**
 * Opening balance + rows = closing balance: by the column of balances, or from the opening balance that was typed. Null
 * without either, and where the rows have several currencies.
 */
export function controlTotal(
  table: ResultTable,
  amounts: RowAmounts,
  { opening, closing }: AmountChoice,
  currencies: number,
): ControlTotal | null {
  if (currencies > 1) return null;
  const sum = new AmountSum();
  for (let row = 0; row < table.rows.count; row++) {
    const read = amounts.read(row);
    if (read.kind === 'amount') sum.add(read.amount);
  }
  const typed = opening.trim() === '' ? null : readAmount(opening, amounts.decimal);
  if (typed !== null) return fromTyped(typed, sum.amount, closing, amounts);
  return fromBalances(stepsOf(table, amounts), sum.amount, amounts);
}

function fromTyped(
  opening: Amount,
  rows: Amount,
  closing: string | null,
  { decimal }: RowAmounts,
): ControlTotal {
  const end = total(opening, rows);
  const expected = closing === null ? null : readAmount(closing, '.');
  return {
    opening: amountText(opening, decimal, 2),
    rows: amountText(rows, decimal, 2),
    closing: amountText(end, decimal, 2),
    difference: expected === null ? null : amountText(total(expected, negated(end)), decimal, 2),
    breaksAt: null,
  };
}

/** Banks list the newest payment first or last: as more of the balances agree. */
function fromBalances(steps: readonly Step[], rows: Amount, { decimal }: RowAmounts): ControlTotal | null {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [down, up] = [breaks(steps), breaks([...steps].reverse())];
  const isNewestLast = down.length <= up.length;
  const [oldest, newest] = isNewestLast ? [first, last] : [last, first];
  const opening = total(oldest.balance, negated(oldest.amount));
  const end = total(opening, rows);
  return {
    opening: amountText(opening, decimal, 2),
    rows: amountText(rows, decimal, 2),
    closing: amountText(end, decimal, 2),
    difference: amountText(total(newest.balance, negated(end)), decimal, 2),
    breaksAt: (isNewestLast ? down : up)[0] ?? null,
  };
}

/** The rows whose balance is not that of the row before with their amount. */
function breaks(steps: readonly Step[]): number[] {
  return steps.slice(1).flatMap(({ row, amount, balance }, i) => {
    const before = (steps[i] as Step).balance;
    return total(before, amount, negated(balance)).units === 0n ? [] : row;
  });
}

function stepsOf({ pasted, rows }: ResultTable, amounts: RowAmounts): Step[] {
  const column = pasted.columns?.names.findIndex((name) => isBalanceName(name)) ?? -1;
  if (column < 0) return [];
  const cells = columnRows(pasted.lines, column);
  const steps: Step[] = [];
  for (let row = 0; row < rows.count; row++) {
    const read = amounts.read(row);
    const text = rowText(cells, row);
    const balance = isBlankAmount(text) ? null : readAmount(text, amounts.decimal);
    if (read.kind === 'amount' && balance !== null) steps.push({ row, amount: read.amount, balance });
  }
  return steps;
}

function total(...amounts: readonly Amount[]): Amount {
  const sum = new AmountSum();
  for (const amount of amounts) sum.add(amount);
  return sum.amount;
}

function negated({ units, decimals }: Amount): Amount {
  return { units: -units, decimals };
}
