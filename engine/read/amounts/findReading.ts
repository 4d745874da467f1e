import {
  NOTHING_CHOSEN,
  type ReadingChoice,
  type ReadingEvidence,
  type ReadingQuestion,
} from '#model/amountReading.ts';
import type { DecimalSign, Side } from '../../amounts.ts';
import { findNamedColumn } from '../columnNames.ts';
import { KIND_COLUMN, STATEMENT_COLUMNS } from '../statement/entries.ts';
import { type AmountColumns, amountCandidates, signedUnits } from './amountCandidates.ts';
import { type CurrencySource, findCurrency } from './currencyColumn.ts';
import { findMarks, type SideMarks } from './marksColumn.ts';
import { NumericColumns, type ReadTable } from './NumericColumns.ts';
import { findProofs, type Proof, type ReadingContext } from './proofs.ts';
import { type Reconciliation, reconcile } from './reconcile.ts';
import { amountsOfAccount } from './rivalAmounts.ts';
import { findRowKinds, labelledRows, type RowKinds, repeatedRows } from './rowKinds.ts';
import type { RowLabel } from './rowLabels.ts';
import { isDate, rowOrders } from './rowOrder.ts';

/** How the amounts of a table are read, and what says so. */
export type Reading = {
  /** None, one with amounts of both sides, or a pair: what went out, and what came in. Counted from 0. */
  readonly amounts: readonly number[];
  /** What a column alone holds; null for both sides, and for a pair. */
  readonly side: Side | null;
  /** The column that marks each amount as one side's, such as S or H; null where amounts have signs. */
  readonly marks: number | null;
  /** The signs of a column alone are turned round. */
  readonly isReversed: boolean;
  readonly decimal: DecimalSign;
  /** Whether the cells themselves say what their decimal sign is. */
  readonly isDecimalSure: boolean;
  readonly currency: Omit<CurrencySource, 'rivals'>;
  /** The column of balances; null where none behaves so, and none is called so. */
  readonly balance: number | null;
  /** The column of dates; null for none. */
  readonly date: number | null;
  readonly isNewestFirst: boolean;
  /** What says which side is which, the strongest of all; null for a table without amounts. */
  readonly evidence: ReadingEvidence | null;
  /** What the column of balances says, or rows that are balances; null without any. */
  readonly balances: Reconciliation | null;
  /** Balances agree with all rows, and with no other reading that has other sums. */
  readonly isProven: boolean;
  /** What only a person can tell; null for nothing. */
  readonly question: ReadingQuestion | null;
  readonly kinds: RowKinds;
};

/** A reading, with the columns of numbers and what marks the sides of amounts. */
type FoundReading = {
  readonly reading: Reading;
  readonly numbers: NumericColumns;
  readonly isOut: SideMarks['isOut'] | null;
};

/** Rows by which a column of dates is recognised, and the share of them that are dates. */
const SAMPLE_ROWS = 500;
const MOSTLY = 0.9;

/** Finds how the amounts of a table are read: by balances, else by names, else by the shapes of the columns. */
export function findReading(table: ReadTable, choice: ReadingChoice = NOTHING_CHOSEN): FoundReading {
  const numbers = new NumericColumns(table, choice.decimal, choice.columns ?? []);
  const { ofAmounts: marks, ofBalances } = findMarks(table, numbers);
  if (ofBalances !== null) numbers.mark(ofBalances.column - 1, ofBalances.isOut);
  const areTold = marks !== null || isOfFormat(table);
  const found = amountCandidates(numbers, areTold);
  const ofFormat = isOfFormat(table) ? found.filter(({ columns }) => columns.join() === AMOUNT) : found;
  const candidates = chosenCandidates(ofFormat, numbers, choice);
  const reading = readingBy(table, numbers, marks, candidates, choice);
  return { reading, numbers, isOut: marks?.isOut ?? null };
}

/** The columns of a statement's amounts, and of what they are in. */
const AMOUNT = String(STATEMENT_COLUMNS.indexOf('Amount'));
const CURRENCY: CurrencySource = { column: STATEMENT_COLUMNS.indexOf('Currency'), code: '', rivals: [] };

/** Formats of bank statements say themselves which amounts went out, and their columns have these names. */
function isOfFormat({ names }: ReadTable): boolean {
  return STATEMENT_COLUMNS.every((name, at) => names[at] === name);
}

function readingBy(
  table: ReadTable,
  numbers: NumericColumns,
  marks: SideMarks | null,
  candidates: readonly AmountColumns[],
  choice: ReadingChoice,
): Reading {
  const date = dateColumn(table, numbers);
  const context: ReadingContext = {
    table,
    numbers,
    marks,
    repeated: repeatedRows(table),
    ...labelsAndDates(table, date),
  };
  // The reader of a format has held its payments against its balances.
  const proofs = isOfFormat(table) ? [] : findProofs(context, candidates);
  const proof = proofs[0] ?? null;
  const { candidate, rivals } = proof
    ? { candidate: proof.candidate, rivals: [] }
    : amountsOfAccount(table, numbers, candidates, choice.currency);
  if (candidate === undefined) return withoutAmounts(numbers, date);
  const source = isOfFormat(table) ? CURRENCY : currencyOf(table, numbers, candidate);
  const currency = { ...source, rivals: [...source.rivals, ...rivals] };
  const { isTurned, ...sides } = sidesOf(candidate, proofs, choice);
  const balances = proof?.result ?? disagreement(context, candidate, isTurned);
  const other = proof === null ? disagreement(context, candidate, !isTurned) : null;
  const evidence = notDenied(sides.evidence, balances, other);
  return {
    ...sides,
    evidence,
    marks: areMarked(candidate, numbers) ? (marks?.column ?? null) : null,
    decimal: numbers.decimal,
    isDecimalSure: numbers.isDecimalSure,
    currency: choice.currency === null ? currency : { column: null, code: choice.currency },
    balance: proof?.balance ?? namedBalance(numbers),
    date,
    isNewestFirst: (proof?.order ?? context.orders[0])?.isNewestFirst ?? false,
    balances,
    question: questionOf(table, evidence === 'none', currency, choice),
    kinds: { ...findRowKinds(context, candidate, proof), ...(isOfFormat(table) && namedKinds(table)) },
  };
}

/** What names say of the sides, most balances may deny, though they do not prove that it is the other way round. */
function notDenied(
  evidence: Reading['evidence'],
  balances: Reconciliation | null,
  other: Reconciliation | null,
): Reading['evidence'] {
  if (evidence === 'confirmed' || other === null) return evidence;
  return other.agreed > (balances?.agreed ?? 0) ? 'none' : evidence;
}

/** What the reader of a format says of the rows. */
function namedKinds({ rows, names, cell }: ReadTable): Pick<RowKinds, 'balances' | 'totals'> {
  const column = names.indexOf(KIND_COLUMN);
  const named = (label: RowLabel) =>
    Array.from({ length: rows }, (_unused, row) => row).filter((row) => cell(row, column) === label);
  return column < 0 ? { balances: [], totals: [] } : { balances: named('balance'), totals: named('total') };
}

/** Whether only marks can say which side the amounts of a column are of. */
function areMarked({ columns: [own = -1, other] }: AmountColumns, numbers: NumericColumns): boolean {
  return other === undefined && numbers.at(own)?.negative === 0;
}

/** What a column that is called a balance says of amounts or of these turned round: in the order with the fewest breaks. */
function disagreement(
  { table, numbers, marks, orders }: ReadingContext,
  candidate: AmountColumns,
  isTurned: boolean,
): Reconciliation | null {
  const balances = numbers.all.find(({ heading }) => heading.isBalance);
  if (balances === undefined) return null;
  const read = signedUnits(numbers, candidate, marks?.isOut ?? null);
  const amounts = isTurned ? read.map((units) => -units) : read;
  const results = orders.flatMap(({ rows }) => reconcile(amounts, balances.units, rows, table.rows) ?? []);
  return results.sort((a, b) => a.breaks.length - b.breaks.length)[0] ?? null;
}

type Sides = Pick<Reading, 'amounts' | 'side' | 'isReversed' | 'evidence' | 'isProven'> & {
  readonly isTurned: boolean;
};

/** Which side is which, and what says so. The columns of a pair change places where they are the other way round. */
function sidesOf(candidate: AmountColumns, proofs: readonly Proof[], choice: ReadingChoice): Sides {
  const [proof] = proofs;
  // Who chooses a pair says which of its columns is out.
  const isReversed = choice.isReversed ?? (choice.columns?.length === 2 ? false : null);
  const isCertain = areAlike(proofs);
  const isByBalances = isCertain && proof?.isReversed === true && choice.columns?.length !== 2;
  const isTurned = isByBalances !== (isReversed ?? false);
  const found = isCertain ? 'balances' : candidate.sides === 'open' ? 'none' : candidate.sides;
  const isPair = candidate.columns.length === 2;
  return {
    amounts: isPair && isTurned ? candidate.columns.toReversed() : candidate.columns,
    side: candidate.side,
    isTurned,
    isReversed: isTurned && !isPair,
    evidence: isReversed === null ? found : 'confirmed',
    isProven: isCertain && proof?.isWhole === true && isReversed !== true,
  };
}

/** Columns that a person chose are the only ones. */
function chosenCandidates(
  candidates: readonly AmountColumns[],
  numbers: NumericColumns,
  { columns }: ReadingChoice,
): readonly AmountColumns[] {
  if (columns === null) return candidates;
  if (columns.length === 0 || columns.some((at) => numbers.at(at) === undefined)) return [];
  if (columns.length === 2) return [{ columns, side: null, sides: 'names', found: 'names' }];
  const known = candidates.find((one) => one.columns.join() === columns.join());
  return [{ side: null, sides: 'shapes', ...known, columns, found: 'names' }];
}

/** The column that is called a date, else the first in which most cells are dates. */
function dateColumn({ rows, names, cell, descriptions }: ReadTable, numbers: NumericColumns): number | null {
  const named = findNamedColumn('date', names);
  if (named !== null) return named;
  const sample = Array.from({ length: Math.min(rows, SAMPLE_ROWS) }, (_, row) => row);
  const areDates = (at: number) =>
    sample.length > 0 && sample.filter((row) => isDate(cell(row, at))).length >= sample.length * MOSTLY;
  const found = names.findIndex(
    (_name, at) => numbers.at(at) === undefined && !descriptions.includes(at) && areDates(at),
  );
  return found < 0 ? null : found;
}

/** What the column of dates says, and the labels: of a dated row that says more, a total is somebody's name. */
function labelsAndDates(
  table: ReadTable,
  column: number | null,
): Pick<ReadingContext, 'orders' | 'isUndated' | 'labelled'> {
  const { rows, cell } = table;
  const dates = column === null ? null : Array.from({ length: rows }, (_, row) => cell(row, column));
  const isUndated = dates === null ? null : (row: number) => !isDate(dates[row] ?? '');
  const labelled = [...labelledRows(table)].filter(
    ([row, { label, isSure }]) => isSure || label === 'balance' || isUndated?.(row) !== false,
  );
  return { orders: rowOrders(rows, dates), isUndated, labelled: new Map(labelled) };
}

/** Whether all readings give the same amounts, and there is one. */
function areAlike([first, ...others]: readonly Proof[]): boolean {
  return (
    first !== undefined &&
    others.every(({ amounts }) => amounts.every((units, row) => units === first.amounts[row]))
  );
}

function namedBalance({ all }: NumericColumns): number | null {
  return all.find(({ heading }) => heading.isBalance)?.at ?? null;
}

/** Balances are of the same money as the amounts. */
function currencyOf(table: ReadTable, { all }: NumericColumns, { columns }: AmountColumns): CurrencySource {
  const balances = all.filter(({ heading }) => heading.isBalance).map(({ at }) => at);
  const ofAmounts = findCurrency(
    table,
    columns,
    all.map(({ at }) => at).filter((at) => !balances.includes(at)),
  );
  return ofAmounts.code === '' && ofAmounts.column === null
    ? findCurrency(
        table,
        [...columns, ...balances],
        all.map(({ at }) => at),
      )
    : ofAmounts;
}

function questionOf(
  { rows, cell }: ReadTable,
  isSideOpen: boolean,
  { column, rivals }: CurrencySource,
  choice: ReadingChoice,
): ReadingQuestion | null {
  const isOpen = column !== null && rivals.length > 0 && choice.currency === null;
  const firstOf = (at: number) => {
    for (let row = 0; row < rows; row++) if (cell(row, at).trim() !== '') return cell(row, at).trim();
    return '';
  };
  const currencies = isOpen ? [...new Set([column, ...rivals].map(firstOf))] : [];
  return isSideOpen || isOpen ? { isSideOpen, currencies } : null;
}

function withoutAmounts({ decimal }: NumericColumns, date: number | null): Reading {
  return {
    amounts: [],
    side: null,
    marks: null,
    isReversed: false,
    decimal,
    isDecimalSure: true,
    currency: { column: null, code: '' },
    balance: null,
    date,
    isNewestFirst: false,
    evidence: null,
    balances: null,
    isProven: false,
    question: null,
    kinds: { balances: [], totals: [], repeated: [], areRepetitionsProven: false },
  };
}
