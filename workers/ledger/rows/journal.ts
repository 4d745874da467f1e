import { PENDING } from '#contract/ledger.ts';
import type { Journal, JournalChoice, LeftOutOfJournal } from '#contract/summary.ts';
import { amountText } from '#engine/amounts.ts';
import type { RowAmount, RowAmounts } from '#engine/read/amounts/RowAmounts.ts';
import { findNamedColumn } from '#engine/read/columnNames.ts';
import { columnRows } from '#engine/read/columns.ts';
import { rowText } from '#engine/rows.ts';
import { UNMATCHED } from '#model/classification.ts';
import { isBlankText } from '#model/hiddenCharacters.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';
import type { ResultTable } from './ResultTable.ts';
import { amountsOf, NO_AMOUNT, readingOf, summableAmountsOf } from './tableAmounts.ts';

/** What a row has for its postings. */
type Entry = {
  readonly row: number;
  readonly date: string;
  readonly text: string;
  readonly account: string;
  readonly reference: string;
  readonly currency: string;
  /** Without a sign. */
  readonly amount: string;
  /** Money went out: the account is debited, and that of the bank credited. */
  readonly isOut: boolean;
  /** What stands in place of an amount; null where there is one. */
  readonly written: string | null;
};

/**
 * The rows that have an account and an amount as postings, with the bank's account as counterpart; all others are listed
 * apart, with the reason. Undefined while rows are still to be classified.
 */
export function makeJournal(table: ResultTable, choice: JournalChoice): Journal | undefined {
  const found = amountsOf(table, choice);
  const reading = readingOf(found, choice);
  const { decimal } = reading;
  const cells = otherCells(table, found?.reading.date ?? null);
  const sorted = sortRows(table, choice, summableAmountsOf(table, choice), cells);
  if (sorted === undefined) return undefined;
  const { posted, apart } = sorted;
  const count = (reason: LeftOutOfJournal) => apart.filter(({ why }) => why === reason).length;
  return {
    ...reading,
    journal: blobOf(posted.flatMap((entry, i) => postingsOf(i + 1, entry, choice, decimal))),
    rest: blobOf(apart.filter(({ why }) => why !== 'blank').map((row) => restOf(row, decimal))),
    header: choice.isOneLine ? ONE_LINE : TWO_POSTINGS,
    restHeader: REST,
    rows: posted.length,
    leftOut: {
      account: count('account'),
      amount: count('amount'),
      unread: count('unread'),
      'no-payment': count('no-payment'),
      blank: count('blank'),
    },
  };
}

type LeftOut = Entry & { readonly why: LeftOutOfJournal };

/** The rows that can be postings, and those that cannot; undefined while some are still to be classified. */
function sortRows(table: ResultTable, choice: JournalChoice, amounts: RowAmounts | null, cells: OtherCells) {
  const isReversed = choice.isDebitPositive && amounts?.tellsSides === false;
  const posted: Entry[] = [];
  const apart: LeftOut[] = [];
  for (let row = 0; row < table.rows.count; row++) {
    if (table.shown(row) === PENDING) return undefined;
    const read = amounts?.read(row) ?? NO_AMOUNT;
    const entry = entryOf(table, row, cells, read, isReversed);
    const why = whyLeftOut(table, row, read);
    if (why === null) posted.push(entry);
    else apart.push({ ...entry, why });
  }
  return { posted, apart };
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
  'no-payment': 'No payment',
  blank: '',
};

function whyLeftOut(table: ResultTable, row: number, amount: RowAmount): LeftOutOfJournal | null {
  const hasAccount = table.shown(row) !== UNMATCHED && table.account(row).trim() !== '';
  if (isBlankText(table.description(row)) && amount.kind === 'blank') return 'blank';
  if (amount.kind === 'no-payment') return 'no-payment';
  if (!hasAccount) return 'account';
  if (amount.kind === 'unread') return 'unread';
  return amount.kind === 'blank' ? 'amount' : null;
}

type OtherCells = { readonly date: (row: number) => string; readonly reference: (row: number) => string };

function otherCells({ pasted }: ResultTable, date: number | null): OtherCells {
  const cellsOf = (column: number | null) => {
    if (column === null) return () => '';
    const cells = columnRows(pasted.lines, column);
    return (row: number) => rowText(cells, row).trim();
  };
  return {
    date: cellsOf(date),
    reference: cellsOf(findNamedColumn('reference', pasted.columns?.names ?? [])),
  };
}

/** `isReversed`: a plain plus is a debit, as in extracts of a ledger: what went out, as the bank sees it. */
function entryOf(
  table: ResultTable,
  row: number,
  cells: OtherCells,
  read: RowAmount,
  isReversed: boolean,
): Entry {
  const { units, decimals } = read.kind === 'amount' ? read.amount : { units: 0n, decimals: 0 };
  return {
    row,
    date: cells.date(row),
    text: table.description(row).trim(),
    account: table.account(row).trim(),
    reference: cells.reference(row),
    currency: read.currency,
    amount: amountText({ units: units < 0n ? -units : units, decimals }, '.', 2),
    isOut: units < 0n !== isReversed,
    written: writtenFor(read),
  };
}

/** What stands in place of an amount; null for one. */
function writtenFor(read: RowAmount): string | null {
  if (read.kind === 'unread') return read.cells.join(' ');
  return read.kind === 'amount' ? null : '';
}

function postingsOf(
  no: number,
  entry: Entry,
  { counterpart, isOneLine }: JournalChoice,
  decimal: '.' | ',',
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
  { row, date, text, account, amount, isOut, written, currency, reference, why }: LeftOut,
  decimal: '.' | ',',
): string[] {
  const own = written ?? `${isOut ? '-' : ''}${amount.replace('.', decimal)}`;
  return [String(row + 1), date, text, account, own, currency, reference, REASONS[why]];
}

function blobOf(lines: readonly (readonly string[])[]): Blob {
  return new Blob([tabbedText(lines, 'file')], { type: 'text/plain' });
}
