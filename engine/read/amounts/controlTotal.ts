import type { ControlTotal, KnownBalances } from '#model/amountReading.ts';
import {
  type Amount,
  AmountSum,
  amountText,
  type DecimalSign,
  negated,
  readAmount,
  sumOf,
} from '../../amounts.ts';
import { amountOfUnits } from './NumericColumns.ts';
import type { RowAmounts } from './RowAmounts.ts';

/**
 * Opening balance + rows = closing balance: by the balances among the rows, or from the opening balance that was typed. Null
 * without either, and where the rows have several currencies.
 * @param decimal of what was typed, and of the texts
 */
export function controlTotal(
  amounts: RowAmounts,
  { opening, closing }: KnownBalances,
  currencies: number,
  decimal = amounts.reading.decimal,
): ControlTotal | null {
  if (currencies > 1) return null;
  const { balances } = amounts.reading;
  const rows = sumOfRows(amounts);
  const typed = opening.trim() === '' ? null : readAmount(opening, decimal);
  if (typed !== null)
    return textsOf(typed, rows, closing === null ? null : readAmount(closing, '.'), amounts, decimal);
  if (balances === null || Number.isNaN(balances.opening)) return null;
  return textsOf(amountOfUnits(balances.opening), rows, amountOfUnits(balances.closing), amounts, decimal);
}

function sumOfRows(amounts: RowAmounts): Amount {
  const sum = new AmountSum();
  for (let row = 0; row < amounts.rows; row++) {
    const read = amounts.read(row);
    if (read.kind === 'amount') sum.add(read.amount);
  }
  return sum.amount;
}

/** @param expected the closing balance that is written; null for none */
function textsOf(
  opening: Amount,
  rows: Amount,
  expected: Amount | null,
  amounts: RowAmounts,
  decimal: DecimalSign,
): ControlTotal {
  const text = (amount: Amount) => amountText(amount, decimal, 2);
  const end = sumOf(opening, rows);
  const difference = expected === null ? null : sumOf(expected, negated(end));
  return {
    opening: text(opening),
    rows: text(rows),
    closing: text(end),
    difference: difference && text(difference),
    breaksAt: amounts.reading.balances?.breaks[0] ?? null,
    explainedBy: difference && difference.units !== 0n ? amounts.columnWithSum(difference) : null,
  };
}
