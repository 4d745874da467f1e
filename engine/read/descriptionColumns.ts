import { partOf, rankOf } from './columnNames.ts';
import { columnsOf, textScore } from './columns.ts';
import { isPayment, isValueCell } from './paymentLines.ts';
import { foldedName } from './plainNames.ts';

/** A column with one text in so many filled cells is no description: the name of the account's owner. */
const SAME_TEXTS = 4;

/**
 * The columns that are the descriptions together, in their order, where `main` is the one that looks most like them: those
 * with its name and another number, the clearest that says who or what for where `main` says the other, and one more where
 * payments have no text in these.
 * @param names empty where a column has none
 * @param lines the first lines of data
 */
export function descriptionColumns(
  main: number,
  names: readonly string[],
  lines: readonly (readonly string[])[],
): number[] {
  const columns = columnsOf(lines);
  const isText = (at: number) => at !== main && isDescribing(columns[at] ?? []);
  const others = columns.flatMap((_cells, at) => (isText(at) ? [at] : []));
  const name = foldedName(names[main] ?? '');
  const numbered = others.filter((at) => name !== '' && foldedName(names[at] ?? '') === name);
  const joined = [main, ...numbered, ...otherPart(main, names, others)];
  const blank = lines.filter((cells) => isPayment(cells) && joined.every((at) => isBlank(cells[at])));
  const filling = blank.length === 0 ? [] : fillingColumn(others, names, columns, blank);
  return [...new Set([...joined, ...filling])].sort((a, b) => a - b);
}

/** The column that says who, where `main` says what for, or the other way round. */
function otherPart(main: number, names: readonly string[], others: readonly number[]): number[] {
  const part = partOf(names[main] ?? '');
  const wanted = part === 'partner' ? 'purpose' : 'partner';
  const found = part === null ? [] : others.filter((at) => partOf(names[at] ?? '') === wanted);
  return clearestFirst(found, names).slice(0, 1);
}

/** The column that has most texts where payments have none: one whose name means descriptions before others. */
function fillingColumn(
  others: readonly number[],
  names: readonly string[],
  columns: readonly (readonly string[])[],
  blank: readonly (readonly string[])[],
): number[] {
  const filled = others.filter(
    (at) => blank.filter((cells) => !isBlank(cells[at])).length * 2 >= blank.length,
  );
  const score = (at: number) => textScore(columns[at] ?? []);
  const named = filled.filter((at) => partOf(names[at] ?? '') !== null);
  const candidates = named.length > 0 ? named : filled;
  return [...candidates].sort((a, b) => score(b) - score(a)).slice(0, 1);
}

function clearestFirst(columns: readonly number[], names: readonly string[]): number[] {
  const rank = (at: number) => rankOf('description', names[at] ?? '') ?? Number.POSITIVE_INFINITY;
  return [...columns].sort((a, b) => rank(a) - rank(b));
}

/** Whether cells are texts that vary, no dates, amounts or codes of currencies. */
function isDescribing(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const isSame = filled.length >= SAME_TEXTS && new Set(filled).size === 1;
  return !isSame && filled.filter(isDescription).length * 2 > filled.length;
}

function isDescription(cell: string): boolean {
  return !isValueCell(cell) && /\p{L}{2}/u.test(cell) && !/^[A-Z]{3}$/.test(cell);
}

function isBlank(cell: string | undefined): boolean {
  return (cell ?? '').trim() === '';
}
