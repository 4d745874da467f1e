import type { SkippedLine, StatementFormat } from '#model/fileReading.ts';
import { type Amount, amountText, type DecimalSign, readAmount } from '../../amounts.ts';

/** One payment of a statement. */
export type StatementEntry = {
  /** Number of its first line in the file. */
  readonly line: number;
  /** `2026-03-31`; as it is written where that leaves day and month open. */
  readonly date: string;
  /** Exact, with a point and with a minus for what left the account: `-1234.50`. */
  readonly amount: string;
  /** ISO code; empty where the file has none. */
  readonly currency: string;
  readonly description: string;
  readonly counterparty: string;
  readonly reference: string;
  /** Number of the account that the statement is of. */
  readonly account: string;
  /** What there is beside these, by the names of further columns. */
  readonly others?: Others;
};

export type Others = Readonly<Record<string, string | undefined>>;

/** A balance as a statement names it; `amount` exact, with a point. */
export type StatementBalance = {
  readonly kind: 'opening' | 'closing';
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
};

/** Takes what a reader finds in a statement, in its order. */
export type StatementSink = {
  payment(entry: StatementEntry): void;
  balance(balance: StatementBalance): void;
  /** What was passed over because it is no payment. */
  readonly skipped: SkippedLine[];
};

/** Reads a statement from pieces of its text, whose only line end is LF. Throws {@link DamagedStatementError}. */
export type StatementReader = {
  read(piece: string): void;
  end(): void;
};

/** The names of the cells that each payment has. */
export const STATEMENT_COLUMNS = [
  'Date',
  'Description',
  'Amount',
  'Currency',
  'Counterparty',
  'Reference',
  'Bank account',
] as const;

/** The further column of what the bank took, by which a difference is explained. */
export const FEE_COLUMN = 'Fee';

/** The further column that says of a row that it is a balance or a total. */
export const KIND_COLUMN = 'Kind';

/** The column with the descriptions, from 0. */
export const DESCRIPTION_COLUMN = 1;

/** A statement that is not what its format says, from a line on. */
export class DamagedStatementError extends Error {
  readonly format: StatementFormat;
  readonly line: number;

  constructor(format: StatementFormat, line: number, detail: string) {
    super(detail);
    this.format = format;
    this.line = line;
  }
}

/** A balance that is not understood, left out: it costs the proof of the payments, never these. */
export function unreadBalance(line: number, text: string): SkippedLine {
  return { line, text: plainText(text).slice(0, 80), reason: 'balance' };
}

/** White space as single blanks, none at the ends. */
export function plainText(text = ''): string {
  // Looking takes a fifth of the time of replacing, and most texts are so already.
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

/** So many texts are compared, and so many characters together: a comparison may take the product of their lengths. */
const MAX_COMPARED = 50;
const MAX_CHARACTERS = 2_000;

/** A place within a word: what stands before it, and behind it. */
const WITHIN_WORD = /^[\p{L}\p{M}\p{N}]{2}$/u;

/** Whether `words` are words of a text, one behind the other: `aldi` is in `aldi rent`, and not in `geraldine rent`. */
function hasWords(text: string, words: string): boolean {
  const isWithin = (at: number) => WITHIN_WORD.test(text.slice(Math.max(0, at - 1), at + 1));
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!isWithin(at) && !isWithin(at + words.length)) return true;
  return false;
}

/** Texts one behind the other, each of them once: banks repeat the payee in the purpose. */
export function joinTexts(...texts: readonly (string | undefined)[]): string {
  // Two lists that are changed in place take half the time of one that is made anew: every row of a table comes here.
  const joined: string[] = [];
  const known: string[] = [];
  let compared = 0;
  for (const given of texts) {
    const text = plainText(given);
    const lower = text.toLowerCase();
    compared += text.length;
    const isCompared = joined.length <= MAX_COMPARED && compared <= MAX_CHARACTERS;
    if (isCompared && known.some((former) => hasWords(former, lower))) continue;
    for (let i = isCompared ? joined.length - 1 : -1; i >= 0; i--) {
      if (!hasWords(lower, known[i] ?? '')) continue;
      joined.splice(i, 1);
      known.splice(i, 1);
    }
    joined.push(text);
    known.push(lower);
  }
  return joined.join(' ');
}

/** What a text says more than another; empty where it says nothing. */
export function beyond(text: string, known: string): string {
  return joinTexts(known, text) === plainText(known) ? '' : plainText(text);
}

/** A reference, unless it is the word of the format for none, or for one that stands elsewhere. */
export function referenceOf(text: string | undefined): string {
  const reference = plainText(text);
  return /^(NOTPROVIDED|NONREF|NOT PROVIDED|NOREF|[EKM]REF\+?)$/i.test(reference) ? '' : reference;
}

/** An amount with a point before its decimals, and nothing else than these digits and a minus; null where it is none. */
export function exactAmount(text: string, decimal: DecimalSign): string | null {
  const amount = readAmount(text, decimal);
  return amount && amountText(amount, '.');
}

/** An exact amount; nothing for what is none, or names a currency of its own. */
export function amountOf(text = ''): Amount {
  const { currency, ...amount } = readAmount(text, '.') ?? NOTHING;
  return currency === '' ? amount : NOTHING;
}

const NOTHING = { units: 0n, decimals: 0, currency: '' };

/** `2026-03-31` of year, month and day as text; null where there is no such day. */
export function dateText(year: string, month: string, day: string): string | null {
  const whole = year.length === 2 ? `${Number(year) < 80 ? '20' : '19'}${year}` : year;
  const date = new Date(Date.UTC(Number(whole), Number(month) - 1, Number(day)));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isDay ? `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}
