import type { ColumnChoice } from '#contract/ledger.ts';
import { type AmountChoice, type AmountReading, AS_FOUND } from '#contract/summary.ts';
import { type Amount, amountText, negated } from '#engine/amounts.ts';
import { controlTotal } from '#engine/read/amounts/controlTotal.ts';
import type { ReadTable } from '#engine/read/amounts/NumericColumns.ts';
import { type RowAmount, RowAmounts } from '#engine/read/amounts/RowAmounts.ts';
import { samplesOf } from '#engine/read/amounts/samplesOf.ts';
import { columnRows } from '#engine/read/columns.ts';
import { type Rows, rowText } from '#engine/rows.ts';
import { oncePer } from '#model/oncePer.ts';
import { groupedAmount } from '#model/text/figures.ts';
import type { ResultTable } from './ResultTable.ts';

/** The amounts of a text as they are read by a choice; null for a text without columns. */
export function amountsOf({ pasted }: Pick<ResultTable, 'pasted'>, choice: AmountChoice): RowAmounts | null {
  if (pasted.columns === null) return null;
  const { columns, isReversed, decimal, currency, leavesOutRepeated } = choice;
  const id = JSON.stringify([columns, isReversed, decimal, currency, leavesOutRepeated]);
  const known = readingsOf(pasted.columns);
  const amounts =
    known.get(id) ?? new RowAmounts(tableOf(pasted.columns, pasted.lines), choice, leavesOutRepeated);
  known.set(id, amounts);
  return amounts;
}

/** The amounts where they may be added up: nothing of them is still to be asked. */
export function summableAmountsOf(table: ResultTable, choice: AmountChoice): RowAmounts | null {
  const amounts = amountsOf(table, choice);
  return amounts !== null && amounts.reading.amounts.length > 0 && amounts.reading.question === null
    ? amounts
    : null;
}

/** What an amount adds to a net sum: what came in is positive, or what is debited where that was asked for. */
export function netOf(amount: Amount, { tellsSides }: RowAmounts, { isDebitPositive }: AmountChoice): Amount {
  return isDebitPositive && tellsSides ? negated(amount) : amount;
}

/** Amounts for the eye: with their signs; as in the text while it is asked how they are read, and where they were not. */
export function shownAmounts(table: ResultTable, rows: readonly number[]): readonly string[] {
  const choice = table.amountChoice;
  const known = amountsOf(table, choice);
  const amounts = summableAmountsOf(table, choice);
  return rows.map((row) => {
    const read = amounts?.read(row);
    return amounts && read?.kind === 'amount'
      ? signedText(netOf(read.amount, amounts, choice), amounts.reading.decimal)
      : (known?.cellsOf(row).join(' ').trim() ?? '');
  });
}

function signedText({ units, decimals }: Amount, decimal: '.' | ','): string {
  const size = amountText({ units: units < 0n ? -units : units, decimals }, decimal);
  return `${units < 0n ? '−' : units > 0n ? '+' : ''}${groupedAmount(size, decimal)}`;
}

/** What a text was read as, by what was chosen of it: a large one takes some tenths of a second. */
const readingsOf = oncePer((_columns: ColumnChoice) => new Map<string, RowAmounts>());

/** The lines of a text with columns, as a table of which every row is read. */
export const tableOf = oncePer(({ names, chosen }: ColumnChoice, lines: Rows): ReadTable => {
  const byColumn = new Map<number, Rows>();
  const cellsOf = (column: number) => {
    const known = byColumn.get(column) ?? columnRows(lines, column);
    byColumn.set(column, known);
    return known;
  };
  return {
    rows: lines.count,
    names,
    cell: (row, column) => rowText(cellsOf(column), row).trim(),
    line: (row) => rowText(lines, row),
    descriptions: chosen,
  };
});

export const NO_AMOUNT: RowAmount = { kind: 'blank', currency: '' };

/** What the page says of a reading. */
export function readingOf(amounts: RowAmounts | null, { leavesOutRepeated }: AmountChoice): AmountReading {
  if (amounts === null) return NO_READING;
  const { reading, unmarked } = amounts;
  const { amounts: columns, decimal, isDecimalSure, evidence, isProven, balances, question, kinds } = reading;
  return {
    columns,
    decimal,
    isDecimalSure,
    unmarked,
    evidence,
    isProven,
    agreed: balances?.agreed ?? 0,
    question,
    samples: samplesOf(amounts),
    balanceRows: kinds.balances.length,
    totalRows: kinds.totals.length,
    repeated: {
      rows: kinds.repeated.length,
      first: kinds.repeated[0] ?? 0,
      isProven: kinds.areRepetitionsProven,
    },
    hasBalanceColumn: reading.balance !== null,
    off: question === null ? balancesOff(amounts, leavesOutRepeated) : null,
  };
}

/** Repeated rows that are left out are no difference any more, though the balances still go back where they begin. */
function balancesOff(amounts: RowAmounts, leavesOutRepeated: boolean): AmountReading['off'] {
  const row = amounts.reading.balances?.breaks[0];
  if (row === undefined) return null;
  const currencies = new Set(Array.from({ length: amounts.rows }, (_, at) => amounts.read(at).currency));
  const amount = controlTotal(amounts, AS_FOUND, currencies.size)?.difference ?? '';
  const isZero = !/[1-9]/.test(amount);
  return isZero && leavesOutRepeated ? null : { amount: isZero ? '' : amount.replace(/^-/, ''), row };
}

const NO_READING: AmountReading = {
  columns: [],
  decimal: '.',
  isDecimalSure: true,
  unmarked: null,
  evidence: null,
  isProven: false,
  agreed: 0,
  question: null,
  samples: [],
  balanceRows: 0,
  totalRows: 0,
  repeated: { rows: 0, first: 0, isProven: false },
  hasBalanceColumn: false,
  off: null,
};
