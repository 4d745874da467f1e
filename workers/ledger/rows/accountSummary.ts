import { PENDING } from '#contract/ledger.ts';
import {
  type AccountSummary,
  type AmountChoice,
  type SummaryLine,
  type SummaryWithTexts,
  summaryColumns,
  type UnreadAmount,
} from '#contract/summary.ts';
import type { TextTarget } from '#contract/table.ts';
import { type Amount, AmountSum, amountText, negated, sumOf } from '#engine/amounts.ts';
import { controlTotal } from '#engine/read/amounts/controlTotal.ts';
import type { RowAmount, RowAmounts } from '#engine/read/amounts/RowAmounts.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { UNMATCHED } from '#model/classification.ts';
import { NO_MATCH } from '#model/mapping.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';
import type { ResultTable } from './ResultTable.ts';
import { amountsOf, NO_AMOUNT, readingOf, summableAmountsOf } from './tableAmounts.ts';

/** The page shows so many rows whose amounts were not read. */
const MOST_UNREAD_SHOWN = 100;

/** The summary with its texts; undefined while rows are still to be classified. */
export function summarise(table: ResultTable, choice: AmountChoice): SummaryWithTexts | undefined {
  for (let row = 0; row < table.rows.count; row++) if (table.shown(row) === PENDING) return undefined;
  const summary = summariseAccounts(table, choice);
  const texts = { clipboard: summaryText(summary, 'clipboard'), file: summaryText(summary, 'file') };
  return { ...summary, texts };
}

/**
 * Counts the rows of each account and, where the pasted table has amounts, adds these up, exactly and by currency. Rows
 * without a match and blank rows are lines of the summary, so that it adds up to all rows. While it is to be asked how the
 * amounts are read, it has no sums.
 */
export function summariseAccounts(table: ResultTable, choice: AmountChoice): AccountSummary {
  const amounts = summableAmountsOf(table, choice);
  const groups = new GroupsByAccount(choice.isDebitPositive, amounts?.tellsSides ?? false);
  const firstUnread: UnreadAmount[] = [];
  let filled = 0;
  for (let row = 0; row < table.rows.count; row++) {
    const amount = amounts?.read(row) ?? NO_AMOUNT;
    groups.add(accountNow(table, row), amount);
    if (amount.kind === 'amount' || amount.kind === 'unread') filled++;
    if (amount.kind === 'unread' && firstUnread.length < MOST_UNREAD_SHOWN)
      firstUnread.push({ row, cells: amount.cells });
  }
  const made = groups.lines(amounts);
  return {
    ...readingOf(amountsOf(table, choice), choice),
    ...made,
    control: amounts && controlTotal(amounts, choice, made.totals.length),
    rows: table.rows.count,
    isDebitPositive: choice.isDebitPositive,
    filled,
    firstUnread,
  };
}

export type AccountName = Pick<SummaryLine, 'kind' | 'account'>;

/** What a row counts for as it is shown. */
export function accountNow(table: ResultTable, row: number): AccountName {
  return toAccount(table.shown(row) === UNMATCHED ? null : table.account(row));
}

/** What a row with this account counts for; null: without a match. */
export function toAccount(glAccount: string | null): AccountName {
  if (glAccount === null) return { kind: 'no-match', account: NO_MATCH };
  const account = glAccount.trim();
  return { kind: account === '' ? 'blank' : 'account', account };
}

/** What is added up for one account and currency. */
type Group = AccountName & {
  readonly currency: string;
  lines: number;
  unread: number;
  blank: number;
  readonly debit: AmountSum;
  readonly credit: AmountSum;
};

class GroupsByAccount {
  readonly #isDebitPositive: boolean;
  /** Whether a plain minus is a credit, as in extracts of a ledger. */
  readonly #isMinusCredit: boolean;
  readonly #groups = new Map<string, Group>();
  readonly #totals = new Map<string, Group>();

  constructor(isDebitPositive: boolean, tellsSides: boolean) {
    this.#isDebitPositive = isDebitPositive;
    this.#isMinusCredit = isDebitPositive && !tellsSides;
  }

  add({ kind, account }: AccountName, amount: RowAmount): void {
    const { currency } = amount;
    for (const group of [
      groupIn(this.#groups, { kind, account, currency }),
      groupIn(this.#totals, { kind: 'total', account: '', currency }),
    ])
      count(group, amount, this.#isMinusCredit);
  }

  /** Accounts in their order, then the rows without a match, then blank ones; of each, the currencies in their order. */
  lines(amounts: RowAmounts | null): Pick<AccountSummary, 'lines' | 'totals' | 'unread'> {
    const totals = [...this.#totals.values()].sort(inOrder);
    // A table without rows has a total, too.
    if (totals.length === 0) totals.push(groupIn(this.#totals, { kind: 'total', account: '', currency: '' }));
    const places = Math.max(
      0,
      ...totals.flatMap(({ debit, credit }) => [debit.amount.decimals, credit.amount.decimals]),
    );
    const toLine = (group: Group) => this.#lineOf(group, amounts, places);
    return {
      lines: [...this.#groups.values()].sort(inOrder).map(toLine),
      totals: totals.map(toLine),
      unread: totals.reduce((sum, { unread }) => sum + unread, 0),
    };
  }

  #lineOf(group: Group, amounts: RowAmounts | null, places: number): SummaryLine {
    const { kind, account, currency, lines, unread, blank, debit, credit } = group;
    const line = { kind, account, currency, lines, unread, blank };
    if (amounts === null) return { ...line, sums: null };
    const [plus, minus] = this.#isDebitPositive
      ? [debit.amount, credit.amount]
      : [credit.amount, debit.amount];
    const text = (amount: Amount) => amountText(amount, amounts.reading.decimal, places);
    return {
      ...line,
      sums: {
        debit: text(debit.amount),
        credit: text(credit.amount),
        net: text(sumOf(plus, negated(minus))),
      },
    };
  }
}

function groupIn(groups: Map<string, Group>, of: Pick<Group, 'kind' | 'account' | 'currency'>): Group {
  const id = `${of.kind}\n${of.currency}\n${of.account}`;
  const known = groups.get(id);
  if (known) return known;
  const group: Group = {
    ...of,
    lines: 0,
    unread: 0,
    blank: 0,
    debit: new AmountSum(),
    credit: new AmountSum(),
  };
  groups.set(id, group);
  return group;
}

function count(group: Group, amount: RowAmount, isMinusCredit: boolean): void {
  group.lines++;
  if (amount.kind === 'unread') group.unread++;
  else if (amount.kind === 'blank') group.blank++;
  else if (amount.kind === 'amount') {
    const { units, decimals } = amount.amount;
    const sum = units < 0n === isMinusCredit ? group.credit : group.debit;
    sum.add({ units: units < 0n ? -units : units, decimals });
  }
}

const RANKS = { account: 0, 'no-match': 1, blank: 2, total: 3 };

function inOrder(a: Group, b: Group): number {
  return (
    RANKS[a.kind] - RANKS[b.kind] ||
    compareAccounts(a.account, b.account) ||
    compareAccounts(a.currency, b.currency)
  );
}

/** The summary as lines of cells. */
function summaryText(summary: AccountSummary, target: TextTarget): Blob {
  const columns = summaryColumns(summary);
  const rows = [...summary.lines, ...summary.totals].map((line) => columns.map(({ cell }) => cell(line)));
  return new Blob([tabbedText(rows, target)], { type: 'text/plain' });
}
