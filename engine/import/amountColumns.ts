import {
  CURRENCY_CODES,
  findConvention,
  isBlankAmount,
  isWrittenAsMoney,
  readAmount,
  type Side,
} from '../amounts.ts';
import { isBalanceName, rankOfAmounts, sideOfName } from './columnNames.ts';

/** Share of the cells that are not blank and must be amounts: in a column without a name that says so, and in one with it. */
const MOSTLY = 0.9;
const MOSTLY_IF_NAMED = 0.5;
/** Share of the rows of a pair that may have amounts in both of its columns. */
const SELDOM = 0.02;
/** Marks of one letter or sign, in a column of their own. */
const LETTER_MARKS: Readonly<Record<string, Side>> = {
  c: 'in',
  h: 'in',
  '+': 'in',
  d: 'out',
  s: 'out',
  '-': 'out',
};
/** `Soll/Haben-Kennzeichen`, `D/C`, `Debit or credit`. */
const SIDES_NAME =
  /^(s\/h|d\/c|c\/d|dr\/cr|cr\/dr|\+\/-)$|soll.{0,3}haben|debit.{0,4}credit|credit.{0,4}debit/i;

/** Columns of a table, counted from 0. */
export type AmountColumns = {
  /** None, one with amounts of both sides, or a pair: what went out, and what came in. */
  readonly amounts: readonly number[];
  /** Whether a pair was told by what is in it alone: then its columns may be the other way round. */
  readonly isGuessedPair: boolean;
  /** The column that marks each amount as one side's, such as S or H. */
  readonly marks: number | null;
  /** The column with the currency of each row. */
  readonly currency: number | null;
};

type Column = { readonly at: number; readonly name: string; readonly cells: readonly string[] };

/**
 * Finds the amounts of a table: by the names of its columns where these say it, else by what is in them.
 * @param names by column; empty where one has none
 * @param columns by column, cells of some rows, the same rows in each
 * @param description the column that has the descriptions
 */
export function findAmountColumns(
  names: readonly string[],
  columns: readonly (readonly string[])[],
  description: number | null,
): AmountColumns {
  const others = columns
    .map((cells, at) => ({ at, cells, name: names[at] ?? '' }))
    .filter(({ at }) => at !== description);
  return { ...pickAmounts(others), ...findBeside(others) };
}

/** The columns beside the amounts that say more of them. */
function findBeside(columns: readonly Column[]): Pick<AmountColumns, 'marks' | 'currency'> {
  const isAll = ({ cells }: Column, is: (cell: string) => boolean) => {
    const filled = cells.map((cell) => cell.trim()).filter(Boolean);
    return filled.length > 0 && filled.every(is);
  };
  const marks = columns.find((column) => isAll(column, (cell) => markOf(cell) !== null) && areMarks(column));
  const currency = columns.find((column) => isAll(column, (cell) => CURRENCY_CODES.has(cell)));
  return { marks: marks?.at ?? null, currency: currency?.at ?? null };
}

/** Letters and signs may mean anything, dashes nothing: both sides must occur, or the name of the column tell them. */
function areMarks({ name, cells }: Column): boolean {
  const marks = cells.map((cell) => cell.trim()).filter(Boolean);
  const hasBoth = new Set(marks.map(markOf)).size === 2;
  return hasBoth || marks.every((mark) => mark.length > 1) || SIDES_NAME.test(name);
}

function pickAmounts(columns: readonly Column[]): Pick<AmountColumns, 'amounts' | 'isGuessedPair'> {
  const readable = columns.filter(({ name, cells }) => {
    const isNamed = sideOfName(name) !== null || rankOfAmounts(name) !== null;
    return !isBalanceName(name) && areAmounts(cells, isNamed ? MOSTLY_IF_NAMED : MOSTLY);
  });
  const [out, into] = (['out', 'in'] as const).map((side) =>
    readable.find(({ name }) => sideOfName(name) === side),
  );
  if (out && into) return { amounts: [out.at, into.at], isGuessedPair: false };
  const named = readable
    .filter(({ name }) => rankOfAmounts(name) !== null)
    .sort((a, b) => (rankOfAmounts(a.name) ?? 0) - (rankOfAmounts(b.name) ?? 0));
  if (named[0]) return { amounts: [named[0].at], isGuessedPair: false };
  const [first, second] = readable.filter(({ cells }) => cells.some(isWrittenAsMoney));
  if (first === undefined) return { amounts: [], isGuessedPair: false };
  if (second && completeEachOther(first.cells, second.cells))
    return { amounts: [first.at, second.at], isGuessedPair: true };
  return { amounts: [first.at], isGuessedPair: false };
}

/** Whether so many of the cells that are not blank are amounts. A column without any may be the other half of a pair. */
function areAmounts(cells: readonly string[], share: number): boolean {
  const filled = cells.filter((cell) => !isBlankAmount(cell));
  const decimal = findConvention(filled).decimal ?? '.';
  return filled.filter((cell) => readAmount(cell, decimal) !== null).length >= filled.length * share;
}

/** Whether a row has an amount in one of two columns, and hardly ever in both. */
function completeEachOther(a: readonly string[], b: readonly string[]): boolean {
  const has = (cell = '') => /[1-9]/.test(cell);
  const both = a.filter((cell, row) => has(cell) && has(b[row])).length;
  const [inA, inB] = [a.filter(has).length, b.filter(has).length];
  return both <= (inA + inB) * SELDOM && Math.min(inA, inB) > both;
}

/** What a cell beside an amount says; null where it is no mark. */
export function markOf(cell: string): Side | null {
  const mark = cell.trim();
  return LETTER_MARKS[mark.toLowerCase()] ?? sideOfName(mark);
}
