import { oncePer } from '#model/oncePer.ts';
import { CURRENCY_CODES } from '../../amounts.ts';
import { foldedName } from '../plainNames.ts';
import { amountHeading } from './amountNames.ts';
import type { ReadTable } from './NumericColumns.ts';

/** Where the currency of the amounts is told. */
export type CurrencySource = {
  /** A column with the code of each row; null for none. */
  readonly column: number | null;
  /** The currency of all rows, by the heading of the amounts; empty where a column or the cells themselves tell it. */
  readonly code: string;
  /** Columns that may as well be meant, which say something else. */
  readonly rivals: readonly number[];
};

type CodeColumn = { readonly at: number; readonly name: string; readonly cells: readonly string[] };

/** Rows of which a column of codes is recognised. */
const SAMPLE_ROWS = 500;
/** What headings of currencies say beside what tells them apart: `Originalwährung` is one of what is original. */
const CURRENCY_WORDS =
  /currency|wahrung|waehrung|devise|divisa|moneda|moeda|valuta|waluta|mena\b|deviza|penznem|valuutta|para birimi|валюта|νομισμα|מטבע|عملة|العملة|通貨|币种|幣別|통화|code|iso/gu;
const AMOUNT_WORDS =
  /amount|betrag|montant|importe|importo|valor|bedrag|castka|suma|kwota|osszeg|belopp|belob|belop|summa|сумма|金額|金额|금액/gu;
/** Words are alike that begin with so many letters in common: `original`, `originaler`. */
const ALIKE = 4;

/**
 * The currency of the amounts: a heading of theirs that names one before any column of codes; of these the one that shares
 * a word with them or stands beside them. A column of codes that belongs to other numbers is text.
 * @param amounts the columns of amounts, and of balances of the same money
 * @param numeric all columns of numbers
 */
export function findCurrency(
  table: ReadTable,
  amounts: readonly number[],
  numeric: readonly number[],
): CurrencySource {
  const named = new Set(amounts.map((at) => amountHeading(table.names[at] ?? '').currency).filter(Boolean));
  const [code] = named;
  if (code !== undefined && named.size === 1) return { column: null, code, rivals: [] };
  const fitting = bestOf(codeColumns(table), table, amounts, numeric);
  const [first, ...others] = fitting;
  if (first === undefined) return { column: null, code: '', rivals: [] };
  const rivals = others.filter(({ cells }) => cells.some((cell, row) => cell !== first.cells[row]));
  return { column: first.at, code: '', rivals: rivals.map(({ at }) => at) };
}

/** What is no money of a country, such as `BTC`, is a currency where a column is called one. */
const OTHER_CODE = /^(?=.*[A-Z])[A-Z\d]{2,8}$/;

function isNamed(name: string): boolean {
  return foldedName(name).search(CURRENCY_WORDS) >= 0;
}

/** What stands in a column, of the rows that are looked at. */
export function codesOf({ rows, cell }: ReadTable, at: number): readonly string[] {
  return Array.from({ length: Math.min(rows, SAMPLE_ROWS) }, (_unused, row) => cell(row, at).trim());
}

const codeColumns = oncePer((table: ReadTable): CodeColumn[] => {
  const { names, descriptions } = table;
  return names.flatMap((name, at) => {
    if (descriptions.includes(at)) return [];
    const cells = codesOf(table, at);
    const filled = cells.filter(Boolean);
    const isCode = (text: string) => CURRENCY_CODES.has(text) || (isNamed(name) && OTHER_CODE.test(text));
    return filled.length > 0 && filled.every(isCode) ? [{ at, name, cells }] : [];
  });
});

/** Those that share a word with the amounts, else those that stand beside them, else those beside no number at all. */
function bestOf(
  columns: readonly CodeColumn[],
  { names }: ReadTable,
  amounts: readonly number[],
  numeric: readonly number[],
): readonly CodeColumn[] {
  const others = numeric.filter((at) => !amounts.includes(at));
  const sharesWord = (column: CodeColumn, with_: readonly number[]) => {
    const words = with_.flatMap((at) => ownWords(names[at] ?? ''));
    return ownWords(column.name).some((word) => words.some((other) => areAlike(word, other)));
  };
  const own = columns.filter((column) => sharesWord(column, amounts));
  if (own.length > 0) return own;
  const free = columns.filter((column) => !sharesWord(column, others));
  const beside = free.filter(({ at }) => groupsBeside(at, numeric).some((group) => isIn(group, amounts)));
  // One that stands between two groups may belong to either.
  const alone = beside.filter(({ at }) => groupsBeside(at, numeric).length === 1);
  if (beside.length > 0) return alone.length === 1 ? alone : nearest(beside, amounts);
  return free.filter(({ at }) => groupsBeside(at, numeric).length === 0);
}

function isIn(group: readonly number[], columns: readonly number[]): boolean {
  return group.some((at) => columns.includes(at));
}

/** Of several the nearest; all of those that are as near. */
function nearest(columns: readonly CodeColumn[], amounts: readonly number[]): readonly CodeColumn[] {
  const distance = ({ at }: CodeColumn) => Math.min(...amounts.map((amount) => Math.abs(amount - at)));
  const least = Math.min(...columns.map(distance));
  return columns.filter((column) => distance(column) === least);
}

/** The runs of columns of numbers that end or begin beside a column. */
function groupsBeside(at: number, numeric: readonly number[]): readonly (readonly number[])[] {
  return [-1, 1].flatMap((step) => {
    const group: number[] = [];
    for (let next = at + step; numeric.includes(next); next += step) group.push(next);
    return group.length > 0 ? [group] : [];
  });
}

/** The words of a heading that tell it from others of its kind; those of one or two letters are prepositions. */
function ownWords(name: string): readonly string[] {
  const own = foldedName(name).replace(CURRENCY_WORDS, '').replace(AMOUNT_WORDS, '');
  return own.split(/\s+/).filter((word) => word !== '' && !/^\p{sc=Latin}{1,2}$/u.test(word));
}

function areAlike(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  return length >= ALIKE ? a.slice(0, ALIKE) === b.slice(0, ALIKE) : a === b;
}
