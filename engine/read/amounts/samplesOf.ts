import type { ReadingSample } from '#model/amountReading.ts';
import { amountText } from '../../amounts.ts';
import type { RowAmounts } from './RowAmounts.ts';

/** Both sides are looked for in so many rows. */
const MOST_LOOKED_AT = 1000;

/** The first row that came in and the first that went out; the two in their order. */
export function samplesOf(amounts: RowAmounts): ReadingSample[] {
  const found = new Map<boolean, ReadingSample>();
  for (let row = 0; row < Math.min(amounts.rows, MOST_LOOKED_AT) && found.size < 2; row++) {
    const read = amounts.read(row);
    if (read.kind !== 'amount' || read.amount.units === 0n) continue;
    const { units, decimals } = read.amount;
    const isIn = units > 0n;
    const amount = amountText({ units: isIn ? units : -units, decimals }, amounts.reading.decimal, 2);
    if (!found.has(isIn))
      found.set(isIn, { row, cells: amounts.cellsOf(row), amount, currency: read.currency, isIn });
  }
  return [...found.values()].sort((a, b) => a.row - b.row);
}
