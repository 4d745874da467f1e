import { PENDING } from '#contract/ledger.ts';
import type { AccountSummary, SummaryLine, SummaryTexts } from '#contract/summary.ts';
import type { TextTarget } from '#contract/table.ts';
import {
  type Amount,
  AmountSum,
  amountText,
  type DecimalSign,
  findDecimalSign,
  readAmount,
} from '#engine/amounts.ts';
import { columnRows } from '#engine/import/columns.ts';
import { rowText } from '#engine/rows.ts';
import { clipboardCell } from '#engine/spreadsheetCell.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { UNMATCHED } from '#model/classification.ts';
import { NO_MATCH } from '#model/mapping.ts';
import type { ResultTable } from './ResultTable.ts';

/** Rows of which a column is judged. */
const SAMPLE_ROWS = 500;
/** Share of the cells that are not blank and must be amounts. */
const MOSTLY = 0.9;

/** What is added up for one account. */
type Group = {
  readonly kind: SummaryLine['kind'];
  readonly account: string;
  lines: number;
  unread: number;
  readonly sum: AmountSum;
};

/** The summary with its texts; undefined while rows are still to be classified. */
export function summarise(
  table: ResultTable,
  column: number | null | undefined,
  decimal: DecimalSign | null,
): (AccountSummary & { readonly texts: SummaryTexts }) | undefined {
  for (let row = 0; row < table.rows.count; row++) if (table.shown(row) === PENDING) return undefined;
  const summary = summariseAccounts(table, column, decimal);
  const texts = { clipboard: summaryText(summary, 'clipboard'), file: summaryText(summary, 'file') };
  return { ...summary, texts };
}

/**
 * Counts the rows of each account and, where a column of the pasted table is chosen, adds up its amounts, exactly. Rows
 * without a match and blank rows are lines of the summary, so that it adds up to all rows.
 * @param column undefined: the one that looks like amounts, if any; null: none
 * @param decimal null: as the column decides
 */
export function summariseAccounts(
  table: ResultTable,
  column: number | null | undefined,
  decimal: DecimalSign | null,
): AccountSummary {
  const chosen = column === undefined ? amountColumn(table) : column;
  const cells = chosen === null ? null : columnRows(table.pasted.lines, chosen);
  const cellOf = (row: number) => (cells === null ? '' : rowText(cells, row));
  const found = cells === null ? null : findDecimalSign(allCells(cells.count, cellOf));
  const sign = decimal ?? found ?? '.';
  const groups = new Map<string, Group>();
  const total: Group = { kind: 'total', account: '', lines: 0, unread: 0, sum: new AmountSum() };
  for (let row = 0; row < table.rows.count; row++) {
    const group = groupOf(groups, table, row);
    const amount = cells === null ? null : readAmount(cellOf(row), sign);
    const isUnread = cells !== null && amount === null && cellOf(row).trim() !== '';
    for (const counted of [group, total]) count(counted, amount, isUnread);
  }
  const places = total.sum.amount.decimals;
  const lines = [...groups.values()]
    .sort(inOrder)
    .map((group) => lineOf(group, sign, places, cells !== null));
  return {
    lines,
    total: lineOf(total, sign, places, cells !== null),
    column: chosen,
    columns: table.pasted.columns?.examples ?? [],
    description: table.pasted.columns?.chosen ?? null,
    decimal: sign,
    isDecimalSure: found !== null || chosen === null,
  };
}

/** The summary as lines of cells, its head included, guarded for the clipboard of a spreadsheet or plain for a file. */
function summaryText({ lines, total, column }: AccountSummary, target: TextTarget): Blob {
  const rows = [...lines, total].map((line) => {
    const cells = [nameOf(line), String(line.lines), ...(column === null ? [] : [line.sum ?? ''])];
    return cells.map((cell) => (target === 'clipboard' ? clipboardCell(cell) : cell)).join('\t');
  });
  return new Blob([rows.join('\n')], { type: 'text/plain' });
}

function nameOf({ kind, account }: SummaryLine): string {
  if (kind === 'blank') return 'Blank lines';
  if (kind === 'total') return 'Total';
  return (kind === 'no-match' ? NO_MATCH : account).replace(/[\t\n\v\f\r]+/g, ' ');
}

/**
 * The first column, other than that of the descriptions, whose cells are nearly all amounts and some of which have
 * decimals or a sign: numbers alone may as well be references.
 */
function amountColumn({ pasted, rows }: ResultTable): number | null {
  const { columns, lines } = pasted;
  for (const column of (columns?.examples ?? []).keys()) {
    if (column === columns?.chosen) continue;
    const cells = columnRows(lines, column);
    const sampled = Array.from({ length: Math.min(rows.count, SAMPLE_ROWS) }, (_unused, row) =>
      rowText(cells, row).trim(),
    ).filter((cell) => cell !== '');
    const sign = findDecimalSign(sampled) ?? '.';
    const amounts = sampled.filter((cell) => readAmount(cell, sign) !== null);
    const isMoney = amounts.some((cell) => /[.,()+\-\u2212\p{Sc}]/u.test(cell));
    if (isMoney && amounts.length >= sampled.length * MOSTLY) return column;
  }
  return null;
}

function* allCells(count: number, cellOf: (row: number) => string): Generator<string> {
  for (let row = 0; row < count; row++) yield cellOf(row);
}

function groupOf(groups: Map<string, Group>, table: ResultTable, row: number): Group {
  const account = table.account(row).trim();
  const kind = table.shown(row) === UNMATCHED ? 'no-match' : account === '' ? 'blank' : 'account';
  const id = kind === 'account' ? `=${account}` : kind;
  const known = groups.get(id);
  if (known) return known;
  const group: Group = { kind, account, lines: 0, unread: 0, sum: new AmountSum() };
  groups.set(id, group);
  return group;
}

function count(group: Group, amount: Amount | null, isUnread: boolean): void {
  group.lines++;
  if (amount !== null) group.sum.add(amount);
  if (isUnread) group.unread++;
}

function lineOf(
  { kind, account, lines, unread, sum }: Group,
  sign: DecimalSign,
  places: number,
  hasSum: boolean,
): SummaryLine {
  return { kind, account, lines, unread, sum: hasSum ? amountText(sum.amount, sign, places) : null };
}

const RANKS = { account: 0, 'no-match': 1, blank: 2, total: 3 };

/** Accounts in their order, then the rows without a match, then blank ones. */
function inOrder(a: Group, b: Group): number {
  return RANKS[a.kind] - RANKS[b.kind] || compareAccounts(a.account, b.account);
}
