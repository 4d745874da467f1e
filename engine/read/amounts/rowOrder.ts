import { withoutAccents } from '../plainNames.ts';

/** An order of the rows of a statement, from the oldest to the newest. */
export type RowOrder = {
  readonly rows: Int32Array;
  /** The file lists the newest first. */
  readonly isNewestFirst: boolean;
};

/** A date as a number that grows with it. */
type DayOf = (date: string) => number;

const PARTS = /^\D{0,2}(\d{1,4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,4})(?!\d)/;
const COMPACT = /^\s*(\d{8})(?!\d)/;
/** The month as a word: `2 Mar 2026`, `2. März 2026`, `02-mars-26`, and `Mar 2, 2026`. */
const DAY_AND_WORD = /^\s*(\d{1,2})[\s./-]{0,3}(\p{L}{3,12})[\s./,-]{0,3}(\d{2,4})(?!\d)/u;
const WORD_AND_DAY = /^\s*(\p{L}{3,12})[\s.]{1,2}(\d{1,2}),?\s(\d{4})(?!\d)/u;
/** How the names of months begin, without accents, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS =
  'jan ene gen|feb fev|mar mrz maa|apr avr abr|may mai mei mag maj|jun juin giu|jul juil lug|aug aou ago|sep set|oct okt ott out|nov|dec dez dic'
    .split('|')
    .map((names) => names.split(' '));

/** Share of the dates that are filled and may be something else, such as the label of a total. */
const SELDOM = 0.1;

/**
 * The orders that the rows of a table may have. The dates decide whether the newest is first; without any, both may be.
 * Where a day has several rows, these may be listed the other way round than the days.
 * @param dates by row; null where no column has dates
 */
export function rowOrders(rows: number, dates: readonly string[] | null): RowOrder[] {
  const down = Int32Array.from({ length: rows }, (_unused, row) => row);
  const up = down.slice().reverse();
  const readings = dates === null ? [] : [dayFirst, monthFirst].map((dayOf) => monotonicDays(dates, dayOf));
  const orders: RowOrder[] = [];
  for (const days of readings.filter((read) => read !== null)) {
    const isNewestFirst = (days[0] as number) > (days.at(-1) as number);
    if (orders.some((other) => other.isNewestFirst === isNewestFirst)) continue;
    const first = isNewestFirst ? up : down;
    const within = reversedWithinDays(first, days);
    orders.push(
      ...[first, ...(within === null ? [] : [within])].map((row) => ({ rows: row, isNewestFirst })),
    );
  }
  if (orders.length > 0) return orders;
  return [
    { rows: down, isNewestFirst: false },
    { rows: up, isNewestFirst: true },
    ...(dates === null ? [] : sortedByDay(dates, down)),
  ];
}

/** The rows by their dates, as where the balances of a statement stand below its payments. */
function sortedByDay(dates: readonly string[], rows: Int32Array): RowOrder[] {
  return [dayFirst, monthFirst].map((dayOf) => {
    const days = withoutGaps(dates.map(dayOf));
    const sorted = rows.slice().sort((a, b) => (days[a] ?? 0) - (days[b] ?? 0));
    return { rows: sorted, isNewestFirst: false };
  });
}

/** The dates as numbers where they never fall, or never rise; null where they do both, or are all the same. */
function monotonicDays(dates: readonly string[], dayOf: DayOf): number[] | null {
  const read = dates.map(dayOf);
  const others = read.filter((day, row) => Number.isNaN(day) && dates[row]?.trim() !== '').length;
  if (others > dates.length * SELDOM && others > 1) return null;
  const days = withoutGaps(read);
  const rises = days.some((day, i) => i > 0 && day > (days[i - 1] as number));
  const falls = days.some((day, i) => i > 0 && day < (days[i - 1] as number));
  return rises === falls ? null : days;
}

/** A row without a date is of the day of the row above it. */
function withoutGaps(days: readonly number[]): number[] {
  let last = days.find((day) => !Number.isNaN(day)) ?? 0;
  return days.map((day) => {
    if (!Number.isNaN(day)) last = day;
    return last;
  });
}

const dayFirst: DayOf = (date) => dayNumber(date, (first, second) => [second, first]);
const monthFirst: DayOf = (date) => dayNumber(date, (first, second) => [first, second]);

/** @param inOrder gives month and day of the first two parts of a date that ends with its year */
function dayNumber(date: string, inOrder: (first: number, second: number) => [number, number]): number {
  const compact = COMPACT.exec(date);
  if (compact) return Number(compact[1]);
  const parts = PARTS.exec(date);
  if (!parts) return dayInWords(date);
  const [first, second, third] = parts.slice(1).map(Number) as [number, number, number];
  if ((parts[1] as string).length === 4) return first * 10_000 + second * 100 + third;
  const [month, day] = inOrder(first, second);
  return month > 12 ? Number.NaN : third * 10_000 + month * 100 + day;
}

function dayInWords(date: string): number {
  const [, day, word = '', year] = DAY_AND_WORD.exec(date) ?? [];
  if (word !== '') return Number(year) * 10_000 + monthNamed(word) * 100 + Number(day);
  const [, name = '', dayBehind, itsYear] = WORD_AND_DAY.exec(date) ?? [];
  return name === '' ? Number.NaN : Number(itsYear) * 10_000 + monthNamed(name) * 100 + Number(dayBehind);
}

/** The number of a month, by how its name begins; NaN for no month. */
function monthNamed(word: string): number {
  const plain = withoutAccents(word.toLowerCase());
  const month = MONTHS.findIndex((names) => names.some((name) => plain.startsWith(name)));
  return month < 0 ? Number.NaN : month + 1;
}

/** The same days, the rows of each in the other order; null where no day has two rows. */
function reversedWithinDays(order: Int32Array, days: readonly number[]): Int32Array | null {
  const reversed = order.slice();
  let hasTwo = false;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && days[order[to] as number] === days[order[from] as number]) to++;
    reversed.subarray(from, to).reverse();
    hasTwo ||= to - from > 1;
    from = to;
  }
  return hasTwo ? reversed : null;
}

/** Whether a cell begins with a date. */
export function isDate(cell: string): boolean {
  return !Number.isNaN(dayFirst(cell)) || !Number.isNaN(monthFirst(cell));
}
