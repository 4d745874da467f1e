import { PENDING } from '#contract/ledger.ts';
import type { Journal, JournalChoice, LeftOutOfJournal } from '#contract/summary.ts';
import { amountText } from '#engine/amounts.ts';
import { findNamedColumn } from '#engine/import/columnNames.ts';
import { columnRows } from '#engine/import/columns.ts';
import type { RowAmount, RowAmounts } from '#engine/import/RowAmounts.ts';
import { rowText } from '#engine/rows.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { ResultTable } from './ResultTable.ts';
import { amountsOf, chosenColumns } from './tableAmounts.ts';

/** What a row has for its postings. */
type Entry = {
  readonly date: string;
  readonly text: string;
  readonly account: string;
  readonly reference: string;
  readonly currency: string;
  /** Without a sign. */
  readonly amount: string;
  /** Money went out: the account is debited, and that of the bank credited. */
  readonly isOut: boolean;
};

/**
 * The rows that have an account and an amount as postings, with the bank's account as counterpart; all others are listed
 * apart, with the reason. Undefined while rows are still to be classified.
 */
export function makeJournal(table: ResultTable, choice: JournalChoice): Journal | undefined {
  const columns = chosenColumns(table, choice);
  const amounts = amountsOf(table, columns, choice.decimal);
  const cells = cellsBeside(table);
  const postings: string[][] = [];
  const rest: string[][] = [];
  const leftOut: Record<LeftOutOfJournal, number> = { account: 0, amount: 0, unread: 0, blank: 0 };
  let rows = 0;
  for (let row = 0; row < table.rows.count; row++) {
    if (table.shown(row) === PENDING) return undefined;
    const amount = amounts?.read(row) ?? NONE;
    const why = whyLeftOut(table, row, amount);
    if (why === null && amount.kind === 'amount' && amounts !== null)
      postings.push(
        ...postingsOf(
          ++rows,
          entryOf(table, row, cells, amount, isReversed(amounts, choice)),
          choice,
          amounts,
        ),
      );
    else if (why !== null) {
      leftOut[why]++;
      if (why !== 'blank') rest.push([...restOf(table, row, cells, amount, amounts), REASONS[why]]);
    }
  }
  return {
    journal: blobOf(postings),
    rest: blobOf(rest),
    header: choice.isOneLine ? ONE_LINE : TWO_POSTINGS,
    restHeader: REST,
    columns: columns.amounts,
    decimal: amounts?.decimal ?? '.',
    rows,
    leftOut,
  };
}

const TWO_POSTINGS = ['No', 'Date', 'Text', 'GL Account', 'Debit', 'Credit', 'Currency', 'Reference'];
const ONE_LINE = [
  'No',
  'Date',
  'Text',
  'GL Account',
  'Contra account',
  'Debit',
  'Credit',
  'Currency',
  'Reference',
];
const REST = ['Row', 'Date', 'Text', 'GL Account', 'Amount', 'Currency', 'Reference', 'Why'];
const REASONS: Readonly<Record<LeftOutOfJournal, string>> = {
  account: 'No account',
  amount: 'No amount',
  unread: 'Amount not read',
  blank: '',
};
const NONE: RowAmount = { kind: 'blank', currency: '' };

/** In extracts of a ledger a plain plus is a debit: what went out, as the bank sees it. */
function isReversed(amounts: RowAmounts, { isDebitPositive }: JournalChoice): boolean {
  return isDebitPositive && !amounts.tellsSides;
}

function whyLeftOut(table: ResultTable, row: number, amount: RowAmount): LeftOutOfJournal | null {
  const hasAccount = table.shown(row) !== UNMATCHED && table.account(row).trim() !== '';
  if (table.description(row).trim() === '' && amount.kind === 'blank') return 'blank';
  if (!hasAccount) return 'account';
  if (amount.kind === 'unread') return 'unread';
  return amount.kind === 'blank' ? 'amount' : null;
}

type CellsBeside = { readonly date: (row: number) => string; readonly reference: (row: number) => string };

function cellsBeside({ pasted }: ResultTable): CellsBeside {
  const names = pasted.columns?.names ?? [];
  const cellsOf = (kind: 'date' | 'reference') => {
    const column =
      findNamedColumn(kind, names) ?? (kind === 'date' ? dateColumn(pasted.columns?.examples) : null);
    if (column === null) return () => '';
    const cells = columnRows(pasted.lines, column);
    return (row: number) => rowText(cells, row).trim();
  };
  return { date: cellsOf('date'), reference: cellsOf('reference') };
}

const DATE = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(\D.*)?$/;

/** Without names, the first column that begins with a date. */
function dateColumn(examples: readonly string[] = []): number | null {
  const at = examples.findIndex((example) => DATE.test(example));
  return at < 0 ? null : at;
}

function entryOf(
  table: ResultTable,
  row: number,
  cells: CellsBeside,
  { amount: { units, decimals }, currency }: RowAmount & { readonly kind: 'amount' },
  reversed: boolean,
): Entry {
  return {
    date: cells.date(row),
    text: table.description(row).trim(),
    account: table.account(row).trim(),
    reference: cells.reference(row),
    currency,
    amount: amountText({ units: units < 0n ? -units : units, decimals }, '.', 2),
    isOut: units < 0n !== reversed,
  };
}

function postingsOf(
  no: number,
  entry: Entry,
  { counterpart, isOneLine }: JournalChoice,
  { decimal }: RowAmounts,
): string[][] {
  const { date, text, account, currency, reference, isOut } = entry;
  const amount = entry.amount.replace('.', decimal);
  const sides = (isDebit: boolean) => (isDebit ? [amount, ''] : ['', amount]);
  const begin = [String(no), date, text];
  const end = [currency, reference];
  if (isOneLine) return [[...begin, account, counterpart, ...sides(isOut), ...end]];
  const own = [...begin, account, ...sides(isOut), ...end];
  const bank = [...begin, counterpart, ...sides(!isOut), ...end];
  return isOut ? [own, bank] : [bank, own];
}

function restOf(
  table: ResultTable,
  row: number,
  cells: CellsBeside,
  amount: RowAmount,
  amounts: RowAmounts | null,
): string[] {
  const written =
    amount.kind === 'amount'
      ? amountText(amount.amount, amounts?.decimal ?? '.', 2)
      : amount.kind === 'unread'
        ? amount.cells.join(' ')
        : '';
  return [
    String(row + 1),
    cells.date(row),
    table.description(row).trim(),
    table.account(row).trim(),
    written,
    amount.currency,
    cells.reference(row),
  ];
}

function blobOf(lines: readonly (readonly string[])[]): Blob {
  const flat = lines.map((cells) => cells.map((cell) => cell.replace(/[\t\n\v\f\r]+/g, ' ')).join('\t'));
  return new Blob([flat.join('\n')], { type: 'text/plain' });
}
