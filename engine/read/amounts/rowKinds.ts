import { oncePer } from '#model/oncePer.ts';
import type { AmountColumns } from './amountCandidates.ts';
import { type NumericColumn, type ReadTable, unitsToAdd } from './NumericColumns.ts';
import type { Proof, ReadingContext } from './proofs.ts';
import { type Labelling, labelling, type RowLabel } from './rowLabels.ts';

/** What a row is that is no payment. */
export type RowKind = 'balance' | 'total' | 'repeated';

/** Rows of a table that are no payments, counted from 0; they are in no sum. */
export type RowKinds = {
  readonly balances: readonly number[];
  readonly totals: readonly number[];
  /** Rows that are equal to an earlier one in everything, its balance included, as where two downloads overlap. */
  readonly repeated: readonly number[];
  /** Balances agree with the rows only without the repeated ones; else these may be payments all the same. */
  readonly areRepetitionsProven: boolean;
};

/** So many rows one behind the other are pointed out without a proof: two coffees on one day are nothing to speak of. */
const LEAST_REPEATED = 3;

/** The rows whose description, or first cell, is the label of a balance or a total, or begins as one. */
export const labelledRows = oncePer((table: ReadTable): ReadonlyMap<number, Labelling> => {
  const { rows, names, cell, descriptions } = table;
  const labelled = new Map<number, Labelling>();
  for (let row = 0; row < rows; row++) {
    const first = names.findIndex((_name, column) => cell(row, column).trim() !== '');
    const columns = first < 0 ? descriptions : [...descriptions, first];
    for (const column of columns) {
      const found = labelling(cell(row, column));
      if (found !== null && !labelled.get(row)?.isSure) labelled.set(row, found);
    }
  }
  return labelled;
});

/** The rows that repeat an earlier one in every cell. */
export function repeatedRows({ rows, line }: ReadTable): readonly number[] {
  const seen = new Set<string>();
  const repeated: number[] = [];
  for (let row = 0; row < rows; row++) {
    const text = line(row);
    if (seen.has(text) && text.trim() !== '') repeated.push(row);
    else seen.add(text);
  }
  return repeated;
}

/**
 * The rows that are no payments. A figure alone makes none of them: it needs a label and a figure that fits, or balances that
 * agree only without the row.
 */
export function findRowKinds(
  context: ReadingContext,
  candidate: AmountColumns,
  proof: Proof | null,
): RowKinds {
  const columns = candidate.columns.flatMap((at) => context.numbers.at(at) ?? []);
  const { labelled } = context;
  const named = (label: RowLabel) => [...labelled].flatMap(([row, own]) => (own.label === label ? row : []));
  const isBlank = (row: number) =>
    labelled.get(row)?.isSure === true && columns.every((column) => unitsToAdd(column, row) === 0);
  const balances = named('balance').filter((row) => isBlank(row) || isBalance(row, context, columns, proof));
  const isLeftOut = (row: number) => proof?.isWhole === true && proof.leftOut.has(row);
  const totals = named('total').filter((row) => isLeftOut(row) || context.isUndated?.(row) !== false);
  return {
    balances,
    totals: totals.filter((row) => isBlank(row) || columns.every((column) => isSum(row, column, context))),
    repeated: proof?.isWithoutRepeated ? context.repeated : inRuns(context.repeated),
    areRepetitionsProven: proof?.isWithoutRepeated ?? false,
  };
}

/**
 * Whether the figure of a row that is called a balance is one: balances agree without it; or none is there to disagree, and
 * the row has no date where payments have theirs, or its figure for a balance as well.
 */
function isBalance(
  row: number,
  { numbers, isUndated, labelled }: ReadingContext,
  columns: readonly NumericColumn[],
  proof: Proof | null,
): boolean {
  if (proof !== null) return proof.leftOut.has(row) && !proof.result.breaks.includes(row);
  if (isUndated?.(row) && labelled.get(row)?.isSure) return true;
  return columns.some(({ units }) =>
    numbers.all.some(({ heading, units: own }) => heading.isBalance && own[row] === units[row]),
  );
}

/** Whether a column's cell is the sum of the payments above it, of those since the last total, or of all below. */
function isSum(row: number, column: NumericColumn, { labelled, table }: ReadingContext): boolean {
  const figure = column.units[row] as number;
  if (Number.isNaN(figure)) return !column.unread.has(row);
  const sumOf = (from: number, to: number, isEnd: (at: number) => boolean) => {
    let sum = 0;
    for (let at = from; at !== to && !isEnd(at); at += Math.sign(to - from))
      if (!labelled.has(at)) sum += unitsToAdd(column, at);
    return sum;
  };
  const isTotal = (at: number) => labelled.get(at)?.label === 'total';
  const sums = [
    sumOf(row - 1, -1, () => false),
    sumOf(row - 1, -1, isTotal),
    sumOf(row + 1, table.rows, () => false),
  ];
  return figure !== 0 ? sums.includes(figure) : true;
}

/** Of rows those that stand in runs. */
function inRuns(rows: readonly number[]): readonly number[] {
  const runs: number[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.at(-1) === row - 1) last.push(row);
    else runs.push([row]);
  }
  return runs.filter((run) => run.length >= LEAST_REPEATED).flat();
}
