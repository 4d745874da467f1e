import { findNamedColumn, partOf, rankOf } from './columnNames.ts';
import { columnsOf, hasWords, textScore } from './columns.ts';
import { isPayment, isValueCell } from './paymentLines.ts';
import { foldedName } from './plainNames.ts';

/** A column with one text in so many filled cells is no description: the name of the account's owner. */
const SAME_TEXTS = 4;

/** A column says more than one with the same few texts again and again if it has so many times as many. */
const MORE_TEXTS = 1.5;
const MANY_MORE_TEXTS = 3;

/**
 * The columns that are the descriptions together, in their order, where `main` is the one that looks most like them: those
 * with its name and another number, those that say who or what for where `main` says the other, the one that says more where
 * `main` has kinds of booking, and one more where payments have no text in these.
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
  const payments = lines.filter(isPayment);
  const isOften = (at: number) =>
    payments.filter((cells) => !isBlank(cells[at])).length * 2 >= payments.length;
  const parts = otherParts(main, names, others, isOften);
  const joined = [main, ...numbered, ...parts, ...tellingColumn(main, names, others, columns)];
  const blank = payments.filter((cells) => joined.every((at) => isBlank(cells[at])));
  const filling = blank.length === 0 ? [] : fillingColumn(others, names, columns, blank);
  return [...new Set([...joined, ...filling])].sort((a, b) => a - b);
}

/**
 * The columns that say who, where `main` says what for, or the other way round: a reference where nothing else does. Where both
 * payer and payee stand, each is the other side of some payments.
 */
function otherParts(
  main: number,
  names: readonly string[],
  others: readonly number[],
  isOften: (at: number) => boolean,
): number[] {
  const part = partOf(names[main] ?? '');
  if (part === null) return [];
  const named = (wanted: string) => {
    const found = clearestFirst(
      others.filter((at) => partOf(names[at] ?? '') === wanted),
      names,
    );
    return [...found.filter(isOften), ...found];
  };
  const reference = findNamedColumn('reference', names);
  const purpose = named('purpose')[0] ?? others.find((at) => at === reference);
  const other = part === 'purpose' ? named('partner')[0] : purpose;
  const payer = named('partner').find((at) => at !== other && isOften(at));
  return [other, payer].filter((at) => at !== undefined);
}

/** The column that says more where `main` has the same few texts again and again, such as kinds of booking. */
function tellingColumn(
  main: number,
  names: readonly string[],
  others: readonly number[],
  columns: readonly (readonly string[])[],
): number[] {
  const texts = (at: number) => textsIn(columns[at] ?? []);
  const few = texts(main);
  const filled = (columns[main] ?? []).filter(Boolean).length;
  if (few * MORE_TEXTS > filled) return [];
  const isNamed = (at: number) => partOf(names[at] ?? '') !== null;
  const more = others.filter((at) => texts(at) >= few * (isNamed(at) ? MORE_TEXTS : MANY_MORE_TEXTS));
  const named = more.filter(isNamed);
  const candidates = named.length > 0 ? named : more;
  return [...candidates].sort((a, b) => texts(b) - texts(a)).slice(0, 1);
}

/** How many different texts there are, numbers and references in them left out. */
function textsIn(cells: readonly string[]): number {
  const wordsIn = (cell: string) => cell.split(/\s+/).filter((word) => !/\d/.test(word));
  return new Set(cells.map((cell) => wordsIn(cell).join(' ')).filter(Boolean)).size;
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
  return !isValueCell(cell) && hasWords(cell) && !/^[A-Z]{3}$/.test(cell);
}

function isBlank(cell: string | undefined): boolean {
  return (cell ?? '').trim() === '';
}
